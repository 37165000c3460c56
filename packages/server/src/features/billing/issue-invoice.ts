import type { BillParty, Cdr as Bill, Invoice } from "@voltmarg/contract";
import {
  financialYear,
  invoiceCapacity,
  invoiceGst,
  invoiceNumber,
  NO_TAX,
  type SellerTaxes,
  stateOfStation,
  supplyOf,
} from "@voltmarg/rules";
import type { Queryable, Tx } from "../../platform/database/database.ts";
import type { SessionRow } from "../charging/index.ts";
import { taxesAt } from "../tariffs/index.ts";
import {
  findCompanyParty,
  findDriverParty,
  findLocationPlace,
  findSeller,
  lastNumbers,
  nextNumber,
  type SellerRow,
} from "./invoice.store.ts";

/** The tax of a bill and its invoice still without a number; nothing is locked. */
export type InvoiceDraft = {
  taxes: Pick<Bill, "net_minor" | "gst_minor" | "cgst_minor" | "sgst_minor" | "igst_minor">;
  invoice: Omit<Invoice, "number" | "issued_at" | "kind" | "original">;
  series: { INVOICE: string; CREDIT_NOTE: string };
};

/** The seller's taxes as they were when the session began: those of the price that was promised. */
export const taxesOf = (tx: Tx, { requested_at }: Pick<SessionRow, "requested_at">) =>
  taxesAt(tx, requested_at);

/** Seller, buyer and tax as they are now; what is drafted never changes after it is issued. */
export async function draftInvoice(
  tx: Tx,
  of: {
    userId: string;
    companyId: string | null;
    locationId: string;
    bill: Pick<Bill, "net_minor" | "amount_minor" | "lines">;
    taxes: SellerTaxes;
  },
): Promise<InvoiceDraft> {
  const seller = await findSeller(tx);
  const buyer = await buyerOf(tx, of.userId, of.companyId);
  const supply = supplyOf({
    sellerState: seller.state_code,
    buyerGstin: buyer.gst_in,
    locationState: await stateOf(tx, of.locationId),
  });
  const { percent, sac } = of.taxes("ENERGY");
  const gst = invoiceGst(
    { netMinor: BigInt(of.bill.net_minor), totalMinor: BigInt(of.bill.amount_minor) },
    of.bill.lines.map((line) => ({
      rate: rateOf(line),
      sac: line.sac ?? sac,
      netMinor: BigInt(line.excl_vat_minor),
    })),
    supply.tax,
    { rate: String(percent), sac },
  );
  return {
    taxes: {
      net_minor: Number(gst.netMinor),
      gst_minor: Number(gst.gstMinor),
      cgst_minor: Number(gst.cgstMinor),
      sgst_minor: Number(gst.sgstMinor),
      igst_minor: Number(gst.igstMinor),
    },
    invoice: {
      example: seller.example,
      seller: partyOf(seller),
      buyer,
      sac,
      place_of_supply: supply.placeOfSupply,
      rates: gst.rates.map((rate) => ({
        rate: rate.rate,
        sac: rate.sac,
        taxable_minor: Number(rate.taxableMinor),
        cgst_minor: Number(rate.cgstMinor),
        sgst_minor: Number(rate.sgstMinor),
        igst_minor: Number(rate.igstMinor),
      })),
    },
    series: { INVOICE: seller.invoice_series, CREDIT_NOTE: seller.credit_series },
  };
}

/** Gives the invoice its number: from here to the end of the transaction all other bills wait. */
export async function issueInvoice(
  tx: Tx,
  draft: Pick<InvoiceDraft, "invoice" | "series">,
  { original, at }: { original: Invoice["original"]; at: Date },
): Promise<Invoice> {
  const kind = original ? "CREDIT_NOTE" : "INVOICE";
  const series = draft.series[kind];
  const year = financialYear(at);
  const number = invoiceNumber(series, year, await nextNumber(tx, series, year));
  return { ...draft.invoice, kind, number, issued_at: at.toISOString(), original };
}

/** A credit note for a whole bill: its seller, buyer and tax as they were invoiced, negative. */
export async function issueCreditNote(
  tx: Tx,
  billId: string,
  invoice: Invoice,
  at: Date,
): Promise<Invoice> {
  const { invoice_series, credit_series } = await findSeller(tx);
  const { kind: _kind, number, issued_at, original: _original, ...same } = invoice;
  return issueInvoice(
    tx,
    {
      invoice: {
        ...same,
        rates: same.rates.map((rate) => ({
          rate: rate.rate,
          sac: rate.sac ?? same.sac,
          taxable_minor: -rate.taxable_minor,
          cgst_minor: -rate.cgst_minor,
          sgst_minor: -rate.sgst_minor,
          igst_minor: -rate.igst_minor,
        })),
      },
      series: { INVOICE: invoice_series, CREDIT_NOTE: credit_series },
    },
    { original: { cdr_id: billId, number, issued_at }, at },
  );
}

/** How much of each series is used in the financial year of an instant: 0 to 1. */
export async function numbersUsed(
  on: Queryable,
  at: Date,
): Promise<{ series: string; used: number }[]> {
  return (await lastNumbers(on, financialYear(at))).map(({ series, last_number }) => ({
    series,
    used: Number(last_number) / Number(invoiceCapacity(series)),
  }));
}

/**
 * A price without VAT, of a start before the seller's taxes were kept, has no tax; a line that is not from the tariff has
 * no rate.
 */
const rateOf = ({ vat, element_index }: Bill["lines"][number]): string | null =>
  vat ?? (element_index === null ? null : NO_TAX);

async function buyerOf(tx: Tx, userId: string, companyId: string | null): Promise<BillParty> {
  const buyer = companyId === null ? null : await findCompanyParty(tx, companyId);
  return buyer ?? (await findDriverParty(tx, userId))!;
}

/** The state of a station as we hold it. A CDR's is not asked. */
async function stateOf(tx: Tx, locationId: string): Promise<string | null> {
  const place = await findLocationPlace(tx, locationId);
  return place && stateOfStation(place.gst_state, place).code;
}

const partyOf = (seller: SellerRow): BillParty => ({
  name: seller.name,
  address: seller.address,
  city: seller.city,
  postal_code: seller.postal_code,
  state_code: seller.state_code,
  gst_in: seller.gst_in,
  email: seller.email,
  phone: seller.phone,
});
