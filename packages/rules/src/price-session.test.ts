import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compare, exact, fraction, type Exact } from "./exact.ts";
import { fromOcpiPeriods } from "./ocpi-periods.ts";
import { priceSession } from "./price-session.ts";
import type { Tariff } from "./tariff.ts";

type Case = {
  id: string;
  title: string;
  spec_version: string;
  tariff: Tariff;
  session: {
    time_zone: string;
    start_date_time: string;
    end_date_time: string;
    reservation_expired?: boolean;
    charging_periods: {
      start_date_time: string;
      dimensions: { type: string; volume: number }[];
    }[];
  };
  expected: Record<string, string> & {
    lines?: {
      phase: string;
      type: string;
      element_index: number;
      billed_quantity: string;
      price: string;
      excl_vat: string;
      incl_vat: string;
    }[];
  };
};

const { cases } = JSON.parse(
  readFileSync(new URL("../test/ocpi-tariff-cases.json", import.meta.url), "utf8"),
) as {
  cases: Case[];
};

function rational(text: string): Exact {
  const [n, d] = text.split("/");
  return d === undefined ? exact(text) : fraction(BigInt(n!), BigInt(d));
}

function price(c: Case) {
  const { session } = c;
  // The two cases of OCPI 2.3.0 have no VAT, so that the price with and without it is one number.
  const { tax_included, ...tariff } = c.tariff;
  return priceSession({
    tariff: c.spec_version === "2.3.0" ? tariff : { ...tariff, tax_included },
    timeZone: session.time_zone,
    start: session.start_date_time,
    end: session.end_date_time,
    periods: fromOcpiPeriods(
      session.charging_periods,
      session.start_date_time,
      session.end_date_time,
    ),
    reservationExpired: session.reservation_expired ?? false,
  });
}

describe("the priced cases of the OCPI standard", () => {
  test("all of them are included", () => {
    expect(cases.length).toBe(42);
  });

  for (const c of cases) {
    test(`[E-4] ${c.id}: ${c.title}`, () => {
      const priced = price(c);
      const { expected } = c;
      const excl = expected["total_excl_vat_exact"] ?? expected["total_before_taxes_spec"];
      const incl = expected["total_incl_vat_exact"] ?? expected["total_including_taxes_spec"];
      expect(excl ?? incl).toBeDefined();
      if (excl !== undefined) expect(compare(priced.exact.excl, rational(excl))).toBe(0);
      if (incl !== undefined) expect(compare(priced.exact.incl, rational(incl))).toBe(0);
      if (expected["total_excl_vat_2dp_half_up"] !== undefined) {
        const paise = (text: string) => BigInt(text.replace(".", ""));
        expect(priced.exclMinor).toBe(paise(expected["total_excl_vat_2dp_half_up"]));
        expect(priced.inclMinor).toBe(paise(expected["total_incl_vat_2dp_half_up"]!));
        expect(priced.gstMinor).toBe(priced.inclMinor - priced.exclMinor);
      }
      if (expected.lines !== undefined) {
        const decimal = (text: string) => Number(rational(text).n) / Number(rational(text).d);
        const wanted = expected.lines.map((line) => ({
          dimension: line.phase === "RESERVATION" ? `RESERVATION_${line.type}` : line.type,
          elementIndex: line.element_index,
          quantity: decimal(line.billed_quantity).toFixed(10),
          excl: decimal(line.excl_vat).toFixed(10),
          incl: decimal(line.incl_vat).toFixed(10),
          unitPrice: line.price,
        }));
        const got = priced.lines.map((line) => ({
          dimension: line.dimension,
          elementIndex: line.elementIndex,
          quantity: Number(line.quantity).toFixed(10),
          excl: Number(line.exclVat).toFixed(10),
          incl: Number(line.inclVat).toFixed(10),
          unitPrice: line.unitPrice,
        }));
        type Row = { dimension: string; elementIndex: number; quantity: string };
        const key = (line: Row) => `${line.dimension} ${line.elementIndex} ${line.quantity}`;
        const order = (a: Row, b: Row) => (key(a) < key(b) ? -1 : 1);
        expect(got.sort(order)).toEqual(wanted.sort(order));
      }
    });
  }
});
