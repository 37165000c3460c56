import type { Tariff } from "@voltmarg/contract";
import type { Cdr } from "@voltmarg/ocpi";
import { cdrOf, tariffOf } from "@voltmarg/testkit/partner";
import { describe, expect, test } from "vitest";
import { checkCdr, type Unpriced } from "./check-cdr.ts";

const START = "2026-11-20T06:30:00Z";
/** Ten kWh in half an hour. */
const record = (excl_vat: number, incl_vat?: number): Cdr => ({
  ...cdrOf("c-1"),
  start_date_time: START,
  end_date_time: "2026-11-20T07:00:00Z",
  total_energy: 10,
  charging_periods: [{ start_date_time: START, dimensions: [{ type: "ENERGY", volume: 10 }] }],
  total_cost: { excl_vat, ...(incl_vat === undefined ? {} : { incl_vat }) },
});
const priced = (price: number, more: object = {}): Tariff => {
  const elements = [{ price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }] }];
  return { ...tariffOf("T", { elements, ...more }), id: "T" } as never;
};
const location = { time_zone: "Asia/Kolkata" };
const check = (
  cdr: Cdr,
  tariff: Tariff | null,
  operator: Tariff | null = null,
  unpriced: Unpriced | null = null,
) => {
  const checked = checkCdr(cdr, { tariff, operator_tariff: operator, location }, unpriced);
  if (!checked.ok) return checked.reason;
  const { net, total, audit } = checked.settled;
  return [net, total, audit && audit.agreed];
};

describe("[B-3] [E-4] what a record makes its driver pay", () => {
  test("is the promised price where the operator asks for it, half a paisa for each component up or down", () => {
    expect(check(record(200, 236), priced(20))).toEqual([20_000n, 23_600n, true]);
    expect(check(record(200.005, 236), priced(20))).toEqual([20_000n, 23_600n, true]);
    expect(check(record(199.995, 236.005), priced(20))).toEqual([20_000n, 23_600n, true]);
    expect(check(record(200.0051, 236), priced(20))).toEqual([20_000n, 23_600n, false]);
    expect(check(record(200, 236.006), priced(20))).toEqual([20_000n, 23_600n, false]);
  });

  test("is no more when it asks for more, and less by what it asks less", () => {
    expect(check(record(300, 354), priced(20))).toEqual([20_000n, 23_600n, false]);
    expect(check(record(100, 118), priced(20))).toEqual([10_000n, 11_800n, false]);
    expect(check(record(0, 0), priced(20))).toEqual([0n, 0n, false]);
  });

  test("is less by what it asks less with our tax, whatever tax the operator has", () => {
    const free = (price: number): Tariff => {
      const elements = [{ price_components: [{ type: "ENERGY", price, step_size: 1 }] }];
      return { ...priced(price), elements } as never;
    };
    expect(check(record(100), priced(25), free(20))).toEqual([15_000n, 17_700n, false]);
  });

  test("without a total of the operator's with tax is reckoned at our rate", () => {
    expect(check(record(200), priced(20))).toEqual([20_000n, 23_600n, true]);
    expect(check(record(100), priced(20))).toEqual([10_000n, 11_800n, false]);
  });

  test("at a markup is our price; what the operator asks less than its own is less for the driver", () => {
    expect(check(record(200, 236), priced(25), priced(20))).toEqual([25_000n, 29_500n, true]);
    expect(check(record(100, 118), priced(25), priced(20))).toEqual([15_000n, 17_700n, false]);
    // Never below nothing.
    expect(check(record(100, 118), priced(5), priced(20))).toEqual([0n, 0n, false]);
  });

  test("of a plug that costs nothing is nothing, whatever is asked", () => {
    expect(check(record(100, 118), priced(0))).toEqual([0n, 0n, false]);
  });

  test("without a price, or at one in another currency, is what the operator asks with our tax, once staff released it", () => {
    const refused = "no price was agreed for this charge";
    for (const tariff of [null, priced(20, { currency: "EUR" })]) {
      expect(check(record(100, 118), tariff)).toBe(refused);
      const sold = (cdr: Cdr, as: Unpriced["as"]) => check(cdr, tariff, null, { as, percent: 18 });
      expect(sold(record(100.125, 118), "NET")).toEqual([10_013n, 11_815n, null]);
      expect(sold(record(100), "NET")).toEqual([10_000n, 11_800n, null]);
      expect(sold(record(900, 1_000), "GROSS")).toEqual([84_746n, 100_000n, null]);
      expect(sold(record(118), "GROSS")).toEqual([10_000n, 11_800n, null]);
    }
  });

  test("cannot be said of a price nobody can reckon with", () => {
    const [element] = priced(20).elements;
    const odd = priced(20, { elements: [{ ...element, restrictions: { start_time: "late" } }] });
    expect(check(record(200, 236), odd)).toMatch(/^it cannot be priced: ./);
  });
});
