import { expect, test } from "vitest";
import { HERE } from "./facets.ts";
import { emptyData, sortedData } from "./index-data.ts";

test("[L-1] an index of many locations has room for all of them after it is sorted", () => {
  const many = 10_000;
  const data = emptyData(many);
  data.size = many;
  data.slots.mask.fill(HERE, 0, many);
  data.slots.version.set(Float64Array.from({ length: many }, (_, nth) => nth + 1));
  const { slots, size } = sortedData(data);
  expect(size).toBe(many);
  expect([...slots.version.subarray(0, many)]).toEqual(
    Array.from({ length: many }, (_, nth) => nth + 1),
  );
});
