import type { BillParty, Invoice } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { inv01 } from "./inv-01.ts";

const seller: BillParty = {
  name: "Voltmarg Mobility Private Limited",
  address: "Office 12, Example Chambers, Baner Road",
  city: "Pune",
  postal_code: "411045",
  state_code: "27",
  gst_in: "27AAFCV4182M1ZS",
  email: "bills@voltmarg.example",
  phone: null,
};
const buyer: BillParty = {
  ...seller,
  name: "Rao Traders",
  address: `${"Long Street ".repeat(9)}Corner House`,
  city: "Bengaluru",
  postal_code: "560001",
  state_code: "29",
  gst_in: "29AAGCB7383J1Z4",
};
const invoice: Invoice = {
  kind: "INVOICE",
  number: "VM/26-27/004182",
  // The day after in India.
  issued_at: "2026-11-20T19:12:20.000Z",
  example: false,
  original: null,
  seller,
  buyer,
  sac: "998714",
  place_of_supply: "29",
  rates: [
    {
      rate: "18",
      sac: "998714",
      taxable_minor: 20_000,
      cgst_minor: 0,
      sgst_minor: 0,
      igst_minor: 3_600,
    },
    { rate: "none", taxable_minor: 1_005, cgst_minor: 0, sgst_minor: 0, igst_minor: 0 },
  ],
};
const bill = {
  net_minor: 21_005,
  cgst_minor: 0,
  sgst_minor: 0,
  igst_minor: 3_600,
  amount_minor: 24_605,
};

test("[B-3] an invoice in the portal's schema 1.1", () => {
  const document = inv01(bill, invoice, { seller, buyer });
  expect(document).toMatchObject({
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N" },
    DocDtls: { Typ: "INV", No: "VM/26-27/004182", Dt: "21/11/2026" },
    SellerDtls: { Gstin: "27AAFCV4182M1ZS", Loc: "Pune", Pin: 411_045, Stcd: "27" },
    BuyerDtls: { Gstin: "29AAGCB7383J1Z4", LglNm: "Rao Traders", Pos: "29", Stcd: "29" },
    ItemList: [
      { SlNo: "1", IsServc: "Y", HsnCd: "998714", GstRt: 18, AssAmt: 200, IgstAmt: 36 },
      { SlNo: "2", GstRt: 0, AssAmt: 10.05, TotItemVal: 10.05 },
    ],
    ValDtls: { AssVal: 210.05, IgstVal: 36, TotInvVal: 246.05 },
  });
  expect(document).not.toHaveProperty("RefDtls");
  const { Addr1, Addr2 } = document.BuyerDtls;
  expect(`${Addr1} ${Addr2}`).toBe(buyer.address);
  expect(Addr1.length).toBeLessThanOrEqual(100);
  // The portal does not ask for them.
  expect(JSON.stringify(document)).not.toContain("bills@voltmarg.example");
});

test("[B-3] a credit note has positive amounts and names its invoice", () => {
  const original = { cdr_id: "cdr_1", number: invoice.number, issued_at: invoice.issued_at };
  const [rate] = invoice.rates;
  const note = inv01(
    { ...bill, net_minor: -20_000, igst_minor: -3_600, amount_minor: -23_600 },
    {
      ...invoice,
      kind: "CREDIT_NOTE",
      number: "VC/26-27/000007",
      original,
      rates: [{ ...rate!, taxable_minor: -20_000, igst_minor: -3_600 }],
    },
    { seller, buyer },
  );
  expect(note).toMatchObject({
    DocDtls: { Typ: "CRN", No: "VC/26-27/000007" },
    ItemList: [{ AssAmt: 200, IgstAmt: 36, TotItemVal: 236 }],
    ValDtls: { AssVal: 200, TotInvVal: 236 },
    RefDtls: { PrecDocDtls: [{ InvNo: "VM/26-27/004182", InvDt: "21/11/2026" }] },
  });
});
