import { describe, expect, test } from "vitest";
import { headlinePrice } from "./headline-price.ts";
import type { PriceComponent, Tariff, TariffRestrictions } from "./tariff.ts";

const ZONE = "Asia/Kolkata";
const NOON = new Date("2026-01-05T06:30:00Z");

function tariff(
  elements: [PriceComponent[], TariffRestrictions?][],
  rest: Partial<Tariff> = {},
): Tariff {
  return {
    country_code: "IN",
    party_id: "ABC",
    id: "T",
    currency: "INR",
    last_updated: "2026-01-01T00:00:00Z",
    elements: elements.map(([price_components, restrictions]) => ({
      price_components,
      restrictions: restrictions ?? null,
    })),
    ...rest,
  };
}
const energy = (price: number, vat: number | null = 18): PriceComponent => ({
  type: "ENERGY",
  price,
  vat,
  step_size: 1,
});

describe("[E-4] the headline price of a station", () => {
  test("includes GST, per kWh and per minute", () => {
    const t = tariff([
      [
        [
          energy(18.5),
          { type: "TIME", price: 60, vat: 18, step_size: 60 },
          { type: "FLAT", price: 10, vat: 18, step_size: 1 },
          { type: "PARKING_TIME", price: 120, vat: 18, step_size: 60 },
        ],
      ],
    ]);
    expect(headlinePrice(t, ZONE, NOON)).toEqual({
      perKwhMinor: 2183n,
      perMinuteMinor: 118n,
      flatMinor: 1180n,
      parkingPerMinuteMinor: 236n,
      changesAt: null,
      free: false,
    });
  });

  test("a missing price is null, not zero", () => {
    expect(headlinePrice(tariff([[[energy(10)]]]), ZONE, NOON)).toMatchObject({
      perMinuteMinor: null,
      flatMinor: null,
    });
  });

  test("says when it changes next today, midnight included", () => {
    const t = tariff([[[energy(22)], { start_time: "18:00", end_time: "22:00" }], [[energy(18)]]]);
    expect(headlinePrice(t, ZONE, NOON)).toMatchObject({
      perKwhMinor: 2124n,
      changesAt: "2026-01-05T12:30:00.000Z",
    });
    expect(headlinePrice(t, ZONE, new Date("2026-01-05T12:30:00Z"))).toMatchObject({
      perKwhMinor: 2596n,
      changesAt: "2026-01-05T16:30:00.000Z",
    });
    expect(headlinePrice(t, ZONE, new Date("2026-01-05T16:30:00Z")).changesAt).toBeNull();
    const sunday = tariff([[[energy(5)], { day_of_week: ["TUESDAY"] }], [[energy(18)]]]);
    expect(headlinePrice(sunday, ZONE, NOON).changesAt).toBe("2026-01-05T18:30:00.000Z");
  });

  test("a boundary that leaves the price as it is does not count", () => {
    const t = tariff([[[energy(18)], { start_time: "18:00" }], [[energy(18)]]]);
    expect(headlinePrice(t, ZONE, NOON).changesAt).toBeNull();
  });

  test("elements that depend on power need to know it", () => {
    const t = tariff([
      [[energy(25)], { min_power: 50 }],
      [[energy(18)], { max_power: 50 }],
    ]);
    expect(headlinePrice(t, ZONE, NOON, 60).perKwhMinor).toBe(2950n);
    expect(headlinePrice(t, ZONE, NOON, 7.4).perKwhMinor).toBe(2124n);
    expect(headlinePrice(t, ZONE, NOON).perKwhMinor).toBeNull();
  });

  test("free only when nothing in force costs anything", () => {
    const free = tariff([[[{ type: "FLAT", price: 0, step_size: 0 }]]]);
    expect(headlinePrice(free, ZONE, NOON).free).toBe(true);
    expect(headlinePrice(tariff([]), ZONE, NOON).free).toBe(false);
    const firstHalfHour = tariff([[[energy(0)], { max_duration: 1800 }], [[energy(18)]]]);
    expect(headlinePrice(firstHalfHour, ZONE, NOON)).toMatchObject({
      perKwhMinor: 0n,
      free: false,
    });
    expect(headlinePrice({ ...free, min_price: { excl_vat: 5 } }, ZONE, NOON).free).toBe(false);
    for (const least of [{ excl_vat: 0.5 }, { excl_vat: 0, incl_vat: 0.59 }])
      expect(headlinePrice({ ...free, min_price: least }, ZONE, NOON).free).toBe(false);
    expect(headlinePrice({ ...free, min_price: { excl_vat: 0 } }, ZONE, NOON).free).toBe(true);
    const atNight = tariff([
      [[energy(0)], { start_time: "22:00", end_time: "06:00" }],
      [[energy(18)], { start_time: "06:00", end_time: "22:00" }],
    ]);
    expect(headlinePrice(atNight, ZONE, new Date("2026-01-05T18:00:00Z")).free).toBe(true);
  });

  test("a tariff not valid today has no price and is not free", () => {
    const t = tariff([[[energy(0)]]], { end_date_time: "2026-01-01T00:00:00Z" });
    expect(headlinePrice(t, ZONE, NOON)).toMatchObject({
      perKwhMinor: null,
      changesAt: null,
      free: false,
    });
  });
});
