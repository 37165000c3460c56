import type { Cdr } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { gstLines, priceLines, shareText } from "./bill-lines.ts";

const line = (part: object = {}) => ({
  dimension: "ENERGY",
  quantity: "15.79",
  unit: "kWh",
  price: "16.1",
  vat: "18",
  excl_vat_minor: 25_422,
  incl_vat_minor: 29_998,
  from: "2026-11-20T12:30:00Z",
  until: "2026-11-20T13:00:00Z",
  element_index: 0,
  restrictions: null,
  rounding: null,
  reason: "",
  ...part,
});
const cdr = (part: { lines?: object[] } & Partial<Omit<Cdr, "lines">>) => {
  const lines = part.lines ?? [line()];
  return {
    time_zone: "Asia/Kolkata",
    net_minor: lines.reduce((sum, one) => sum + line(one).excl_vat_minor, 0),
    gst_minor: 4576,
    cgst_minor: 2288,
    sgst_minor: 2288,
    ...part,
    lines,
  } as Cdr;
};
const told = (...lines: object[]) =>
  priceLines(cdr({ lines: lines.map(line) })).map(({ label, note }) =>
    [label, note].join(" | ").replaceAll("\u00a0", " "),
  );

test("[B-3] a line says what, how much, at which price before GST, and when", () => {
  expect(priceLines(cdr({}))).toEqual([
    {
      key: "line-0",
      label: "Energy, 15.79 kWh × ₹16.10",
      note: "18:00–18:30",
      minor: 25_422,
    },
  ]);
  expect(told({ dimension: "FLAT", price: "20", unit: "session" })).toEqual([
    "Start fee, ₹20.00 | at 18:00",
  ]);
  expect(told({ dimension: "TIME", quantity: "0.425", unit: "h", price: "36" })).toEqual([
    "Charging time, 25 min 30 s at ₹36.00 per h | 18:00–18:30",
  ]);
  expect(told({ until: "2026-11-20T12:30:20Z" })[0]).toContain("| at 18:00");
  expect(told({ dimension: "NEW", price: "0.1255" })).toEqual([
    "NEW, 15.79 kWh × ₹0.1255 | 18:00–18:30",
  ]);
});

test.each([
  ["0", "0 s"],
  ["0.0125", "45 s"],
  ["0.016666666666666666", "1 min"],
  ["0.01694444444444444", "1 min 1 s"],
  ["1.5", "90 min"],
])("[B-3] %s h are written as %s", (quantity, words) => {
  expect(told({ dimension: "TIME", quantity, unit: "h", price: "36" })[0]).toContain(
    `Charging time, ${words} at`,
  );
});

test.each([
  ["16", "₹16.00"],
  ["16.105", "₹16.105"],
  ["16.10500", "₹16.105"],
  ["16.123456", "₹16.1235"],
  ["0", "₹0.00"],
])("[B-3] a price of %s is written as %s", (price, words) => {
  expect(told({ price })[0]).toContain(`× ${words} |`);
});

test("[B-3] [E-4] a step is written in kWh where it is a tenth of one, a Wh counts", () => {
  const rounded = (added: string, step: string) =>
    told({ rounding: { added, step, unit: "Wh" } })[0]!.split("rounded up ")[1];
  expect(rounded("1", "1000")).toBe("1 Wh to a full 1 kWh");
  expect(rounded("1", "250")).toBe("1 Wh to a full 250 Wh");
  expect(rounded("0.999", "250")).toBeUndefined();
  expect(rounded("1.5", "2")).toBe("1.5 Wh to a full 2 Wh");
});

test("[B-3] [E-4] 'otherwise' is said beside a rule of the same kind only", () => {
  const evening = { start_time: "18:00", end_time: "22:00" };
  const [, energy, time] = told(
    { restrictions: evening },
    {},
    { dimension: "TIME", quantity: "1", unit: "h" },
  );
  expect(energy).toContain("otherwise");
  expect(time).not.toContain("otherwise");
});

test("[B-3] [E-4] a line says which rule and what was rounded", () => {
  const evening = { start_time: "18:00", end_time: "22:00" };
  const rounding = { added: "12", step: "100", unit: "Wh" };
  expect(told({ restrictions: evening, rounding }, { price: "14" })).toEqual([
    "Energy, 15.79 kWh × ₹16.10 | 18:00–18:30 · from 18:00 to 22:00 · rounded up 12 Wh to a full 0.1 kWh",
    "Energy, 15.79 kWh × ₹14.00 | 18:00–18:30 · otherwise",
  ]);
  const timed = { dimension: "TIME", quantity: "0.5", unit: "h" };
  const seconds = (step: string) => ({ ...timed, rounding: { added: "35", step, unit: "s" } });
  expect(told(seconds("60"))[0]).toContain("rounded up 35 s to a full minute");
  expect(told(seconds("300"))[0]).toContain("rounded up 35 s to a full 5 min");
  expect(told({ rounding: { added: "0.4", step: "1", unit: "Wh" } })[0]).not.toContain("rounded");
  expect(told({ until: "2026-11-20T20:00:00Z" })[0]).toContain("Fri 20 Nov 18:00–Sat 21 Nov 01:30");
});

test("[B-3] the tariff's limits, an operator that asked less and what was not agreed to are lines of their own", () => {
  expect(
    told(
      { dimension: "MIN_PRICE" },
      { dimension: "MAX_PRICE" },
      { dimension: "OPERATOR_LESS" },
      { dimension: "ABOVE_AGREED" },
    ),
  ).toEqual([
    "Raised to the minimum price | charging here costs at least this",
    "Reduced to the maximum price | charging here costs no more than this",
    "The operator billed less | less than its listed price, so you pay less",
    "Above what you agreed to | the price came to more, and you do not pay the difference",
  ]);
});

test("[B-3] the lines add up to the net: what rounding leaves is a line", () => {
  const lines = [line({ excl_vat_minor: 101 }), line({ excl_vat_minor: 102 })];
  const shown = priceLines(cdr({ lines, net_minor: 204 }));
  expect(shown.at(-1)).toMatchObject({ label: "Rounding", minor: 1 });
  expect(shown.reduce((sum, { minor }) => sum + minor, 0)).toBe(204);
  expect(priceLines(cdr({ lines: [], net_minor: 204 }))).toEqual([]);
});

test("[B-3] GST within a state is two equal parts with their rate", () => {
  expect(gstLines(cdr({})).map((gst) => [gst.label, gst.minor])).toEqual([
    ["CGST 9%", 2288],
    ["SGST 9%", 2288],
  ]);
  const limited = [line(), line({ dimension: "MAX_PRICE", vat: null })];
  expect(gstLines(cdr({ lines: limited }))[0]?.label).toBe("CGST 9%");
});

test("[B-3] without a rate, or at none, the parts have no per cent", () => {
  for (const vat of [null, "0"])
    expect(gstLines(cdr({ lines: [line({ vat })] }))[0]?.label).toBe("CGST");
  expect(gstLines(cdr({ lines: [line({ vat: "1" })] }))[0]?.label).toBe("CGST 0.5%");
  expect(gstLines(cdr({ lines: [line({ vat: "0" }), line({ vat: null })] }))[0]?.label).toBe(
    "CGST",
  );
  expect(gstLines(cdr({ lines: [line(), line({ vat: null })] }))[0]?.label).toBe("CGST");
});

test("[B-3] a bill is shared with its place and its amount", () => {
  const shared = cdr({
    location: { name: "Lake Garden" } as Cdr["location"],
    amount_minor: 29_998,
  });
  expect(shareText(shared)).toMatch(/Lake Garden.*: ₹299\.98$/);
});

test("[B-3] GST between states is one line; mixed rates show none", () => {
  expect(gstLines(cdr({ cgst_minor: 0, sgst_minor: 0 }))).toEqual([
    { key: "igst", label: "IGST 18%", note: null, minor: 4576 },
  ]);
  expect(gstLines(cdr({ lines: [line(), line({ vat: "5" })] }))[0]?.label).toBe("CGST");
});
