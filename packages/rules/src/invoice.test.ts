import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountInWords } from "./amount-in-words.ts";
import {
  creditReducesTax,
  financialYear,
  invoiceCapacity,
  invoiceNumber,
} from "./financial-year.ts";
import { currentStateCode, gstStateName, gstStateOf, stateTaxName } from "./gst-states.ts";
import { invoiceGst, NO_TAX, supplyOf } from "./invoice-gst.ts";

describe("[B-3] an invoice's number", () => {
  test.for([
    ["2026-03-31T18:29:59.999Z", "25-26"],
    ["2026-03-31T18:30:00.000Z", "26-27"],
    ["2026-11-20T06:30:00.000Z", "26-27"],
    ["2026-12-31T23:59:59.000Z", "26-27"],
    ["1999-05-01T00:00:00.000Z", "99-00"],
  ])("%s falls into %s, as India's clocks have it", ([at, year]) => {
    expect(financialYear(new Date(at!))).toBe(year);
  });

  test("has at most 16 characters", () => {
    expect(invoiceNumber("VM", "26-27", 4182n)).toBe("VM/26-27/004182");
    expect(invoiceNumber("VM", "26-27", 9_999_999n)).toHaveLength(16);
    expect(() => invoiceNumber("vm", "26-27", 1n)).toThrow(/series/);
    expect(() => invoiceNumber("VM", "26-27", 0n)).toThrow(/from 1/);
  });

  test("[B-3] goes on in a new series when the digits are used up, within 16 characters", () => {
    const number = (count: bigint, series = "VM") => invoiceNumber(series, "26-27", count);
    expect(number(10_000_000n)).toBe("VM/26-27/A000001");
    expect(number(10_999_998n)).toBe("VM/26-27/A999999");
    expect(number(10_999_999n)).toBe("VM/26-27/B000001");
    expect(number(9_999_999n + 26n * 999_999n)).toBe("VM/26-27/Z999999");
    expect(number(9_999_999n + 26n * 999_999n + 1n)).toBe("VM/26-27/AA00001");
    expect(number(1_000_000n, "ABC")).toBe("ABC/26-27/A00001");
    const last = invoiceCapacity("ABC");
    expect(number(last, "ABC")).toBe("ABC/26-27/ZZZZZ9");
    expect(() => number(last + 1n, "ABC")).toThrow(/no number/);
  });

  test("[B-3] two counts never share a number", () => {
    const all = new Set<string>();
    const counts = [1n, 999_999n, 1_000_000n, 9_999_999n, 10_000_000n, 35_999_973n, 35_999_974n];
    for (const count of counts)
      for (let near = -2n; near <= 2n; near += 1n)
        if (count + near > 0n) all.add(invoiceNumber("VM", "26-27", count + near));
    const tried = new Set(
      counts.flatMap((count) => [-2n, -1n, 0n, 1n, 2n].map((near) => count + near)),
    );
    expect(all.size).toBe([...tried].filter((count) => count > 0n).length);
    for (const number of all) expect(number.length).toBeLessThanOrEqual(16);
  });
});

describe("[B-3] an amount in words", () => {
  test.for<[bigint, string, string]>([
    [
      20_340_560n,
      "Rupees two lakh three thousand four hundred five and sixty paise only",
      "दो लाख तीन हज़ार चार सौ पाँच रुपये और साठ पैसे मात्र",
    ],
    [0n, "Rupees zero only", "शून्य रुपये मात्र"],
    [100n, "Rupees one only", "एक रुपया मात्र"],
    [1n, "Rupees zero and one paise only", "शून्य रुपये और एक पैसा मात्र"],
    [4_299n, "Rupees forty-two and ninety-nine paise only", "बयालीस रुपये और निन्यानवे पैसे मात्र"],
    [10_000_000n, "Rupees one lakh only", "एक लाख रुपये मात्र"],
    [
      123_456_789_000n,
      "Rupees one hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety only",
      "एक सौ तेईस करोड़ पैंतालीस लाख सड़सठ हज़ार आठ सौ नब्बे रुपये मात्र",
    ],
  ])("%s paise", ([minor, english, hindi]) => {
    expect(amountInWords(minor, "en")).toBe(english);
    expect(amountInWords(minor, "hi")).toBe(hindi);
  });

  test("is different for every amount", () => {
    for (const language of ["en", "hi"] as const) {
      const all = Array.from({ length: 20_000 }, (_, i) => amountInWords(BigInt(i), language));
      expect(new Set(all).size).toBe(all.length);
    }
    expect(() => amountInWords(-1n, "en")).toThrow(RangeError);
  });
});

describe("[B-3] the state of a place", () => {
  test.for([
    ["Maharashtra", "27"],
    [" maharashtra ", "27"],
    ["MH", "27"],
    ["IN-MH", "27"],
    ["27", "27"],
    ["महाराष्ट्र", "27"],
    ["Jammu & Kashmir", "01"],
    ["NCT of Delhi", "07"],
    ["Orissa", "21"],
    ["Tamilnadu", "33"],
    ["TAMIL-NADU", "33"],
    ["Karnataka State", "29"],
    ["State of Goa", "30"],
    ["28", "37"],
    ["Daman & Diu", "26"],
  ])("%s is %s", ([text, code]) => expect(gstStateOf(text!)).toBe(code));

  test.for(["%j is not an Indian state", "Bavaria", "00", "99", "M"])(
    "%j is none of India's",
    (text) => expect(gstStateOf(text)).toBeNull(),
  );

  test("has a name in both languages and its own kind of tax", () => {
    expect(gstStateName("27", "en")).toBe("Maharashtra");
    expect(gstStateName("27", "hi")).toBe("महाराष्ट्र");
    expect(gstStateName("25", "en")).toBe(gstStateName("26", "en"));
    expect(currentStateCode("28")).toBe("37");
    expect(stateTaxName("27")).toBe("SGST");
    expect(stateTaxName("07")).toBe("SGST");
    expect(stateTaxName("04")).toBe("UTGST");
  });
});

describe("[B-3] the tax of a supply", () => {
  const seller = "27";
  const mumbai = "27AAPFU0939F1ZV";
  const bengaluru = "29AAGCB7383J1Z4";

  test("goes by the charging location for a driver without GSTIN", () => {
    expect(supplyOf({ sellerState: seller, buyerGstin: null, locationState: "27" })).toEqual({
      placeOfSupply: "27",
      tax: "CGST_SGST",
    });
    expect(supplyOf({ sellerState: seller, buyerGstin: null, locationState: "29" })).toEqual({
      placeOfSupply: "29",
      tax: "IGST",
    });
    expect(supplyOf({ sellerState: seller, buyerGstin: null, locationState: null }).tax).toBe(
      "CGST_SGST",
    );
  });

  test("goes by the GSTIN of a registered buyer", () => {
    const at = (buyerGstin: string, locationState: string) =>
      supplyOf({ sellerState: seller, buyerGstin, locationState });
    expect(at(bengaluru, "27")).toEqual({ placeOfSupply: "29", tax: "IGST" });
    expect(at(mumbai, "29")).toEqual({ placeOfSupply: "27", tax: "CGST_SGST" });
    expect(at("not a gstin", "29").placeOfSupply).toBe("29");
  });
});

describe("[B-3] GST by rate", () => {
  const sac = "998714";
  const gstOf = (
    totals: Parameters<typeof invoiceGst>[0],
    lines: readonly { rate: string | null; netMinor: bigint }[],
    tax: Parameters<typeof invoiceGst>[2],
  ) =>
    invoiceGst(
      totals,
      lines.map((line) => ({ ...line, sac })),
      tax,
      { rate: "18", sac },
    );

  test("is the totals' own for one rate", () => {
    expect(
      gstOf(
        { netMinor: 10_001n, totalMinor: 11_802n },
        [
          { rate: "18", netMinor: 10_501n },
          { rate: null, netMinor: -500n },
        ],
        "CGST_SGST",
      ),
    ).toEqual({
      netMinor: 10_002n,
      gstMinor: 1_800n,
      cgstMinor: 900n,
      sgstMinor: 900n,
      igstMinor: 0n,
      rates: [
        { rate: "18", sac, taxableMinor: 10_002n, cgstMinor: 900n, sgstMinor: 900n, igstMinor: 0n },
      ],
    });
  });

  test("is split by what each rate bears", () => {
    const { rates, igstMinor } = gstOf(
      { netMinor: 15_000n, totalMinor: 17_050n },
      [
        { rate: "5", netMinor: 5_000n },
        { rate: "18", netMinor: 10_000n },
      ],
      "IGST",
    );
    expect(igstMinor).toBe(2_050n);
    expect(rates.map((r) => [r.rate, r.taxableMinor, r.igstMinor])).toEqual([
      ["18", 10_000n, 1_800n],
      ["5", 5_000n, 250n],
    ]);
  });

  test("a price that names no VAT has its own base, beside 18 % and beside 0 %", () => {
    const rates = (lines: [rate: string | null, netMinor: bigint][], gst: bigint) =>
      gstOf(
        { netMinor: 15_000n, totalMinor: 15_000n + gst },
        lines.map(([rate, netMinor]) => ({ rate, netMinor })),
        "IGST",
      ).rates.map((r) => [r.rate, r.taxableMinor, r.igstMinor]);
    // 18 % on ₹100 is ₹18; it is not 18 % on ₹150.
    expect(
      rates(
        [
          ["18", 10_000n],
          [NO_TAX, 5_000n],
        ],
        1_800n,
      ),
    ).toEqual([
      ["18", 10_000n, 1_800n],
      [NO_TAX, 5_000n, 0n],
    ]);
    expect(
      rates(
        [
          [NO_TAX, 5_000n],
          ["0", 2_000n],
          ["18", 8_000n],
        ],
        1_440n,
      ),
    ).toEqual([
      ["18", 8_000n, 1_440n],
      ["0", 2_000n, 0n],
      [NO_TAX, 5_000n, 0n],
    ]);
    expect(rates([[NO_TAX, 15_000n]], 0n)).toEqual([[NO_TAX, 15_000n, 0n]]);
    // A limit of the tariff has no rate: it lowers every base by its share.
    expect(
      rates(
        [
          ["18", 20_000n],
          [NO_TAX, 10_000n],
          [null, -15_000n],
        ],
        1_800n,
      ),
    ).toEqual([
      ["18", 10_000n, 1_800n],
      [NO_TAX, 5_000n, 0n],
    ]);
  });

  test("without a line that has a rate, it is the seller's own, never what the totals come to", () => {
    const of = (netMinor: bigint, totalMinor: bigint, lines: { rate: string | null }[]) =>
      gstOf(
        { netMinor, totalMinor },
        lines.map((line) => ({ ...line, netMinor })),
        "IGST",
      ).rates.map(({ rate }) => rate);
    expect(of(10_000n, 11_800n, [])).toEqual(["18"]);
    expect(of(10_000n, 11_800n, [{ rate: "0" }])).toEqual(["18"]);
    expect(of(900n, 1_000n, [{ rate: null }])).toEqual(["18"]);
    expect(of(0n, 0n, [{ rate: "18" }])).toEqual(["18"]);
  });

  test("adds up to the paisa whatever the lines are, and a credit mirrors its invoice", () => {
    const line = fc.record({
      rate: fc.constantFrom(null, NO_TAX, "0", "5", "12", "18", "28", "7.25"),
      netMinor: fc.bigInt({ min: -50_000n, max: 5_000_000n }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.bigInt({ min: 0n, max: 9_000_000n }),
        fc.bigInt({ min: 0n, max: 3_000_000n }),
        fc.constantFrom("CGST_SGST" as const, "IGST" as const),
        (lines, netMinor, gst, tax) => {
          const made = gstOf({ netMinor, totalMinor: netMinor + gst }, lines, tax);
          const sum = (of: (rate: (typeof made.rates)[number]) => bigint) =>
            made.rates.reduce((total, rate) => total + of(rate), 0n);
          expect(made.cgstMinor + made.sgstMinor + made.igstMinor).toBe(made.gstMinor);
          expect(made.netMinor + made.gstMinor).toBe(netMinor + gst);
          expect(made.gstMinor).toBe(tax === "IGST" ? gst : gst - (gst % 2n));
          expect(sum((r) => r.taxableMinor)).toBe(made.netMinor);
          expect(sum((r) => r.cgstMinor)).toBe(made.cgstMinor);
          expect(sum((r) => r.sgstMinor)).toBe(made.sgstMinor);
          expect(sum((r) => r.igstMinor)).toBe(made.igstMinor);
          for (const rate of made.rates) {
            expect(rate.taxableMinor).toBeGreaterThanOrEqual(0n);
            expect(rate.cgstMinor).toBeGreaterThanOrEqual(0n);
            expect(rate.sgstMinor).toBe(rate.cgstMinor);
          }
          const credit = gstOf({ netMinor: -netMinor, totalMinor: -netMinor - gst }, lines, tax);
          expect(credit.rates.map((r) => -r.taxableMinor)).toEqual(
            made.rates.map((r) => r.taxableMinor),
          );
          expect(-credit.cgstMinor).toBe(made.cgstMinor);
        },
      ),
    );
  });
});

test.for([
  ["2026-11-20T06:30:00.000Z", "2027-11-30T18:29:59.999Z", true],
  ["2026-11-20T06:30:00.000Z", "2027-11-30T18:30:00.000Z", false],
  // Both sides of a year's end in India.
  ["2027-03-31T18:29:59.999Z", "2027-11-30T18:30:00.000Z", false],
  ["2027-03-31T18:30:00.000Z", "2027-11-30T18:30:00.000Z", true],
])(
  "[B-3] a credit for an invoice of %s at %s reduces its tax: %s",
  ([invoiced, credited, does]) => {
    expect(creditReducesTax(new Date(String(invoiced)), new Date(String(credited)))).toBe(does);
  },
);
