import { expect, test } from "vitest";
import { invoiceText, type InvoicedBill } from "./invoice-text.ts";

const line = (more: object = {}) => ({
  dimension: "ENERGY",
  quantity: "1234.56789",
  unit: "kWh",
  price: "16.12345",
  vat: "18",
  excl_vat_minor: 10_000,
  incl_vat_minor: 11_800,
  from: "2026-11-20T12:30:00Z",
  until: "2026-11-20T12:30:00Z",
  element_index: 0,
  restrictions: null,
  rounding: null,
  reason: "",
  ...more,
});
const seller = {
  name: "Voltmarg",
  address: "Office 12",
  city: "Pune",
  postal_code: "411045",
  state_code: "27",
  gst_in: "27AAFCV4182M1ZS",
  email: "bills@voltmarg.example",
  phone: "+912000000000",
};
const nobody = {
  name: "Asha",
  address: null,
  city: null,
  postal_code: null,
  state_code: null,
  gst_in: null,
  email: null,
  phone: null,
};
const bill = (more: Partial<InvoicedBill> = {}, invoice: object = {}): InvoicedBill => ({
  id: "cdr_1",
  session_id: "ses_1",
  start_date_time: "2026-11-20T12:30:00Z",
  end_date_time: "2026-11-20T13:12:00Z",
  time_zone: "Asia/Kolkata",
  location: { id: "loc_1", name: "Baner", address: "12 J M Road", city: "Pune" },
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
  net_minor: 10_000,
  gst_minor: 1_800,
  cgst_minor: 900,
  sgst_minor: 901,
  igst_minor: 1_802,
  amount_minor: 11_800,
  dispute: null,
  paid_by: "WALLET",
  balance_after_minor: 0,
  stop_reason: "CAR",
  created_at: "2026-11-20T13:12:20.000Z",
  ...more,
  invoice: {
    kind: "INVOICE",
    number: "VM/1",
    issued_at: "2026-11-20T19:12:20.000Z",
    example: false,
    original: null,
    seller,
    buyer: nobody,
    sac: "998714",
    place_of_supply: "27",
    rates: [{ rate: "18", taxable_minor: 10_000, cgst_minor: 900, sgst_minor: 901, igst_minor: 0 }],
    ...invoice,
  },
});
const text = (more: Partial<InvoicedBill> = {}, invoice: object = {}) =>
  invoiceText(bill(more, invoice), "en");
const fact = (label: string, more: Partial<InvoicedBill> = {}, invoice: object = {}) =>
  text(more, invoice).facts.find((each) => each.label === label)?.value;

test("a party shows what is known of it, line by line", () => {
  const lines = (more: object) => text({}, { buyer: { ...nobody, ...more } }).buyer.lines;
  expect(text().seller.lines).toEqual([
    "Voltmarg",
    "Office 12",
    "Pune 411045, Maharashtra (27)",
    "GSTIN 27AAFCV4182M1ZS",
    "bills@voltmarg.example · +912000000000",
  ]);
  expect(lines({})).toEqual(["Asha", "No GSTIN given"]);
  expect(lines({ city: "Pune" })).toEqual(["Asha", "Pune", "No GSTIN given"]);
  expect(lines({ postal_code: "411045", phone: "+911" })).toEqual([
    "Asha",
    "411045",
    "No GSTIN given",
    "+911",
  ]);
  expect(lines({ state_code: "29", email: "a@b.example" })).toEqual([
    "Asha",
    "Karnataka (29)",
    "No GSTIN given",
    "a@b.example",
  ]);
});

test("a charge past midnight shows both days, one within a day only the hour of its end", () => {
  expect(fact("Charging")).toBe("20 Nov 2026, 18:00 – 18:42 IST");
  expect(fact("Charging", { end_date_time: "2026-11-20T18:29:00Z" })).toBe(
    "20 Nov 2026, 18:00 – 23:59 IST",
  );
  expect(fact("Charging", { end_date_time: "2026-11-20T18:30:00Z" })).toBe(
    "20 Nov 2026, 18:00 – 21 Nov 2026, 00:00 IST",
  );
});

test("a driver reads where, at which plug and how it was paid", () => {
  expect(fact("Station")).toBe("Baner, 12 J M Road, Pune");
  const { location } = bill();
  expect(fact("Station", { location: { ...location, address: "" } })).toBe("Baner, Pune");
  const plug = (standard: string) =>
    fact("Charger", { connector: { id: "1", standard, power_type: "DC" } });
  expect(plug("IEC_62196_T2")).toBe("Charger 2, Type 2");
  expect(plug("IEC_62196_T2_COMBO")).toBe("Charger 2, CCS2");
  expect(plug("CHADEMO")).toBe("Charger 2, CHAdeMO");
  expect(plug("GBT_AC")).toBe("Charger 2, GB/T AC");
  expect(plug("GBT_DC")).toBe("Charger 2, GB/T DC");
  expect(plug("DOMESTIC_A_B")).toBe("Charger 2, DOMESTIC A B");
  expect(fact("Payment")).toBe("Paid from the wallet");
  expect(fact("Payment", { paid_by: "COMPANY" })).toBe("Billed to the company’s account");
  const credit = { kind: "CREDIT_NOTE" };
  expect(fact("Payment", {}, credit)).toBe("Refunded to the wallet");
  expect(fact("Payment", { paid_by: "COMPANY" }, credit)).toBe("Credited to the company’s account");
  expect(fact("Place of supply", {}, { place_of_supply: "29" })).toBe("Karnataka (29)");
});

test("a credit note names its invoice, and an invoice names none", () => {
  const original = { number: "VM/0", issued_at: "2026-11-19T19:00:00.000Z" };
  const note = text({}, { kind: "CREDIT_NOTE", original });
  expect(note.title).toBe("Credit note");
  expect(note.head).toEqual([
    { label: "Credit note number", value: "VM/1" },
    { label: "Date", value: "21 Nov 2026" },
    { label: "For invoice", value: "VM/0, 20 Nov 2026" },
  ]);
  expect(text().head).toEqual([
    { label: "Invoice number", value: "VM/1" },
    { label: "Date", value: "21 Nov 2026" },
  ]);
});

test("the notes say what was disputed on an invoice, and on a credit note that it reverses", () => {
  const dispute = { asked_minor: 20_000, checked_minor: 11_800 };
  const always = [
    "Tax is not payable on reverse charge.",
    "Computer-generated; no signature required.",
    "Charging record cdr_1",
  ];
  expect(text().notes).toEqual(always);
  expect(text({ dispute }).notes).toEqual([
    "The operator billed ₹200.00; by our check it is ₹118.00. You pay ₹118.00.",
    ...always,
  ]);
  expect(text({ dispute }, { kind: "CREDIT_NOTE" }).notes).toEqual([
    "This credit note reverses the invoice in full.",
    ...always,
  ]);
});

test("the amount of a credit note is in words without a minus", () => {
  const words = "Rupees one hundred eighteen only";
  expect(text().words).toEqual({ label: "In words", value: words });
  expect(text({ amount_minor: -11_800 }).words.value).toBe(words);
});

const cells = (more: object, of: Partial<InvoicedBill> = {}) =>
  text({ lines: [line(more)], ...of }).lines.rows[0];

test("quantities have at most four decimals, prices two to four, in India's grouping", () => {
  expect(cells({})!.cells).toEqual([
    "Energy",
    "998714",
    "1,234.5679 kWh",
    "₹16.1235/kWh",
    "18%",
    "₹100.00",
  ]);
  expect(cells({ quantity: "123456", price: "16" })!.cells.slice(2, 4)).toEqual([
    "1,23,456 kWh",
    "₹16.00/kWh",
  ]);
});

test("a fee for the start has no unit, and an unknown unit and dimension are shown as they are", () => {
  expect(cells({ dimension: "FLAT", unit: "session", price: "5", vat: null })!.cells).toEqual([
    "Start fee",
    "998714",
    "1",
    "₹5.00",
    "",
    "₹100.00",
  ]);
  expect(cells({ dimension: "TIME", unit: "h", quantity: "0.5", vat: "0" })!.cells).toEqual([
    "Charging time",
    "998714",
    "0.5 h",
    "₹16.1235/h",
    "0%",
    "₹100.00",
  ]);
  expect(cells({ dimension: "AIR", unit: "day", quantity: "2", price: "1" })!.cells).toEqual([
    "AIR",
    "998714",
    "2 day",
    "₹1.00",
    "18%",
    "₹100.00",
  ]);
});

test("a line of the whole bill has neither quantity, price nor time", () => {
  for (const [dimension, name] of [
    ["MIN_PRICE", "Raised to the tariff’s minimum price"],
    ["MAX_PRICE", "Capped at the tariff’s maximum price"],
    ["OPERATOR_LESS", "The operator billed less"],
    ["ABOVE_AGREED", "Above what you agreed to: not billed"],
  ])
    expect(cells({ dimension })).toEqual({
      note: null,
      cells: [name, "998714", "", "", "", "₹100.00"],
    });
  expect(cells({})!.note).toBe("18:00");
});

test("what rounding adds has a line, where all lines add up there is none", () => {
  const rows = (net_minor: number, lines = [line(), line({ excl_vat_minor: 5 })]) =>
    text({ net_minor, lines }).lines.rows.map((row) => row.cells);
  expect(rows(10_005)).toHaveLength(2);
  expect(rows(10_006).slice(2)).toEqual([["Rounding", "998714", "", "", "", "₹0.01"]]);
  expect(rows(10_004).slice(2)).toEqual([["Rounding", "998714", "", "", "", "−₹0.01"]]);
  expect(rows(5, [])).toEqual([["Energy", "998714", "15.79 kWh", "", "", "₹0.05"]]);
  expect(rows(0, [])).toEqual([]);
});

test("each tax has its own amount in the totals and in the table of rates", () => {
  const shown = text();
  expect(shown.totals).toEqual([
    { label: "Before GST", value: "₹100.00" },
    { label: "CGST", value: "₹9.00" },
    { label: "SGST", value: "₹9.01" },
    { label: "Total", value: "₹118.00", strong: true },
  ]);
  expect(shown.rates).toEqual({
    title: "GST by rate",
    head: ["Rate", "SAC", "Taxable value", "CGST", "SGST", "Tax"],
    rows: [["18%", "998714", "₹100.00", "₹9.00", "₹9.01", "₹18.01"]],
  });
  const rates = [
    { rate: "18", taxable_minor: 10_000, cgst_minor: 0, sgst_minor: 0, igst_minor: 1_802 },
    { rate: "0", taxable_minor: 700, cgst_minor: 0, sgst_minor: 0, igst_minor: 0 },
    { rate: "none", taxable_minor: 800, cgst_minor: 0, sgst_minor: 0, igst_minor: 0 },
  ];
  const abroad = text({}, { place_of_supply: "29", rates });
  expect(abroad.totals).toEqual([
    { label: "Before GST", value: "₹100.00" },
    { label: "IGST", value: "₹18.02" },
    { label: "Total", value: "₹118.00", strong: true },
  ]);
  expect(abroad.rates.head).toEqual(["Rate", "SAC", "Taxable value", "IGST", "Tax"]);
  expect(abroad.rates.rows).toEqual([
    ["18%", "998714", "₹100.00", "₹18.02", "₹18.02"],
    ["0%", "998714", "₹7.00", "₹0.00", "₹0.00"],
    ["No GST", "998714", "₹8.00", "₹0.00", "₹0.00"],
  ]);
});
