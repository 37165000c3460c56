import type { BillParty, Cdr, Invoice } from "@voltmarg/contract";
import { indianDayOf, NO_TAX } from "@voltmarg/rules";

/** An invoice or credit note as the registration portal wants it, or what is missing of it. */
export type Inv01 = ReturnType<typeof inv01>;

/** The kind of a document at the portal. */
const typeOf = (kind: Invoice["kind"]) => (kind === "CREDIT_NOTE" ? "CRN" : "INV");

/** The portal's date, `dd/mm/yyyy`, in Indian time. */
const dateOf = (instant: string): string =>
  indianDayOf(new Date(instant)).split("-").reverse().join("/");

/**
 * The document in the portal's schema INV-01, version 1.1 (Form GST INV-01). Amounts are rupees, and positive also on a
 * credit note, whose kind says what it is. No e-mail address and number: the portal does not ask for them.
 */
export function inv01(
  bill: Pick<Cdr, "net_minor" | "cgst_minor" | "sgst_minor" | "igst_minor" | "amount_minor">,
  invoice: Invoice,
  { seller, buyer }: { seller: BillParty; buyer: BillParty },
) {
  const { original } = invoice;
  return {
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N", IgstOnIntra: "N" },
    DocDtls: { Typ: typeOf(invoice.kind), No: invoice.number, Dt: dateOf(invoice.issued_at) },
    SellerDtls: party(seller),
    BuyerDtls: { ...party(buyer), Pos: invoice.place_of_supply },
    ItemList: invoice.rates.map((rate, at) => ({
      SlNo: String(at + 1),
      PrdDesc: "Charging of an electric vehicle",
      IsServc: "Y",
      HsnCd: rate.sac ?? invoice.sac,
      Qty: 1,
      Unit: "OTH",
      UnitPrice: rupees(rate.taxable_minor),
      TotAmt: rupees(rate.taxable_minor),
      AssAmt: rupees(rate.taxable_minor),
      GstRt: rate.rate === NO_TAX ? 0 : Number(rate.rate),
      CgstAmt: rupees(rate.cgst_minor),
      SgstAmt: rupees(rate.sgst_minor),
      IgstAmt: rupees(rate.igst_minor),
      TotItemVal: rupees(rate.taxable_minor + rate.cgst_minor + rate.sgst_minor + rate.igst_minor),
    })),
    ValDtls: {
      AssVal: rupees(bill.net_minor),
      CgstVal: rupees(bill.cgst_minor),
      SgstVal: rupees(bill.sgst_minor),
      IgstVal: rupees(bill.igst_minor),
      TotInvVal: rupees(bill.amount_minor),
    },
    ...(original && {
      RefDtls: { PrecDocDtls: [{ InvNo: original.number, InvDt: dateOf(original.issued_at) }] },
    }),
  };
}

const LONGEST_LINE = 100;

function party({ gst_in, name, address, city, postal_code }: BillParty) {
  const [first = "", second = ""] = inTwo(address ?? "");
  return {
    Gstin: gst_in,
    LglNm: name.slice(0, 100),
    Addr1: first,
    ...(second && { Addr2: second.slice(0, LONGEST_LINE) }),
    Loc: (city ?? "").slice(0, 50),
    Pin: Number(postal_code),
    Stcd: (gst_in ?? "").slice(0, 2),
  };
}

/** An address in the portal's two lines, parted at a space. */
function inTwo(address: string): string[] {
  if (address.length <= LONGEST_LINE) return [address];
  const space = address.lastIndexOf(" ", LONGEST_LINE);
  const end = space > 0 ? space : LONGEST_LINE;
  return [address.slice(0, end), address.slice(end).trim()];
}

const rupees = (minor: number) => Math.abs(minor) / 100;
