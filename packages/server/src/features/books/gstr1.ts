import { indianDayOf } from "@voltmarg/rules";
import { NOTHING, plus, type Document, type Rate, type Tax } from "./document.ts";

/** An invoice between states to a buyer without GSTIN is listed by itself above one lakh rupees (rule 59 (4)). */
const LARGE_MINOR = 10_000_000n;

/** GSTR-1 in the JSON of the GST portal, with its names; amounts are rupees. */
export type Gstr1 = {
  gstin: string;
  /** Month and year, `112026`. */
  fp: string;
  b2b: { ctin: string; inv: Invoice[] }[];
  b2cl: { pos: string; inv: LargeInvoice[] }[];
  b2cs: (Amounts & {
    sply_ty: "INTRA" | "INTER";
    pos: string;
    typ: "OE";
    rt: number;
    csamt: 0;
  })[];
  cdnr: { ctin: string; nt: Note[] }[];
  cdnur: (Omit<Note, "rchrg" | "inv_typ"> & { typ: "B2CL" })[];
  hsn: { hsn_b2b: Hsn[]; hsn_b2c: Hsn[] };
  doc_issue: { doc_det: { doc_num: 1 | 5; doc_typ: string; docs: Issued[] }[] };
};
type Amounts = { txval: number; iamt: number; camt: number; samt: number };
type Item = { num: number; itm_det: Amounts & { rt: number; csamt: 0 } };
type LargeInvoice = { inum: string; idt: string; val: number; itms: Item[] };
type Invoice = LargeInvoice & { pos: string; rchrg: "N"; inv_typ: "R" };
type Note = {
  ntty: "C";
  nt_num: string;
  nt_dt: string;
  val: number;
  pos: string;
  rchrg: "N";
  inv_typ: "R";
  itms: Item[];
};
type Hsn = Amounts & {
  num: number;
  hsn_sc: string;
  desc: string;
  uqc: "NA";
  qty: 0;
  rt: number;
  csamt: 0;
};
type Issued = {
  num: number;
  from: string;
  to: string;
  totnum: number;
  cancel: 0;
  net_issue: number;
};

/**
 * GSTR-1 of a month. Credits for buyers without GSTIN reduce `b2cs`, unless their invoice was listed by itself; those too
 * late to reduce tax are only counted among the documents. Documents for registered buyers are in memory at once.
 */
export async function gstr1(
  month: string,
  gstin: string,
  documents: AsyncIterable<Document>,
): Promise<Gstr1> {
  const [year, number] = month.split("-");
  const invoices = grouped<Invoice>();
  const large = grouped<LargeInvoice>();
  const notes = grouped<Note>();
  const cdnur: Gstr1["cdnur"] = [];
  const small = summed();
  const registered = summed();
  const others = summed();
  const series = { 1: new Map<string, Counted>(), 5: new Map<string, Counted>() } as const;

  for await (const document of documents) {
    const { kind, buyer, placeOfSupply: pos, interState, rates, total } = document;
    count(series[kind === "INVOICE" ? 1 : 5], document.number);
    if (kind === "FINANCIAL") continue;
    for (const rate of rates) (buyer ? registered : others).add(`${rate.sac} ${rate.rate}`, rate);
    const isLarge = buyer === null && interState && abs(total) > LARGE_MINOR;
    const invoice = {
      inum: document.number,
      idt: portalDay(document.issuedAt),
      val: rupees(abs(total)),
      itms: itemsOf(rates),
    };
    const { itms, val } = invoice;
    const note = {
      ntty: "C",
      nt_num: document.number,
      nt_dt: invoice.idt,
      val,
      pos,
      itms,
    } as const;
    const regular = { rchrg: "N", inv_typ: "R" } as const;
    if (buyer && kind === "INVOICE") invoices.add(buyer.gstin, { ...invoice, pos, ...regular });
    else if (buyer) notes.add(buyer.gstin, { ...note, ...regular });
    else if (isLarge && kind === "INVOICE") large.add(pos, invoice);
    else if (isLarge) cdnur.push({ ...note, typ: "B2CL" });
    else
      for (const rate of rates)
        small.add(`${interState ? "INTER" : "INTRA"} ${pos} ${rate.rate}`, rate);
  }

  const hsn = (of: ReturnType<typeof summed>): Hsn[] =>
    of.all().map(([[sac, rt], tax], n) => {
      const what = { num: n + 1, hsn_sc: sac!, desc: "", uqc: "NA", qty: 0 } as const;
      return Object.assign(what, { rt: Number(rt), csamt: 0 } as const, amounts(tax));
    });
  return {
    gstin,
    fp: `${number}${year}`,
    b2b: invoices.all().map(([ctin, inv]) => ({ ctin, inv })),
    b2cl: large.all().map(([pos, inv]) => ({ pos, inv })),
    b2cs: small.all().map(([[sply_ty, pos, rt], tax]) => {
      const what = { sply_ty: sply_ty as "INTRA" | "INTER", pos: pos!, typ: "OE" } as const;
      return Object.assign(what, { rt: Number(rt), csamt: 0 } as const, amounts(tax));
    }),
    cdnr: notes.all().map(([ctin, nt]) => ({ ctin, nt })),
    cdnur,
    hsn: { hsn_b2b: hsn(registered), hsn_b2c: hsn(others) },
    doc_issue: {
      doc_det: [
        { doc_num: 1, doc_typ: "Invoices for outward supply", docs: issued(series[1]) },
        { doc_num: 5, doc_typ: "Credit Note", docs: issued(series[5]) },
      ],
    },
  };
}

const abs = (minor: bigint) => (minor < 0n ? -minor : minor);
const rupees = (minor: bigint) => Number(minor) / 100;
const amounts = ({ taxable, igst, cgst, sgst }: Tax): Amounts => ({
  txval: rupees(taxable),
  iamt: rupees(igst),
  camt: rupees(cgst),
  samt: rupees(sgst),
});
const portalDay = (at: Date) => indianDayOf(at).split("-").toReversed().join("-");

/** One for each rate, without sign: a note says by its section that it reduces. */
function itemsOf(rates: readonly Rate[]): Item[] {
  const by = summed();
  for (const rate of rates) by.add(String(rate.rate), rate);
  return by.all().map(([[rt], tax], n) => {
    const size = { ...tax };
    for (const part of ["taxable", "cgst", "sgst", "igst"] as const) size[part] = abs(tax[part]);
    return { num: n + 1, itm_det: { rt: Number(rt), ...amounts(size), csamt: 0 } };
  });
}

/** Sums by words, in the order of the words. */
function summed() {
  const by = new Map<string, Tax>();
  return {
    add: (words: string, tax: Tax) => void by.set(words, plus(by.get(words) ?? NOTHING, tax)),
    all: () => inOrder(by).map(([words, tax]) => [words.split(" "), tax] as const),
  };
}

function grouped<T>() {
  const by = new Map<string, T[]>();
  return {
    add: (key: string, one: T) => {
      const all = by.get(key) ?? [];
      all.push(one);
      by.set(key, all);
    },
    all: () => inOrder(by),
  };
}

const inOrder = <T>(by: Map<string, T>) => [...by].toSorted(([a], [b]) => (a < b ? -1 : 1));

type Counted = { from: string; to: string; count: number };
function count(series: Map<string, Counted>, number: string): void {
  const name = number.slice(0, number.lastIndexOf("/"));
  const { from, to, count: before } = series.get(name) ?? { from: number, to: number, count: 0 };
  series.set(name, {
    from: isBefore(number, from) ? number : from,
    to: isBefore(to, number) ? number : to,
    count: before + 1,
  });
}

/** Of one series: letters come when its digits are used up. */
const isBefore = (a: string, b: string) => {
  const rank = (number: string) => {
    const own = number.slice(number.lastIndexOf("/") + 1);
    return `${own.replace(/\d/g, "").length} ${String(own.length).padStart(2, "0")} ${own}`;
  };
  return rank(a) < rank(b);
};

const issued = (series: Map<string, Counted>): Issued[] =>
  inOrder(series).map(([, { from, to, count: totnum }], n) => ({
    num: n + 1,
    from,
    to,
    totnum,
    cancel: 0,
    net_issue: totnum,
  }));
