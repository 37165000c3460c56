import type { BooksFile } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { findSeller } from "../billing/index.ts";
import { findFiled, namesNow } from "./books.store.ts";
import type { Names } from "./chart.ts";
import { gstr1 } from "./gstr1.ts";
import { gstr1Csv, gstr1Json } from "./gstr1-files.ts";
import { journal } from "./journal.ts";
import { documentsOf, vouchersOf } from "./read-month.ts";
import { salesRegister } from "./sales-register.ts";
import { tally } from "./tally.ts";

/** What the exports of a month go by besides its documents and transfers, which never change. */
export type Basis = { gst_in: string; names: Names };

/** As it was when the month was filed, else as it is now. */
export async function basisOf(on: Queryable, month: string): Promise<Basis> {
  const filed = await findFiled(on, month);
  if (filed) return filed;
  const { gst_in } = await findSeller(on);
  return { gst_in: gst_in ?? "", names: await namesNow(on) };
}

const TYPES: Record<BooksFile, string> = {
  "sales-register.csv": "text/csv; charset=utf-8",
  "gstr-1.json": "application/json",
  "gstr-1.csv": "text/csv; charset=utf-8",
  "tally.xml": "application/xml",
  "ledger.journal": "text/plain; charset=utf-8",
};
export const FILES = Object.keys(TYPES) as BooksFile[];
export const typeOf = (file: BooksFile): string => TYPES[file];

/** One export of a month, read while it is written. */
export async function* exportMonth(
  on: Queryable,
  month: string,
  file: BooksFile,
  { gst_in, names }: Basis,
): AsyncIterable<string> {
  const documents = documentsOf(on, month);
  if (file === "sales-register.csv") yield* salesRegister(documents);
  else if (file === "tally.xml") yield* tally(vouchersOf(on, month, names), names);
  else if (file === "ledger.journal") yield* journal(month, vouchersOf(on, month, names), names);
  else {
    const found = await gstr1(month, gst_in, documents);
    yield* file === "gstr-1.json" ? gstr1Json(found) : gstr1Csv(found);
  }
}
