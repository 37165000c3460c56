import { csvLines } from "../../platform/csv.ts";
import type { Gstr1 } from "./gstr1.ts";
import { placeName } from "./sales-register.ts";

/** The JSON that the portal takes, a part at a time. */
export function* gstr1Json(of: Gstr1): Iterable<string> {
  const { b2b, ...rest } = of;
  yield `${JSON.stringify(rest).slice(0, -1)},"b2b":[`;
  for (const [n, one] of b2b.entries()) yield `${n === 0 ? "" : ","}${JSON.stringify(one)}`;
  yield "]}\n";
}

const HEAD = [
  "Section",
  "GSTIN",
  "Document",
  "Date",
  "Value (INR)",
  "Place of supply",
  "SAC",
  "Rate %",
  "Taxable value (INR)",
  "IGST (INR)",
  "CGST (INR)",
  "SGST (INR)",
  "From",
  "To",
  "Documents",
];
type Line = Partial<Record<(typeof HEAD)[number], string>>;

/** The same as CSV: a line for each rate of each document, each sum, and each series of documents. */
export function* gstr1Csv(of: Gstr1): Iterable<string> {
  yield csvLines([HEAD], true);
  for (const line of linesOf(of)) yield csvLines([HEAD.map((name) => line[name] ?? "")]);
}

function* linesOf(of: Gstr1): Iterable<Line> {
  for (const { ctin, inv } of of.b2b)
    for (const each of inv) yield* itemLines("b2b", { ...each, ctin });
  for (const { pos, inv } of of.b2cl)
    for (const each of inv) yield* itemLines("b2cl", { ...each, pos });
  for (const { pos, rt, ...amounts } of of.b2cs)
    yield {
      Section: "b2cs",
      "Place of supply": placeName(pos),
      "Rate %": String(rt),
      ...inr(amounts),
    };
  const note = <N extends { nt_num: string; nt_dt: string }>(each: N) => ({
    ...each,
    inum: each.nt_num,
    idt: each.nt_dt,
  });
  for (const { ctin, nt } of of.cdnr)
    for (const each of nt) yield* itemLines("cdnr", { ...note(each), ctin });
  for (const each of of.cdnur) yield* itemLines("cdnur", note(each));
  for (const section of ["hsn_b2b", "hsn_b2c"] as const)
    for (const { hsn_sc, rt, ...amounts } of of.hsn[section])
      yield { Section: section, SAC: hsn_sc, "Rate %": String(rt), ...inr(amounts) };
  for (const { doc_typ, docs } of of.doc_issue.doc_det)
    for (const { from, to, totnum } of docs)
      yield { Section: doc_typ, From: from, To: to, Documents: String(totnum) };
}

type Amounts = { txval: number; iamt: number; camt: number; samt: number };
const inr = ({ txval, iamt, camt, samt }: Amounts): Line => ({
  "Taxable value (INR)": txval.toFixed(2),
  "IGST (INR)": iamt.toFixed(2),
  "CGST (INR)": camt.toFixed(2),
  "SGST (INR)": samt.toFixed(2),
});

function* itemLines(
  section: string,
  of: {
    ctin?: string;
    inum: string;
    idt: string;
    val: number;
    pos: string;
    itms: readonly { itm_det: Amounts & { rt: number } }[];
  },
): Iterable<Line> {
  for (const { itm_det } of of.itms)
    yield {
      Section: section,
      GSTIN: of.ctin ?? "",
      Document: of.inum,
      Date: of.idt,
      "Value (INR)": of.val.toFixed(2),
      "Place of supply": placeName(of.pos),
      "Rate %": String(itm_det.rt),
      ...inr(itm_det),
    };
}
