import type { Vehicle } from "@voltmarg/contract";
import { decodePartyIds, parsePowerRange } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import {
  ASKABLE,
  asked,
  countOf,
  type Filter,
  isAsking,
  NO_FILTER,
  readFilter,
  withPower,
} from "./filter.ts";

const ask = (part: Partial<Filter>, vehicle?: Vehicle) => asked({ ...NO_FILTER, ...part }, vehicle);
const car = {
  vehicle_type: "FOUR_WHEELER",
  max_dc_intake: 60,
  onboard_charger_capacity: 7.2,
  inlets: ["IEC_62196_T2_COMBO", "IEC_62196_T2"],
  adapters: [],
} as unknown as Vehicle;

describe("[L-1] [L-10] what the service is asked", () => {
  test("nothing when nothing is chosen, however far", () => {
    expect(ask({})).toEqual({});
    expect(ask({ km: 50 })).toEqual({});
    expect(isAsking({ ...NO_FILTER, km: 50 })).toBe(false);
    expect(isAsking({ ...NO_FILTER, fits: false })).toBe(false);
  });

  test("a power range in the wire's form, which the rules read", () => {
    expect(ask({ powers: ["fast"] }).power_range).toBe("15-99.9");
    expect(parsePowerRange(ask({ powers: ["slow"] }).power_range!)).toEqual({
      minKw: null,
      maxKw: 14.9,
    });
    expect(parsePowerRange(ask({ powers: ["fast", "ultra"] }).power_range!)).toEqual({
      minKw: 15,
      maxKw: null,
    });
    expect(ask({ powers: ["slow", "fast", "ultra"] })).toEqual({});
    expect(parsePowerRange(ask({ fast: true }).power_range!)).toEqual({ minKw: 50, maxKw: null });
  });

  test("a plug is asked for by its standard, whatever the vehicle, and by none twice", () => {
    expect(ask({ standards: ["CHADEMO", "IEC_62196_T2"] }).standard).toBe("CHADEMO,IEC_62196_T2");
    const noFit = { fits: false, standards: ["CHADEMO"] };
    expect([ask(noFit).standard, ask(noFit, car).standard]).toEqual(["CHADEMO", "CHADEMO"]);
    const standards = ASKABLE.map(({ standard }) => standard);
    expect(standards).toContain("CHADEMO");
    expect(standards).not.toContain(null);
    expect(new Set(standards).size).toBe(standards.length);
    expect(ASKABLE.map(({ kind }) => kind)).not.toContain("bharat-dc-001");
  });

  test("one condition is enough to ask, one plug or operator too", () => {
    for (const part of [
      { freeNow: true },
      { openNow: true },
      { fast: true },
      { standards: ["CHADEMO"] },
      { operators: [{ id: "o", name: "O" }] },
      { rupees: 8 },
    ])
      expect(isAsking({ ...NO_FILTER, ...part }), JSON.stringify(part)).toBe(true);
    expect(ask({ operators: [{ id: "o", name: "O" }] }).party_id).toBe("o");
  });

  test("operators joined by an encoded hash", () => {
    const operators = [
      { id: "opr_1", name: "A" },
      { id: "opr_2", name: "B" },
    ];
    expect(ask({ operators }).party_id).toBe("opr_1%23opr_2");
    expect(decodePartyIds(ask({ operators }).party_id!)).toEqual(["opr_1", "opr_2"]);
  });

  test("free, open, current and price", () => {
    expect(ask({ freeNow: true, openNow: true, current: "AC", rupees: 18 })).toEqual({
      status: "AVAILABLE",
      open_now: "true",
      power_type: "AC",
      price_max: 1800,
    });
  });

  test("what fits is what the car takes; what is chosen beside must fit too", () => {
    expect(ask({ fits: true })).toEqual({});
    expect(ask({}, car).standard).toBe("IEC_62196_T2_COMBO,IEC_62196_T2");
    expect(ask({ fits: false }, car)).toEqual({});
    const portable = { ...car, adapters: ["DOMESTIC_M" as const] };
    expect(ask({ fits: true }, portable).standard?.split(",")).toContain("DOMESTIC_M");
    expect(ask({ fits: true, standards: ["CHADEMO", "IEC_62196_T2"] }, car).standard).toBe(
      "IEC_62196_T2",
    );
    // No plug is called NONE: the answer is honest, not the whole list.
    expect(ask({ fits: true, standards: ["CHADEMO"] }, car).standard).toBe("NONE");
  });
});

test("powers are chosen without gaps", () => {
  expect(withPower([], "fast")).toEqual(["fast"]);
  expect(withPower(["slow"], "ultra")).toEqual(["slow", "fast", "ultra"]);
  expect(withPower(["slow", "fast", "ultra"], "ultra")).toEqual(["slow", "fast"]);
  expect(withPower(["slow", "fast", "ultra"], "fast")).toEqual([]);
  expect(withPower(["fast"], "fast")).toEqual([]);
  expect(withPower(["fast"], "ultra")).toEqual(["fast", "ultra"]);
  expect(withPower(["slow", "fast"], "fast")).toEqual(["slow"]);
  expect(withPower(["slow", "fast", "ultra"], "slow")).toEqual(["fast", "ultra"]);
});

test("the number at Filters leaves out what has a chip of its own", () => {
  expect(countOf({ ...NO_FILTER, fits: true, freeNow: true, fast: true })).toBe(0);
  expect(countOf({ ...NO_FILTER, standards: ["CHADEMO"], km: 20, rupees: 18 })).toBe(3);
});

test.each([
  { openNow: true },
  { powers: ["fast"] },
  { standards: ["CHADEMO"] },
  { current: "AC" },
  { rupees: 8 },
  { operators: [{ id: "o", name: "O" }] },
  { km: 5 },
] satisfies Partial<Filter>[])("%j is one condition", (part) => {
  expect(countOf({ ...NO_FILTER, ...part })).toBe(1);
});

test("of what was kept, each part is read by itself", () => {
  expect(
    readFilter({ current: "AC", freeNow: true, openNow: 1, fast: "yes", fits: false }),
  ).toEqual({ ...NO_FILTER, current: "AC", freeNow: true, fits: false });
  expect(readFilter({ current: "DC", rupees: Infinity, km: Number.NaN })).toEqual({
    ...NO_FILTER,
    current: "DC",
  });
  expect(readFilter({ current: "both", fits: null })).toEqual(NO_FILTER);
  const operators = [null, "o", { id: "o" }, { id: 1, name: "O" }, { id: "o", name: "O" }];
  expect(readFilter({ operators }).operators).toEqual([{ id: "o", name: "O" }]);
  for (const nothing of ["text", 7, undefined]) expect(readFilter(nothing)).toEqual(NO_FILTER);
});

test("a kept filter is read as far as it can be", () => {
  const chosen: Filter = {
    ...NO_FILTER,
    fits: true,
    powers: ["fast"],
    standards: ["CHADEMO"],
    operators: [{ id: "o", name: "O" }],
    rupees: 18,
    km: 20,
  };
  expect(readFilter(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  expect(readFilter(null)).toEqual(NO_FILTER);
  expect(readFilter({ km: "far", powers: "all", standards: [7], operators: [{ id: 1 }] })).toEqual(
    NO_FILTER,
  );
});
