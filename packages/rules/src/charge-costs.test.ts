import { describe, expect, test } from "vitest";
import { chargeCosts, energyMicroKwh, longestWithin, msFor } from "./charge-costs.ts";
import type { Tariff, TariffElement } from "./tariff.ts";

const tariff = (elements: TariffElement[], more: Partial<Tariff> = {}): Tariff => ({
  country_code: "IN",
  party_id: "ABC",
  id: "T1",
  currency: "INR",
  elements,
  last_updated: "2026-01-01T00:00:00Z",
  ...more,
});
const energy = (price: number, restrictions?: TariffElement["restrictions"]): TariffElement => ({
  price_components: [{ type: "ENERGY", price, vat: 0, step_size: 1 }],
  restrictions,
});
// Half past nine in the morning in India.
const START = new Date("2026-01-05T04:00:00Z");
const HOUR = 3_600_000;
const costs = (
  elements: TariffElement[],
  wantedKwh: number | null = null,
  more = {},
  powerKw = 10,
) =>
  chargeCosts({
    tariff: tariff(elements, more),
    timeZone: "Asia/Kolkata",
    start: START,
    powerKw,
    wantedKwh,
  });

describe("[E-3] the cost of a charge at constant power, by its duration", () => {
  test("energy in whole millionths of a kWh, and the time it takes in whole ms", () => {
    expect(energyMicroKwh(10, HOUR)).toBe(10_000_000);
    expect(energyMicroKwh(7.4, 1)).toBe(2);
    expect(msFor(10, 10)).toBe(HOUR);
    expect(msFor(1, 3)).toBe(1_200_000);
  });

  test("without a tariff, or before one is valid, the cost is unknown", () => {
    const at = { timeZone: "Asia/Kolkata", start: START, powerKw: 10, wantedKwh: null };
    expect(chargeCosts({ ...at, tariff: null })).toBeNull();
    expect(costs([energy(10)], null, { start_date_time: "2026-01-05T04:00:01Z" })).toBeNull();
    expect(costs([energy(10)], null, { start_date_time: "2026-01-05T04:00:00Z" })).not.toBeNull();
  });

  test("an energy that was requested is priced exactly, otherwise whole milliseconds are", () => {
    // A kWh at 7 kW does not last a whole number of milliseconds, and one more than 1000 Wh is a step more.
    const ms = msFor(1, 7);
    expect(costs([energy(9)], 1, {}, 7)!.costOf(ms)).toBe(900n);
    expect(costs([energy(9)], null, {}, 7)!.costOf(ms)).toBe(901n);
    expect(costs([energy(9)], 1, {}, 7)!.costOf(2 * ms)).toBe(1_801n);
    expect(costs([energy(9)])!.costOf(HOUR)).toBe(9_000n);
  });

  test("the price changes by the clock, by energy and by duration, between the start and the limit", () => {
    const { turns, changesUntil } = costs([
      energy(10, { end_time: "10:00" }),
      energy(12, { max_kwh: 7 }),
      energy(15, { min_duration: 3_000 }),
      energy(13),
    ])!;
    const clock = HOUR / 2;
    const byEnergy = 0.7 * HOUR;
    const byTime = 3_000_000;
    expect(turns(HOUR)).toEqual([clock, byEnergy - 1, byEnergy, byEnergy + 1, byTime]);
    expect(turns(byEnergy)).toEqual([clock, byEnergy - 1]);
    expect(turns(clock)).toEqual([]);
    const changes = changesUntil(HOUR);
    expect(changes).toMatchObject([
      {
        at: "2026-01-05T04:30:00.000Z",
        because: "CLOCK",
        kwh: 5,
        before: { perKwhMinor: 1_000n },
        after: { perKwhMinor: 1_200n },
      },
      {
        because: "ENERGY",
        kwh: 7,
        before: { perKwhMinor: 1_200n },
        after: { perKwhMinor: 1_300n },
      },
      { because: "DURATION", before: { perKwhMinor: 1_300n }, after: { perKwhMinor: 1_500n } },
    ]);
    expect(changesUntil(byTime)).toHaveLength(2);
    expect(changesUntil(clock)).toEqual([]);
  });

  test("a boundary that changes no price is not a turn", () => {
    const { changesUntil } = costs([energy(10, { max_kwh: 7 }), energy(10)])!;
    expect(changesUntil(HOUR)).toEqual([]);
  });
});

describe("[E-3] the longest charge within an amount", () => {
  const of = (costOf: (ms: number) => number, turns: number[] = []) => ({
    costOf: (ms: number) => BigInt(costOf(ms)),
    turns: () => turns,
    changesUntil: () => [],
  });

  test("is the last millisecond whose cost is not above it, up to the limit", () => {
    const rising = of((ms) => ms);
    expect(longestWithin(5n, 10, rising)).toBe(5);
    expect(longestWithin(9n, 10, rising)).toBe(9);
    expect(longestWithin(10n, 10, rising)).toBe(10);
    expect(longestWithin(99n, 10, rising)).toBe(10);
    expect(longestWithin(0n, 10, rising)).toBe(0);
    expect(longestWithin(999n, 100_000, rising)).toBe(999);
  });

  test("there is none if the start alone costs more, and it is zero if there is no time", () => {
    expect(
      longestWithin(
        4n,
        10,
        of(() => 5),
      ),
    ).toBe(-1);
    expect(
      longestWithin(
        5n,
        10,
        of(() => 5),
      ),
    ).toBe(10);
    expect(
      longestWithin(
        5n,
        -3,
        of(() => 0),
      ),
    ).toBe(-3);
    expect(
      longestWithin(
        5n,
        0,
        of(() => 0),
      ),
    ).toBe(0);
  });

  test("ends where the amount was exceeded, even if the price falls again later", () => {
    const spike = of((ms) => (ms >= 4 && ms < 6 ? 100 : ms), [4, 6]);
    expect(longestWithin(50n, 10, spike)).toBe(3);
    const jump = of((ms) => (ms > 4 ? 100 + ms : ms), [4]);
    expect(longestWithin(50n, 10, jump)).toBe(4);
    expect(longestWithin(105n, 10, jump)).toBe(5);
  });
});
