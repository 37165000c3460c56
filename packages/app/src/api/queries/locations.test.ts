import type { Pin } from "@voltmarg/contract";
import { afterEach, expect, test } from "vitest";
import { keys } from "./keys.ts";
import { seenPins } from "./locations.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => queryClient.clear());
const pin = (id: string, free = 0) => ({ id, free }) as Pin;
const feed = (west: number, pins: Pin[]) =>
  queryClient.setQueryData(keys.pinsOf({ west }, {}), { pins, truncated: false, version: null });

test("without a connection the map has the pins of every box that was looked at, each once", () => {
  expect(seenPins()).toEqual([]);
  feed(1, [pin("a"), pin("b")]);
  feed(2, [pin("b"), pin("c")]);
  expect(seenPins().map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("a box that was asked for and did not load has none", () => {
  queryClient.setQueryData(keys.pinsOf({ west: 3 }, {}), undefined);
  void queryClient.getQueryCache().build(queryClient, { queryKey: keys.pinsOf({ west: 4 }, {}) });
  expect(seenPins()).toEqual([]);
});
