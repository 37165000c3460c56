import fc from "fast-check";
import { expect, test } from "vitest";
import { compare, exact, mul } from "./exact.ts";
import { pricesOf, withPercent } from "./net-price.ts";
import { priceSession } from "./price-session.ts";
import { retailTariff, type RetailRule } from "./retail.ts";
import type { Tariff } from "./tariff.ts";

/** Prices with tax, as reading makes them of OCPI 2.3.0: without it, rounded, and as they were sent. */
const inclusive = (incl: number, vat: number): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  tax_included: "NO",
  elements: [
    {
      price_components: [
        {
          type: "ENERGY",
          price: (incl * 100) / (100 + vat),
          price_incl_vat: incl,
          vat,
          step_size: 1,
        },
      ],
    },
  ],
  last_updated: "2026-01-01T00:00:00Z",
});
const totalOf = (tariff: Tariff, kwh: number) => {
  const [start, end] = ["2026-01-05T04:00:00Z", "2026-01-05T05:00:00Z"];
  const periods = [{ start, end, kwh, kind: "CHARGING" as const }];
  return priceSession({ tariff, timeZone: "Asia/Kolkata", start, end, periods }).exact;
};

const at = (percent: number) => () => ({ percent, sac: "998714" });

test("[E-4] what includes tax costs exactly what its operator wrote, whatever its rate", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_99 }),
      fc.constantFrom(5, 12, 18, 28, 7.7),
      fc.integer({ min: 1, max: 80_000 }),
      (paise, vat, wattHours) => {
        const price = paise / 100;
        const { excl, incl } = totalOf(inclusive(price, vat), wattHours / 1000);
        const wanted = mul(exact(price), exact(wattHours / 1000));
        expect(compare(incl, wanted)).toBe(0);
        expect(compare(withPercent(excl, exact(vat)), wanted)).toBe(0);
      },
    ),
  );
});

test.each<[RetailRule, string]>([
  [{ markup_percent: 10 }, "22"],
  [{ per_kwh_add: 1 }, "21.18"],
  [{ markup_percent: -50 }, "10"],
])("[E-4] a retail rule %o raises it without its tax, to %s a kWh with it", (rule, wanted) => {
  const [component] = retailTariff(inclusive(20, 18), rule, at(18)).elements[0]!.price_components;
  expect(component!.price_incl_vat).toBe(Number(wanted));
  expect(
    compare(totalOf(retailTariff(inclusive(20, 18), rule, at(18)), 1).incl, exact(Number(wanted))),
  ).toBe(0);
});

test("[E-4] another rate of GST is on the price without the operator's", () => {
  const sold = retailTariff(inclusive(23.6, 18), null, at(5));
  expect(sold.elements[0]!.price_components[0]).toMatchObject({
    price: 20,
    price_incl_vat: 21,
    vat: 5,
  });
});

test("[E-4] without a rate the price is the one without tax", () => {
  const { net, incl } = pricesOf({ price: 7, price_incl_vat: 9 });
  expect(net).toEqual(exact(7));
  expect(incl).toBe(net);
});
