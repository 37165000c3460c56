import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { priceNowWords } from "./price-now.ts";

const component = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
const elements = [
  {
    price_components: [component("ENERGY", 17.5)],
    restrictions: { start_time: "18:00", end_time: "22:00" },
  },
  { price_components: [component("ENERGY", 14)] },
];
/** Began at 17:30 in India, half an hour ago on its own clock, at 7.2 kW. */
const session = (change: object = {}) =>
  ({
    step: "FLOWING",
    status: "ACTIVE",
    location: { time_zone: "Asia/Kolkata" },
    connector: { powerInKwh: 7.2 },
    tariff: {
      id: "t",
      country_code: "IN",
      party_id: "URJ",
      currency: "INR",
      last_updated: "2026-01-01T00:00:00Z",
      elements,
    },
    start_date_time: "2026-11-20T12:00:00Z",
    duration_s: 1200,
    kwh: 2.4,
    power_kw: 7.2,
    speed: 1,
    news_at: "2026-11-20T09:00:00Z",
    ...change,
  }) as unknown as Session;
const now = Date.parse("2026-11-20T09:00:00Z");

test("[S-2] [E-4] the price of the moment on the charge's own clock, and its next change", () => {
  expect(priceNowWords(session(), now)).toEqual([
    "Now ₹16.52/kWh",
    "From 18:00 ₹20.65/kWh instead of ₹16.52/kWh",
  ]);
  expect(priceNowWords(session({ duration_s: 2400, kwh: 4.8 }), now)).toEqual([
    "Now ₹20.65/kWh",
    "From 22:00 ₹16.52/kWh instead of ₹20.65/kWh",
  ]);
});

test("[E-4] a price by energy changes where the meter gets there", () => {
  const tiers = [
    { price_components: [component("ENERGY", 18)], restrictions: { max_kwh: 20 } },
    { price_components: [component("ENERGY", 22)] },
    { price_components: [component("TIME", 90)], restrictions: { min_duration: 3600 } },
  ];
  const tariff = { ...session().tariff, elements: tiers };
  const words = (kwh: number, duration_s: number) =>
    priceNowWords(session({ tariff, kwh, duration_s }), now).map((line) =>
      line.replaceAll("\u00a0", " "),
    );
  expect(words(10, 1200)).toEqual([
    "Now ₹21.24/kWh",
    "From 20 kWh ₹25.96/kWh instead of ₹21.24/kWh",
  ]);
  expect(words(21, 2500)).toEqual(["Now ₹25.96/kWh", "After 1 h ₹1.77/min as well"]);
  expect(words(25, 4000)).toEqual(["Now ₹25.96/kWh + ₹1.77/min"]);
});

test("[E-4] without a tariff or a beginning there is no price, not a zero", () => {
  expect(priceNowWords(session({ tariff: null }), now)).toEqual([]);
  expect(priceNowWords(session({ start_date_time: null }), now)).toEqual([]);
  expect(priceNowWords(session({ kwh: 0, duration_s: 0 }), now)[0]).toBe("Now ₹16.52/kWh");
});
