import { ABSENT, type OddTariff } from "./case.ts";

const ELEMENT = "elements.0";
const COMPONENT = "elements.0.price_components.0";
const plain = [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }];

/** The good one costs ₹20 per kWh. An unreadable field that may change a price makes the price unknown. */
export const tariffs: readonly OddTariff[] = [
  {
    name: "restrictions as an empty list",
    why: "A language without types writes an empty object as an empty list.",
    odd: { [`${ELEMENT}.restrictions`]: [] },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "restrictions as a list of one",
    why: "An early library had them as a list.",
    odd: { [`${ELEMENT}.restrictions`]: [{ min_kwh: 0 }] },
    expect: { is: "KNOWN", perKwh: 20, told: [`${ELEMENT}.restrictions`] },
  },
  {
    name: "restrictions as two",
    why: "Two ranges of hours were wanted in one element.",
    odd: { [`${ELEMENT}.restrictions`]: [{ end_time: "06:00" }, { start_time: "22:00" }] },
    expect: { is: "REFUSED", told: [`${ELEMENT}.restrictions`] },
  },
  {
    name: "restrictions of nulls",
    why: "The class is always written, its fields only when they are filled in.",
    odd: {
      [`${ELEMENT}.restrictions`]: { start_time: null, end_time: null, day_of_week: null },
    },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "no days of the week",
    why: "No choice means every day to that system.",
    odd: { [`${ELEMENT}.restrictions.day_of_week`]: [] },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "days of the week as numbers",
    why: "Opening times number their days, so tariffs were written alike.",
    odd: { [`${ELEMENT}.restrictions.day_of_week`]: [1, 2, 3, 4, 5] },
    expect: { is: "REFUSED", told: [`${ELEMENT}.restrictions.day_of_week`] },
  },
  {
    name: "one day as a text",
    why: "A single choice was sent for a list.",
    odd: { [`${ELEMENT}.restrictions.day_of_week`]: "FRIDAY" },
    expect: { is: "KNOWN", told: [`${ELEMENT}.restrictions.day_of_week`] },
  },
  {
    name: "times with seconds",
    why: "A time column of SQL is printed with them.",
    odd: {
      [`${ELEMENT}.restrictions.start_time`]: "00:00:00",
      [`${ELEMENT}.restrictions.end_time`]: "23:59:00",
    },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "times as a number",
    why: "Minutes of the day are easy to compare.",
    odd: { [`${ELEMENT}.restrictions.start_time`]: 480 },
    expect: { is: "REFUSED", told: [`${ELEMENT}.restrictions.start_time`] },
  },
  {
    name: "dates with a time",
    why: "A date column is printed as an instant.",
    odd: { [`${ELEMENT}.restrictions.start_date`]: "2026-01-01T00:00:00Z" },
    expect: { is: "KNOWN" },
  },
  {
    name: "bounds as text",
    why: "A decimal column is printed as text.",
    odd: { [`${ELEMENT}.restrictions.min_kwh`]: "0.0000" },
    expect: { is: "KNOWN", perKwh: 20, told: [`${ELEMENT}.restrictions.min_kwh`] },
  },
  {
    name: "price as text",
    why: "Money is kept as a decimal, and a decimal is printed as text.",
    odd: { [`${COMPONENT}.price`]: "20.00" },
    expect: { is: "KNOWN", perKwh: 20, told: [`${COMPONENT}.price`] },
  },
  {
    name: "price with a comma",
    why: "The server prints numbers as its country does.",
    odd: { [`${COMPONENT}.price`]: "20,00" },
    expect: { is: "REFUSED", told: [`${COMPONENT}.price`] },
  },
  {
    name: "no price",
    why: "It is agreed on paper.",
    odd: { [`${COMPONENT}.price`]: null },
    expect: { is: "REFUSED", told: [`${COMPONENT}.price`] },
  },
  {
    name: "step size of zero",
    why: "Zero means no rounding to its author.",
    odd: { [`${COMPONENT}.step_size`]: 0 },
    expect: { is: "REFUSED", told: [`${COMPONENT}.step_size`] },
  },
  {
    name: "no step size",
    why: "It seems needless where nothing is rounded.",
    odd: { [`${COMPONENT}.step_size`]: ABSENT },
    expect: { is: "REFUSED", told: [`${COMPONENT}.step_size`] },
  },
  {
    name: "tax as text",
    why: "A template language writes every value in quotation marks.",
    odd: { [`${COMPONENT}.vat`]: "18" },
    expect: { is: "KNOWN", perKwh: 20, told: [`${COMPONENT}.vat`] },
  },
  {
    name: "a dimension of its own",
    why: "Fees for a connection have no dimension in OCPI.",
    odd: {
      [`${ELEMENT}.price_components`]: [
        ...plain,
        { type: "CONNECTION_FEE", price: 10, step_size: 1 },
      ],
    },
    expect: { is: "REFUSED", told: [`${ELEMENT}.price_components`] },
  },
  {
    name: "no elements",
    why: "A tariff is announced before its prices are decided.",
    odd: { elements: [] },
    expect: { is: "REFUSED", told: ["elements"] },
  },
  {
    name: "an element without components",
    why: "An empty row of the form was saved.",
    odd: { [`${ELEMENT}.price_components`]: [] },
    expect: { is: "KNOWN" },
  },
  {
    name: "components without a list",
    why: "A converter from XML makes a list of one into the one.",
    odd: { [`${ELEMENT}.price_components`]: plain[0] },
    expect: { is: "KNOWN", perKwh: 20, told: [`${ELEMENT}.price_components`] },
  },
  {
    name: "no currency",
    why: "An operator of one country finds it needless.",
    odd: { currency: ABSENT },
    expect: { is: "REFUSED", told: ["currency"] },
  },
  {
    name: "currency in lower case",
    why: "The payment provider of that operator writes it so.",
    odd: { currency: "inr" },
    expect: { is: "KNOWN" },
  },
  {
    name: "currency by its sign",
    why: "The sign is what the price list shows.",
    odd: { currency: "₹" },
    expect: { is: "REFUSED", told: ["currency"] },
  },
  {
    name: "alternative text as plain text",
    why: "The operator has one language and sends the text alone.",
    odd: { tariff_alt_text: "20 a unit" },
    expect: { is: "KNOWN", perKwh: 20, told: ["tariff_alt_text"] },
  },
  {
    name: "type of its own",
    why: "Fleets and members have prices of their own.",
    odd: { type: "MEMBERS" },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "minimum price as a number",
    why: "OCPI 2.1.1 had amounts without classes.",
    odd: { min_price: 1 },
    expect: { is: "REFUSED", told: ["min_price"] },
  },
  {
    name: "validity as days",
    why: "A tariff begins on a day.",
    odd: { start_date_time: "2026-01-01", end_date_time: "2027-12-31" },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "validity of empty texts",
    why: "The exporter writes empty text for what it does not have.",
    odd: { start_date_time: "", end_date_time: "" },
    expect: { is: "KNOWN", perKwh: 20 },
  },
  {
    name: "never changed tariff",
    why: "Prices are configuration and carry no date.",
    odd: { last_updated: ABSENT },
    expect: { is: "KNOWN", perKwh: 20, told: ["last_updated"] },
  },
  {
    name: "energy mix in words",
    why: "A sentence for the customer stands in the place of figures.",
    odd: { energy_mix: "100 % solar" },
    expect: { is: "KNOWN", perKwh: 20, told: ["energy_mix"] },
  },
];
