import { describe, expect, test } from "vitest";
import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { hostileNames, namesOfIndia } from "@voltmarg/testkit/names-of-india";
import { readPdf } from "@voltmarg/testkit/read-pdf";
import { drawInvoice } from "./draw-invoice.ts";
import { invoiceCopy, invoiceLanguage } from "./invoice-copy.ts";
import { invoiceText, type InvoicedBill } from "./invoice-text.ts";
import type { Weight } from "../../../platform/print/font-files.ts";
import { shapeText } from "../../../platform/print/shape-text.ts";
import { setText } from "./set-text.ts";

const line = (more: object = {}) => ({
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
  restrictions: { start_time: "18:00", end_time: "22:00", day_of_week: ["FRIDAY", "MONDAY"] },
  rounding: { added: "12", step: "100", unit: "Wh" as const },
  reason: "",
  ...more,
});

function bill(more: Partial<InvoicedBill> = {}, invoice: object = {}): InvoicedBill {
  return {
    id: "cdr_0123456789abcdef0123456789abcdef",
    session_id: "ses_1",
    start_date_time: "2026-11-20T12:30:00Z",
    end_date_time: "2026-11-20T13:12:00Z",
    time_zone: "Asia/Kolkata",
    location: { id: "loc_1", name: "क्षेत्र चार्जिंग, श्री चौक", address: "12 J M Road", city: "Pune" },
    evse_label: "Charger 2",
    connector: { id: "1", standard: "IEC_62196_T2_COMBO", power_type: "DC" },
    operator_name: "Deccan Charge",
    currency: "INR",
    total_energy: 15.79,
    total_time_s: 2520,
    total_parking_time_s: 0,
    average_kw: 22.6,
    range_km: 100,
    lines: [line()],
    net_minor: 25_422,
    gst_minor: 4_576,
    cgst_minor: 2_288,
    sgst_minor: 2_288,
    igst_minor: 0,
    amount_minor: 29_998,
    dispute: { asked_minor: 35_000, checked_minor: 29_998 },
    paid_by: "WALLET",
    balance_after_minor: 1_000,
    stop_reason: "CAR",
    created_at: "2026-11-20T13:12:20.000Z",
    ...more,
    invoice: {
      kind: "INVOICE",
      number: "VM/26-27/004182",
      issued_at: "2026-11-20T19:12:20.000Z",
      example: false,
      original: null,
      seller: {
        name: "Voltmarg Mobility Private Limited",
        address: "Office 12, Baner Road",
        city: "Pune",
        postal_code: "411045",
        state_code: "27",
        gst_in: "27AAFCV4182M1ZS",
        email: "bills@voltmarg.example",
        phone: null,
      },
      buyer: {
        name: "त्रिलोकी शर्मा",
        address: null,
        city: null,
        postal_code: null,
        state_code: null,
        gst_in: null,
        email: null,
        phone: "+919800000000",
      },
      sac: "998714",
      place_of_supply: "27",
      rates: [
        {
          rate: "18",
          taxable_minor: 25_422,
          cgst_minor: 2_288,
          sgst_minor: 2_288,
          igst_minor: 0,
        },
      ],
      ...invoice,
    },
  };
}

const shape = (text: string, weight: Weight = "regular") =>
  setText(text, weight, 1000)[0]!.runs.flatMap((run) =>
    shapeText(run.text, run.lettering, weight, run.rightToLeft),
  );

describe("[B-3] the invoice as a PDF", () => {
  test("has number, parties, lines, taxes and the amount in figures and words", async () => {
    const { raw, pages } = readPdf(await drawInvoice(bill(), "en"));
    expect(pages).toHaveLength(1);
    for (const words of [
      "Tax invoice",
      "Invoice number  VM/26-27/004182",
      // India's day, an hour after midnight there.
      "Date  21 Nov 2026",
      "GSTIN 27AAFCV4182M1ZS",
      "Pune 411045, Maharashtra (27)",
      "20 Nov 2026, 18:00 – 18:42 IST",
      "15.79 kWh",
      "₹16.10/kWh",
      "₹254.22",
      "CGST",
      "SGST",
      "₹299.98",
      "Rupees two hundred ninety-nine and ninety-eight paise only",
      "The operator billed ₹350.00; by our check it is ₹299.98. You pay ₹299.98.",
      "Paid from the wallet",
      "998714",
      "Page 1 of 1",
    ]) {
      expect(pages[0], words).toContain(words.replaceAll("  ", " "));
    }
    expect(raw).toContain("/Lang (en-IN)");
    expect(raw).toContain("(Tax invoice VM/26-27/004182)");
  });

  test("is drawn with the shaper's glyphs, and contains their letters as text", async () => {
    // pdfkit's own shaper draws this with one glyph less.
    const name = "त्रिलोकी चार्जिंग";
    const buyer = { ...bill().invoice.buyer, name };
    const { pages } = readPdf(await drawInvoice(bill({}, { buyer }), "hi"));
    const glyphs = shape(name, "semibold").length;
    expect(glyphs).toBeLessThan(Array.from(name).length);
    expect(pages[0]).toContain(`${name} [${glyphs}]`);
    expect(pages[0]).toContain("दो सौ निन्यानवे रुपये और अट्ठानवे पैसे मात्र [");
  });

  test("embeds its fonts, only the glyphs it needs", async () => {
    const bytes = await drawInvoice(bill(), "en");
    // Two weights, and of each a file that has the rupee sign. The place is in Hindi.
    expect(bytes.toString("latin1").match(/\/FontFile2 /g)).toHaveLength(6);
    expect(bytes.length).toBeLessThan(40_000);
  });

  const named = (name: string) => {
    const buyer = { ...bill().invoice.buyer, name };
    return drawInvoice(bill({ location: { ...bill().location, name: "Baner" } }, { buyer }), "en");
  };

  test.for(Object.entries(namesOfIndia))(
    "names a buyer in %s, and is at most 10 kB larger for it",
    async ([, name]) => {
      const bytes = await named(name);
      const read = readPdf(bytes)
        .pages[0]!.replaceAll(/ \[\d+\]$/gm, "")
        .split("\n");
      expect(read).toContain(name.normalize("NFC"));
      expect(bytes.length - (await named("Ravi Kumar")).length).toBeLessThan(10_000);
    },
  );

  test("has a title and a subject that turn nothing around", async () => {
    const location = { ...bill().location, name: "Baner \u202e" };
    const { raw } = readPdf(await drawInvoice(bill({ location }), "en"));
    expect(raw).toContain("\n(Baner)\n");
  });

  // The adversary: a driver whose name is to change what an invoice says.
  test.for(Object.entries(hostileNames))(
    "with %s in the buyer's name is otherwise as it was",
    async ([, name]) => {
      const without = (pdf: Buffer) => readPdf(pdf).drawn.split("\n");
      const plain = without(await named("Ravi Kumar"));
      const hostile = without(await named(name));
      const at = plain.findIndex((each) => each.endsWith(" Ravi Kumar"));
      expect(at).toBeGreaterThan(0);
      expect(hostile.toSpliced(at, 1)).toEqual(plain.toSpliced(at, 1));
    },
  );

  test("is the same bytes each time, and another language is another file", async () => {
    const first = await drawInvoice(bill(), "en");
    expect((await drawInvoice(bill(), "en")).equals(first)).toBe(true);
    expect((await drawInvoice(bill(), "hi")).equals(first)).toBe(false);
  });

  test("with many lines has three pages, each with the table's head and its page number", async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      line(i % 2 ? { dimension: "FLAT", unit: "session", restrictions: null, rounding: null } : {}),
    );
    const bytes = await drawInvoice(
      bill({ lines: many, net_minor: 40 * 25_422, amount_minor: 40 * 25_422 + 4_576 }),
      "en",
    );
    const { pages } = readPdf(bytes);
    expect(pages).toHaveLength(3);
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`Page ${i + 1} of 3`);
      expect(page.split("\n")).toContain("Description");
    }
    expect(pages.join("\n").match(/Start fee/g)).toHaveLength(20);
    expect(pages.at(-1)).toContain("Rupees");
    expect(bytes.length).toBeLessThan(200_000);
  });

  test("is drawn in under 300 ms, fonts read and text shaped", async () => {
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) await drawInvoice(bill(), "hi");
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000 / 10).toBeLessThan(300);
  });

  test.for(["தமிழ் நிலையம்", "क्\u200dष र्\u200dय", "عربی", "e\u0301 🚗 \u202e", "क्ष".repeat(120)])(
    "is drawn whatever a place is called: %s",
    async (name) => {
      const { location } = bill();
      const bytes = await drawInvoice(bill({ location: { ...location, name } }), "en");
      expect(readPdf(bytes).pages[0]).toContain("Page 1 of 1");
    },
  );
});

describe("[B-3] the layout of an invoice", () => {
  const address = "Survey 12/3, ".repeat(12);
  const many = Array.from({ length: 25 }, () => line());
  const cases = {
    plain: [bill(), "en"],
    specimen: [bill({}, { example: true, buyer: { ...bill().invoice.buyer, address } }), "en"],
    hindi: [bill({ dispute: null }), "hi"],
    "three-pages": [bill({ lines: many, net_minor: 25 * 25_422 }), "en"],
    "long-words": [bill({ operator_name: "W".repeat(120) }), "en"],
  } as const;

  // After a wanted change look at the PDF, and run with `-u`.
  test.each(Object.entries(cases))(
    "is drawn as stored in layouts: %s",
    async (name, [of, language]) => {
      const { drawn } = readPdf(await drawInvoice(of, language));
      await expect(drawn).toMatchFileSnapshot(`layouts/${name}.txt`);
    },
  );

  test.each(Object.entries(cases))(
    "has no text over another or outside its margins: %s",
    async (_, [of, language]) => {
      const { boxes } = readPdf(await drawInvoice(of, language));
      for (const page of boxes) {
        const outside = page.filter(
          ({ left, right, top, bottom }) =>
            left < 39.9 || right > 555.4 || top < 30 || bottom > 841.89 - 15,
        );
        expect(outside).toEqual([]);
        const over = page.filter((one, at) =>
          page.some(
            (other, nth) =>
              nth < at &&
              one.left < other.right - 0.1 &&
              other.left < one.right - 0.1 &&
              Math.abs(one.bottom - other.bottom) < Math.min(one.size, other.size) * 0.7,
          ),
        );
        expect(over).toEqual([]);
      }
    },
  );
});

describe("[B-3] the text of an invoice", () => {
  test("has the app's words in Hindi", () => {
    expect(forbiddenWords("hi", JSON.stringify(invoiceCopy.hi))).toEqual([]);
    expect(forbiddenWords("hi", JSON.stringify(invoiceText(bill(), "hi")))).toEqual([]);
  });

  const rowsOf = (more: Partial<InvoicedBill>, language: "en" | "hi" = "en") =>
    invoiceText(bill(more), language).lines.rows.map(({ cells, note }) => [
      cells[0],
      cells[2],
      cells[3],
      cells[5],
      note,
    ]);

  test("each line with quantity, price and reason", () => {
    expect(rowsOf({})).toEqual([
      [
        "Energy",
        "15.79 kWh",
        "₹16.10/kWh",
        "₹254.22",
        "18:00–18:30 · price from 18:00 to 22:00 · Mon Fri · rounded up by 12 Wh to steps of 100 Wh",
      ],
    ]);
    expect(rowsOf({}, "hi")[0]?.[4]).toBe(
      "18:00–18:30 · 18:00 से 22:00 तक की दर · सोम शुक्र · 100 Wh के चरणों में 12 Wh बढ़ाकर",
    );
  });

  test("lines that add up to the taxable amount", () => {
    expect(rowsOf({ net_minor: 25_421 }).at(-1)).toEqual(["Rounding", "", "", "−₹0.01", null]);
    const less = line({ dimension: "OPERATOR_LESS", excl_vat_minor: -422, vat: null });
    expect(rowsOf({ lines: [line(), less], net_minor: 25_000 }).at(-1)).toEqual([
      "The operator billed less",
      "",
      "",
      "−₹4.22",
      null,
    ]);
    expect(rowsOf({ lines: [] })).toEqual([["Energy", "15.79 kWh", "", "₹254.22", null]]);
  });

  test("IGST alone between two states, UTGST in a territory", () => {
    const labels = (place_of_supply: string, seller = "27") =>
      invoiceText(
        bill({}, { place_of_supply, seller: { ...bill().invoice.seller, state_code: seller } }),
        "en",
      ).totals.map(({ label }) => label);
    expect(labels("27")).toEqual(["Before GST", "CGST", "SGST", "Total"]);
    expect(labels("29")).toEqual(["Before GST", "IGST", "Total"]);
    expect(labels("04", "04")).toEqual(["Before GST", "CGST", "UTGST", "Total"]);
  });

  test("that a test seller's is not a tax document", () => {
    expect(invoiceText(bill({}, { example: true }), "en").specimen).toMatch(/Not a tax document/);
    expect(invoiceText(bill(), "en").specimen).toBeNull();
  });

  test("where another language was asked for, in which it is and why", () => {
    const said = "This invoice is in English: invoices are issued in English and Hindi.";
    expect(invoiceText(bill(), "en", "ur").notes).toContain(said);
    expect(invoiceText(bill(), "en").notes).not.toContain(said);
  });

  test("its language: the driver's where it is English or Hindi", () => {
    expect(invoiceLanguage("hi-IN,hi;q=0.9,en;q=0.8")).toBe("hi");
    expect(invoiceLanguage("en-IN, hi;q=0.5")).toBe("en");
    expect(invoiceLanguage("ur-IN, hi;q=0.5, en;q=0.7")).toBe("en");
    expect(invoiceLanguage("ur")).toBe("en");
    expect(invoiceLanguage("hi;q=0")).toBe("en");
    expect(invoiceLanguage(undefined)).toBe("en");
  });
});

describe("[B-3] shaping", () => {
  const widthOf = (text: string) => shape(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0);

  test.for([
    ["क्ष", 1],
    ["त्र", 1],
    ["ज्ञ", 1],
    ["श्री", 2],
    ["द्य", 1],
    ["र्म", 2],
  ] as const)("%s is drawn as %i glyphs, none of them missing", ([text, glyphs]) => {
    const shaped = shape(text);
    expect(shaped).toHaveLength(glyphs);
    expect(shaped.length).toBeLessThan(Array.from(text).length);
    expect(shaped.map(({ id }) => id)).not.toContain(0);
  });

  test("a vowel sign that is written after its letter stands before it", () => {
    const [sign, letter] = shape("कि");
    expect(letter?.id).toBe(shape("क")[0]?.id);
    expect(sign?.id).not.toBe(letter?.id);
  });

  test("the rupee sign, minus and both scripts in one line are all there", () => {
    const text = "₹1,23,456.00 − श्री चौक, Baner · 18:00–18:30";
    expect(shape(text).map(({ id }) => id)).not.toContain(0);
    expect(widthOf("a·b")).toBeGreaterThan(widthOf("ab"));
  });
});
