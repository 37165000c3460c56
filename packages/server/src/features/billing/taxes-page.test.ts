import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tariff } from "@voltmarg/contract";
import { invoiceGst, priceSession, retailTariff } from "@voltmarg/rules";
import { cdrOf, tariffOf } from "@voltmarg/testkit/partner";
import { expect, test } from "vitest";
import { checkCdr } from "./check-cdr.ts";

/** What the page for the accountant says is reckoned here. */
const page = readFileSync(
  join(import.meta.dirname, "../../../../../docs/operations/taxes.md"),
  "utf8",
);
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const rupees = (minor: bigint) =>
  `₹${(Number(minor) / 100).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;

const PRICES = rows.filter(([first]) => first!.startsWith("₹"));
test.each(PRICES)("%s, rule %s, rate %s", (offer, rule, rate, outcome) => {
  const [price, vat] = [/₹([\d.]+)/.exec(offer)![1]!, /VAT.*?(\d+) %/.exec(offer)?.[1]];
  const isWith = offer.includes("with VAT");
  const component = {
    type: "ENERGY",
    step_size: 1,
    price: isWith ? Number(price) / (1 + Number(vat) / 100) : Number(price),
    ...(vat && !offer.includes("no VAT") ? { vat: Number(vat) } : {}),
    ...(isWith ? { price_incl_vat: Number(price) } : {}),
  };
  const tariff = { ...tariffOf("T"), elements: [{ price_components: [component] }] };
  const markup = /(\d+) %/.exec(rule)?.[1];
  const sold = retailTariff(
    tariff as never,
    markup ? { markup_percent: Number(markup) } : null,
    () => ({ percent: Number.parseFloat(rate), sac: "998714" }),
  );
  const start = "2026-11-20T06:30:00Z";
  const end = "2026-11-20T07:00:00Z";
  const { exclMinor, inclMinor } = priceSession({
    tariff: sold,
    timeZone: "Asia/Kolkata",
    start,
    end,
    periods: [{ start, end, kwh: 10, kind: "CHARGING" }],
  });
  const parts = [exclMinor, inclMinor - exclMinor, inclMinor].map(rupees);
  expect(`${parts[0]} + ${parts[1]} = ${parts[2]}`).toBe(outcome);
});

const TOTALS = rows.filter(([first]) => /^`(?:NET|GROSS)`/.test(first!));
test.each(TOTALS)("a total without an agreed price: %s", (setting, taxable, tax, total) => {
  const cdr = { ...cdrOf("c"), total_cost: { excl_vat: 900, incl_vat: 1_000 } };
  const frozen = { tariff: null, operator_tariff: null, location: { time_zone: "Asia/Kolkata" } };
  const as = setting.includes("NET") ? "NET" : "GROSS";
  const checked = checkCdr(cdr, frozen as { tariff: Tariff | null } as never, { as, percent: 18 });
  if (!checked.ok) throw new Error(checked.reason);
  const { settled } = checked;
  expect([settled.net, settled.total - settled.net, settled.total].map(rupees)).toEqual([
    taxable,
    tax,
    total,
  ]);
});

test("halves of an odd tax", () => {
  const [, total, tax, half, taxable] =
    /of ₹([\d.]+) at 18 %, ₹([\d.]+) of tax become ₹([\d.]+) \+ ₹\3, and ₹([\d.]+)/.exec(page)!;
  const minor = (text: string | undefined) => BigInt(text!.replace(".", ""));
  const totals = { netMinor: minor(total) - minor(tax), totalMinor: minor(total) };
  const otherwise = { rate: "18", sac: "998714" };
  expect(invoiceGst(totals, [], "CGST_SGST", otherwise)).toMatchObject({
    cgstMinor: minor(half),
    sgstMinor: minor(half),
    netMinor: minor(taxable),
  });
});

test("the page has examples", () => {
  expect([PRICES.length, TOTALS.length]).toEqual([4, 2]);
});
