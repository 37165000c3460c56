import type { Connector } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { type TariffRow, tariffRows } from "./tariff-rows.ts";

const priced = (tariff: object | null) =>
  ({
    tariff: tariff && {
      id: "t",
      country_code: "IN",
      party_id: "URJ",
      currency: "INR",
      last_updated: "2026-01-01T00:00:00Z",
      ...tariff,
    },
  }) as Connector;
const component = (type: string, price: number, step_size = 1, vat: number | null = 18) => ({
  type,
  price,
  vat,
  step_size,
});
/** A Friday, 16:00 in India. */
const FRIDAY = new Date("2026-11-20T10:30:00Z");
const inWords = (rows: readonly TariffRow[]) =>
  rows.map(({ name, price, conditions }) =>
    [name, price, ...conditions].join(" | ").replaceAll("\u00a0", " "),
  );
const rowsAt = (tariff: object | null, at = FRIDAY) => {
  const rows = tariffRows(priced(tariff), "Asia/Kolkata", at);
  return rows && { now: inWords(rows.now), later: inWords(rows.later) };
};
const words = (tariff: object | null) => rowsAt(tariff)?.now;

test("[E-4] a price with one component is one row, GST included", () => {
  expect(words({ elements: [{ price_components: [component("ENERGY", 16.1)] }] })).toEqual([
    "Energy | ₹19.00 per kWh",
  ]);
});

test("[E-4] every price stands with its conditions, in the order they are tried", () => {
  const elements = [
    {
      price_components: [component("ENERGY", 11)],
      restrictions: { start_time: "22:00", end_time: "06:00" },
    },
    { price_components: [component("ENERGY", 14), component("FLAT", 20)] },
    { price_components: [component("ENERGY", 99)], restrictions: { min_kwh: 5 } },
    {
      price_components: [component("TIME", 90, 60), component("PARKING_TIME", 90, 300)],
      restrictions: { min_duration: 3600 },
    },
    {
      price_components: [component("TIME", 60), component("ENERGY", 1)],
      restrictions: { reservation: "RESERVATION" },
    },
  ];
  expect(rowsAt({ elements })).toEqual({
    now: [
      "Start fee | ₹23.60 once",
      "Energy | ₹16.52 per kWh",
      "Charging time | ₹1.77 per min | after 1 h | counted in full minutes",
      "Parking after charging | ₹1.77 per min | after 1 h | counted in full steps of 5 min",
    ],
    later: ["Energy | ₹12.98 per kWh | from 22:00 to 06:00"],
  });
  const night = new Date("2026-11-20T18:30:00Z");
  expect(rowsAt({ elements }, night)).toMatchObject({
    now: expect.arrayContaining(["Energy | ₹12.98 per kWh | from 22:00 to 06:00"]),
    later: ["Energy | ₹16.52 per kWh | otherwise"],
  });
});

test("[E-4] what cannot be met within a day is not told: other days, other dates, reservations", () => {
  const on = (price: number, restrictions: object) => ({
    price_components: [component("ENERGY", price)],
    restrictions,
  });
  const elements = [
    on(20, { day_of_week: ["SATURDAY"] }),
    on(30, { day_of_week: ["SUNDAY", "MONDAY"] }),
    on(40, { start_date: "2026-12-24", end_date: "2026-12-27" }),
    on(10, { reservation: "RESERVATION" }),
    { price_components: [component("ENERGY", 15)] },
  ];
  expect(rowsAt({ elements })).toEqual({
    now: ["Energy | ₹17.70 per kWh"],
    later: ["Energy | ₹23.60 per kWh | Saturday"],
  });
});

test("[E-4] prices of more and more energy are all in force", () => {
  const elements = [
    { price_components: [component("ENERGY", 18)], restrictions: { max_kwh: 20 } },
    { price_components: [component("ENERGY", 22)] },
  ];
  expect(rowsAt({ elements })).toEqual({
    now: ["Energy | ₹21.24 per kWh | for the first 20 kWh", "Energy | ₹25.96 per kWh | otherwise"],
    later: [],
  });
});

test("[E-4] the same price at several hours is one row, and what holds otherwise is its own", () => {
  const at = (start_time: string, end_time: string, price: number) => ({
    price_components: [component("ENERGY", price)],
    restrictions: { start_time, end_time },
  });
  const rest = { price_components: [component("ENERGY", 16)] };
  const elements = [
    at("06:00", "07:00", 16),
    at("18:00", "19:00", 16),
    at("19:00", "20:00", 20),
    rest,
  ];
  expect(rowsAt({ elements })).toEqual({
    now: ["Energy | ₹18.88 per kWh"],
    later: [
      "Energy | ₹18.88 per kWh | from 06:00 to 07:00; from 18:00 to 19:00",
      "Energy | ₹23.60 per kWh | from 19:00 to 20:00",
    ],
  });
});

test("[E-4] what a minute costs in parts of a paisa is said by the hour too; steps of 0.5 kWh are said", () => {
  const elements = [{ price_components: [component("TIME", 36), component("ENERGY", 10, 500)] }];
  expect(words({ elements })).toEqual([
    "Energy | ₹11.80 per kWh | counted in full steps of 0.5 kWh",
    "Charging time | ₹0.71 per min (₹42.48 per h)",
  ]);
});

test("[E-4] the least and the most of a charge, with the GST of its prices", () => {
  const limits = { min_price: { excl_vat: 50 }, max_price: { excl_vat: 1500, incl_vat: 1770 } };
  const flat = { price_components: [component("FLAT", 0, 1, 18)] };
  expect(words({ elements: [flat], ...limits })).toEqual([
    "Start fee | free",
    "At least | ₹59.00 | for the whole charging session",
    "At most | ₹1,770.00 | for the whole charging session",
  ]);
  const mixed = [
    { price_components: [component("ENERGY", 10, 1, 18), component("TIME", 60, 1, null)] },
  ];
  expect(words({ elements: mixed, ...limits })?.[2]).toBe(
    "At least | ₹50.00 before GST | for the whole charging session",
  );
});

test("[E-4] no tariff, or one that cannot be read, has no rows", () => {
  expect(rowsAt(null)).toBeNull();
  const elements = [{ price_components: [component("ENERGY", Number.NaN)] }];
  expect(rowsAt({ elements })).toBeNull();
  expect(rowsAt({ elements: [] })).toBeNull();
});
