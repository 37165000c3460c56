import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { priceSession } from "./price-session.ts";
import { retailTariff, type RetailRule } from "./retail.ts";
import type { SellerTaxes } from "./seller-tax.ts";
import type { Tariff } from "./tariff.ts";

const tariff: Tariff = {
  country_code: "IN",
  party_id: "TST",
  id: "tar_1",
  currency: "INR",
  elements: [
    {
      price_components: [
        { type: "ENERGY", price: 16.1, vat: 18, step_size: 1 },
        { type: "PARKING_TIME", price: 30, vat: 18, step_size: 60 },
      ],
      restrictions: { start_time: "08:00", end_time: "20:00" },
    },
    {
      price_components: [
        { type: "ENERGY", price: 12.35, step_size: 1 },
        { type: "FLAT", price: 5, vat: 5, step_size: 1 },
      ],
    },
  ],
  min_price: { excl_vat: 20, incl_vat: 23.6 },
  max_price: { excl_vat: 900 },
  tariff_alt_text: [{ language: "en", text: "₹16.10 a kWh" }],
  last_updated: "2026-11-01T00:00:00Z",
};
const at =
  (percent: number): SellerTaxes =>
  () => ({ percent, sac: "998714" });
const sell = (of: Tariff, rule: RetailRule | null, taxes = at(18)) => retailTariff(of, rule, taxes);
/** Its tax is ours already. */
const taxed: Tariff = {
  ...tariff,
  elements: [tariff.elements[0]!],
  max_price: { excl_vat: 900, incl_vat: 1062 },
};
const pricesOf = (t: Tariff) =>
  t.elements.flatMap((e) => e.price_components.map((c) => [c.type, c.price, c.vat]));

describe("[E-4] a retail tariff", () => {
  test.each<[string, RetailRule | null]>([
    ["no rule", null],
    ["an empty rule", {}],
    ["a rule of nothing", { markup_percent: 0, per_kwh_add: 0 }],
  ])("with %s is the operator's own", (_name, rule) => {
    expect(sell(taxed, rule)).toBe(taxed);
  });

  test("raises every price and limit by the markup, exactly", () => {
    const sold = sell(tariff, { markup_percent: 10 });
    expect(pricesOf(sold)).toEqual([
      ["ENERGY", 17.71, 18],
      ["PARKING_TIME", 33, 18],
      ["ENERGY", 13.585, 18],
      ["FLAT", 5.5, 18],
    ]);
    expect(sold.min_price).toEqual({ excl_vat: 22, incl_vat: 25.96 });
    expect(sold.max_price).toEqual({ excl_vat: 990, incl_vat: 1168.2 });
  });

  test("adds an amount to each kWh after the markup, and to nothing else", () => {
    const sold = sell(tariff, { markup_percent: 10, per_kwh_add: 0.5 });
    expect(pricesOf(sold).map(([, price]) => price)).toEqual([18.21, 33, 14.085, 5.5]);
    expect(sell(tariff, { per_kwh_add: 0.2 }).elements[0]?.price_components[0]?.price).toBe(16.3);
  });

  test("has the seller's tax whatever the operator says, also of a price that names none, and in its limits", () => {
    const sold = sell(tariff, null, at(5));
    expect(pricesOf(sold)).toEqual([
      ["ENERGY", 16.1, 5],
      ["PARKING_TIME", 30, 5],
      ["ENERGY", 12.35, 5],
      ["FLAT", 5, 5],
    ]);
    expect(sold.min_price).toEqual({ excl_vat: 20, incl_vat: 21 });
    expect(sold.max_price).toEqual({ excl_vat: 900, incl_vat: 945 });
    const raised = sell(tariff, { markup_percent: 5.5 });
    expect(raised.min_price).toEqual({ excl_vat: 21.1, incl_vat: 24.898 });
    expect(sell(tariff, null, at(2.5)).min_price).toEqual({ excl_vat: 20, incl_vat: 20.5 });
    expect(sell(tariff, null, at(0)).min_price).toEqual({ excl_vat: 20, incl_vat: 20 });
  });

  test("has the tax of what is sold: energy, parking, and a reservation whatever it is priced by", () => {
    const percents = { ENERGY: 18, TIME: 12, FLAT: 5, PARKING_TIME: 28, RESERVATION: 3 };
    const [first, second] = tariff.elements;
    const reserved = { ...second!, restrictions: { reservation: "RESERVATION" as const } };
    const sold = sell({ ...tariff, elements: [first!, second!, reserved] }, null, (kind) => ({
      percent: percents[kind],
      sac: "998714",
    }));
    expect(pricesOf(sold).map(([type, , vat]) => [type, vat])).toEqual([
      ["ENERGY", 18],
      ["PARKING_TIME", 28],
      ["ENERGY", 18],
      ["FLAT", 5],
      ["ENERGY", 3],
      ["FLAT", 3],
    ]);
  });

  test("a discount does not lower a price below zero", () => {
    const sold = sell(tariff, { markup_percent: -50, per_kwh_add: -7 });
    expect(pricesOf(sold).map(([, price]) => price)).toEqual([1.05, 15, 0, 2.5]);
  });

  test("keeps its id, conditions and steps, drops the operator's texts, and does not modify the operator's tariff", () => {
    const before = structuredClone(tariff);
    const sold = sell(tariff, { markup_percent: 10 });
    expect(tariff).toEqual(before);
    expect(sold.id).toBe(tariff.id);
    expect(sold.elements[0]?.restrictions).toEqual(tariff.elements[0]?.restrictions);
    expect(sold.elements[0]?.price_components[1]?.step_size).toBe(60);
    expect(sold).not.toHaveProperty("tariff_alt_text");
  });

  test.each<[RetailRule, string]>([
    [{ markup_percent: -100 }, "a markup is above -100 % and at most 1000 %, not -100"],
    [{ markup_percent: 1000.01 }, "a markup is above -100 % and at most 1000 %, not 1000.01"],
    [{ markup_percent: Number.NaN }, "a markup is above -100 % and at most 1000 %, not NaN"],
    [{ per_kwh_add: 1001 }, "an addition per kWh is at most 1000 rupees, not 1001"],
    [{ per_kwh_add: -1001 }, "an addition per kWh is at most 1000 rupees, not -1001"],
    [
      { per_kwh_add: Number.POSITIVE_INFINITY },
      "an addition per kWh is at most 1000 rupees, not Infinity",
    ],
  ])("refuses %j", (rule, message) => {
    expect(() => sell(tariff, rule)).toThrow(new RangeError(message));
  });

  test.each<RetailRule>([
    {},
    { markup_percent: -99.99 },
    { markup_percent: 1000 },
    { per_kwh_add: 1000 },
    { per_kwh_add: -1000 },
  ])("takes %j", (rule) => {
    expect(() => sell(tariff, rule)).not.toThrow();
  });

  test("a markup on every price raises the cost of any charge by exactly that much", () => {
    const price = (kwh: number, rule: RetailRule | null) =>
      priceSession({
        tariff: sell({ ...tariff, min_price: null, max_price: null }, rule),
        timeZone: "Asia/Kolkata",
        start: "2026-11-20T13:30:00Z",
        end: "2026-11-20T15:30:00Z",
        periods: [
          { start: "2026-11-20T13:30:00Z", end: "2026-11-20T15:30:00Z", kwh, kind: "CHARGING" },
        ],
      }).exact.excl;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 99_999 }),
        (wh, percent) => {
          const markup = percent / 100;
          const [plain, raised] = [
            price(wh / 1000, null),
            price(wh / 1000, { markup_percent: markup }),
          ];
          expect(raised.n * plain.d * 10_000n).toBe(plain.n * raised.d * BigInt(10_000 + percent));
        },
      ),
    );
  });
});
