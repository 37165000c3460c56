import type { Vehicle } from "@voltmarg/contract";
import { decodePartyIds, parsePowerRange } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import {
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
});

test("the number at Filters leaves out what has a chip of its own", () => {
  expect(countOf({ ...NO_FILTER, fits: true, freeNow: true, fast: true })).toBe(0);
  expect(countOf({ ...NO_FILTER, standards: ["CHADEMO"], km: 20, rupees: 18 })).toBe(3);
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
