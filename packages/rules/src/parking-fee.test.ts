import { expect, test } from "vitest";
import { parkingFee } from "./parking-fee.ts";
import { priceSession } from "./price-session.ts";
import type { Tariff, TariffRestrictions } from "./tariff.ts";

// 13:00 in India, a Friday; the car is full at 13:40.
const START = "2026-11-20T07:30:00.000Z";
const FULL = "2026-11-20T08:10:00.000Z";

const tariffWith = (
  ...fees: { price: number; step?: number; when?: TariffRestrictions }[]
): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  elements: [
    ...fees.map(({ price, step = 1, when }) => ({
      price_components: [{ type: "PARKING_TIME" as const, price, vat: 18, step_size: step }],
      restrictions: when ?? null,
    })),
    { price_components: [{ type: "ENERGY" as const, price: 20, vat: 18, step_size: 1 }] },
  ],
  last_updated: "2026-11-01T00:00:00Z",
});
const feeOf = (tariff: Tariff, kwh = 20) =>
  parkingFee({
    tariff,
    timeZone: "Asia/Kolkata",
    start: new Date(START),
    from: new Date(FULL),
    kwh,
  });
/** Paise for parking from full until an instant. */
function costUntil(tariff: Tariff, end: string, kwh = 20): bigint {
  const price = (until: string) =>
    priceSession({
      tariff,
      timeZone: "Asia/Kolkata",
      start: START,
      end: until,
      periods: [
        { start: START, end: FULL, kwh, kind: "CHARGING" },
        ...(until > FULL ? [{ start: FULL, end: until, kwh: 0, kind: "PARKING" as const }] : []),
      ],
    }).inclMinor;
  return price(end) - price(FULL);
}

test.each<[string, Tariff, string, bigint]>([
  ["at once", tariffWith({ price: 60 }), FULL, 118n],
  [
    "an hour after the charge began",
    tariffWith({ price: 60, when: { min_duration: 3_600 } }),
    "2026-11-20T08:30:00.000Z",
    118n,
  ],
  [
    "by the clock",
    tariffWith({ price: 120, when: { start_time: "18:00", end_time: "22:00" } }),
    "2026-11-20T12:30:00.000Z",
    236n,
  ],
  [
    "on another day of the week",
    tariffWith({ price: 60, when: { day_of_week: ["SATURDAY"] } }),
    "2026-11-20T18:30:00.000Z",
    118n,
  ],
  [
    "after a grace that costs nothing",
    tariffWith({ price: 0, when: { max_duration: 5_400 } }, { price: 60 }),
    "2026-11-20T09:00:00.000Z",
    118n,
  ],
  [
    "where it is for more energy only",
    tariffWith({ price: 60, when: { min_kwh: 10 } }),
    FULL,
    118n,
  ],
  [
    "where it is for cars without power",
    tariffWith({ price: 60, when: { max_power: 1 } }),
    FULL,
    118n,
  ],
  [
    "by whichever turn comes first",
    tariffWith(
      { price: 120, when: { min_duration: 7_200 } },
      { price: 60, when: { start_time: "16:00" } },
    ),
    "2026-11-20T09:30:00.000Z",
    236n,
  ],
  [
    "a day later to the millisecond",
    tariffWith({ price: 60, when: { min_duration: 24 * 3_600 + 2_400 } }),
    "2026-11-21T08:10:00.000Z",
    118n,
  ],
  ["in whole steps", tariffWith({ price: 60, step: 900 }), FULL, 118n],
])(
  "[S-2] a parking fee starts %s, and the price engine agrees",
  (_when, tariff, startsAt, perMinute) => {
    expect(feeOf(tariff)).toEqual({ startsAt, perMinuteMinor: perMinute });
    expect(costUntil(tariff, startsAt)).toBe(0n);
    const later = new Date(Date.parse(startsAt) + 60_000).toISOString();
    expect(costUntil(tariff, later)).toBeGreaterThanOrEqual(perMinute);
  },
);

test.each<[string, Tariff]>([
  ["none is in the tariff", tariffWith()],
  ["it is for less energy", tariffWith({ price: 60, when: { max_kwh: 10 } })],
  ["it is for cars that take power", tariffWith({ price: 60, when: { min_power: 1 } })],
  ["it was earlier in the charge", tariffWith({ price: 60, when: { max_duration: 1_200 } })],
  ["it is further away than a day", tariffWith({ price: 60, when: { min_duration: 88_801 } })],
  ["it costs nothing", tariffWith({ price: 0 })],
])("[S-2] there is no fee when %s", (_why, tariff) => {
  expect(feeOf(tariff)).toBeNull();
  expect(costUntil(tariff, "2026-11-21T07:00:00.000Z")).toBe(0n);
});
