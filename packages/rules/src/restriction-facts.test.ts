import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTariff } from "./check-tariff.ts";
import { DAYS_OF_WEEK } from "./days-of-week.ts";
import { compileTariff, firstMatch, type Moment } from "./match-element.ts";
import { restrictionFacts } from "./restriction-facts.ts";
import { restrictionText } from "./restriction-text.ts";
import type { Tariff, TariffRestrictions } from "./tariff.ts";

const tariff = (restrictions: TariffRestrictions | null, more: object = {}): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  last_updated: "2026-11-20T06:30:00Z",
  elements: [
    {
      price_components: [{ type: "ENERGY", price: 20, step_size: 1, ...more }],
      restrictions,
    },
  ],
});

const energy: Moment = {
  day: 20_000,
  time: 43_200_000,
  weekday: 1,
  energy: 5_000n,
  elapsed: 600_000,
  power: null,
  current: null,
};
const holds = (restrictions: TariffRestrictions | null) => {
  const { byDimension } = compileTariff(tariff(restrictions), 1_000n);
  return firstMatch(byDimension.ENERGY, energy) !== null;
};

test.each<[TariffRestrictions | null, object[], boolean]>([
  [null, [], true],
  [{ start_time: "00:00", end_time: "00:00" }, [], true],
  [{ start_time: "22:00", end_time: "22:00" }, [{ kind: "NEVER" }], false],
  [
    { start_time: "0:00", end_time: "23:59" },
    [{ kind: "HOURS", from: "0:00", until: "23:59" }],
    true,
  ],
  [{ day_of_week: DAYS_OF_WEEK.toReversed() }, [], true],
  [
    { day_of_week: ["SUNDAY", "TUESDAY", "SUNDAY"] },
    [{ kind: "DAYS", days: ["TUESDAY", "SUNDAY"] }],
    false,
  ],
  [{ min_kwh: 0, min_duration: 0 }, [], true],
  [{ min_kwh: 0, max_kwh: 5 }, [{ kind: "ENERGY", from: null, below: 5 }], false],
  // It asks for a power that is known.
  [{ min_power: 0 }, [{ kind: "POWER", from: 0, below: null }], false],
])("[B-1] %j is %j, and holds: %j", (restrictions, facts, matches) => {
  expect(restrictionFacts(restrictions)).toEqual(facts);
  expect(holds(restrictions)).toBe(matches);
});

test("[B-1] whatever has no words always holds", () => {
  const time = fc.constantFrom(null, "00:00", "09:00", "12:00", "22:00", "24:00");
  const bound = fc.constantFrom(null, 0, 5, 600);
  fc.assert(
    fc.property(
      fc.record({
        start_time: time,
        end_time: time,
        day_of_week: fc.option(fc.subarray([...DAYS_OF_WEEK])),
        min_kwh: bound,
        max_kwh: bound,
        min_duration: bound,
        max_duration: bound,
        min_power: bound,
      }),
      (restrictions) => {
        const one = tariff(restrictions);
        fc.pre(isClear(one));
        return restrictionText(restrictions) !== "" || holds(restrictions);
      },
    ),
    { numRuns: 2_000 },
  );
  expect(restrictionText({})).toBe("");
});

function isClear(one: Tariff): boolean {
  try {
    checkTariff(one);
    return true;
  } catch {
    return false;
  }
}

test.each([
  [
    { ...tariff({ min_soc: 20 } as TariffRestrictions) },
    "tariff.elements[0].restrictions.min_soc is not known",
  ],
  [tariff(null, { min_soc: 20 }), "tariff.elements[0].price_components[0].min_soc is not known"],
  [
    { ...tariff(null), elements: [{ ...tariff(null).elements[0]!, only_for: "members" }] },
    "tariff.elements[0].only_for is not known",
  ],
  [tariff({ max_kwh: -1 }), "tariff.elements[0].restrictions.max_kwh is -1, below 0"],
])("[B-1] a key that nobody knows has no price: %#", (one, message) => {
  expect(() => checkTariff(one)).toThrow(new RangeError(message));
});

test("[B-1] a key without a value changes nothing", () => {
  expect(() => checkTariff(tariff({ min_soc: null } as TariffRestrictions))).not.toThrow();
});
