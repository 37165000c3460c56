import { expect, test } from "vitest";
import { checkTariff } from "./check-tariff.ts";
import { headlinePrice } from "./headline-price.ts";
import { priceSession } from "./price-session.ts";
import type { PriceComponent, Tariff, TariffRestrictions } from "./tariff.ts";

const tariff = (change: Partial<Tariff> = {}): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  elements: [{ price_components: [{ type: "ENERGY", price: 10, step_size: 1 }] }],
  last_updated: "2026-01-01T00:00:00Z",
  ...change,
});
const component = (change: Partial<PriceComponent>) =>
  tariff({
    elements: [{ price_components: [{ type: "ENERGY", price: 10, step_size: 1, ...change }] }],
  });
const restricted = (restrictions: TariffRestrictions) =>
  tariff({ elements: [{ ...tariff().elements[0]!, restrictions }] });
const one = "tariff.elements[0].price_components[0]";
const bounds = "tariff.elements[0].restrictions";

test.each<[string, Tariff]>([
  ["tariff.currency is missing", tariff({ currency: "" })],
  ["tariff.currency is missing", tariff({ currency: undefined as unknown as string })],
  ["tariff.tax_included is YES", tariff({ tax_included: "YES" })],
  ["tariff.tax_included is INCL", tariff({ tax_included: "INCL" })],
  [`${one}.step_size is 0`, component({ step_size: 0 })],
  [`${one}.step_size is 0`, component({ type: "PARKING_TIME", step_size: 0 })],
  [`${one}.step_size is -1`, component({ type: "TIME", step_size: -1 })],
  [`${one}.price is -2`, component({ price: -2 })],
  [`${one}.vat is -18`, component({ vat: -18 })],
  [`${bounds}.max_kwh is 4, below min_kwh, which is 5`, restricted({ min_kwh: 5, max_kwh: 4 })],
  [`${bounds}.max_power is 1`, restricted({ min_power: 2, max_power: 1 })],
  [`${bounds}.max_current is 1`, restricted({ min_current: 2, max_current: 1 })],
  [`${bounds}.max_duration is 1`, restricted({ min_duration: 2, max_duration: 1 })],
  ["tariff.min_price.excl_vat is -1", tariff({ min_price: { excl_vat: -1 } })],
  ["tariff.max_price.incl_vat is -1", tariff({ max_price: { excl_vat: 1, incl_vat: -1 } })],
  [
    "tariff.max_price.excl_vat is 5, below min_price",
    tariff({ min_price: { excl_vat: 6 }, max_price: { excl_vat: 5 } }),
  ],
  [
    "tariff.max_price.incl_vat is 5, below min_price",
    tariff({
      min_price: { excl_vat: 4, incl_vat: 6 },
      max_price: { excl_vat: 5, incl_vat: 5 },
    }),
  ],
])("[E-4] refused: %s", (sentence, refused) => {
  expect(() => checkTariff(refused)).toThrow(sentence);
  const at = "2026-01-05T04:00:00Z";
  const session = { timeZone: "Asia/Kolkata", start: at, end: at, periods: [] };
  expect(() => priceSession({ tariff: refused, ...session })).toThrow(sentence);
  expect(() => headlinePrice(refused, "Asia/Kolkata", new Date(at))).toThrow(sentence);
});

test.each<[string, Tariff]>([
  ["bounds that are equal", restricted({ min_kwh: 5, max_kwh: 5 })],
  ["a start fee with step_size 0", component({ type: "FLAT", step_size: 0 })],
  ["prices without tax, said the way of 2.3.0", tariff({ tax_included: "NO" })],
  ["prices without tax, as there is none", tariff({ tax_included: "N/A" })],
  ["a price of nothing, and VAT of 0 %", component({ price: 0, vat: 0 })],
  ["limits that are equal", tariff({ min_price: { excl_vat: 5 }, max_price: { excl_vat: 5 } })],
])("[E-4] not refused: %s", (_, kept) => {
  expect(() => checkTariff(kept)).not.toThrow();
});
