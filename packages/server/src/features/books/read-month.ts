import { monthBounds } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { documentsBetween, transfersBetween, type Place } from "./books.store.ts";
import type { Names } from "./chart.ts";
import { documentOf, type Document } from "./document.ts";
import { added, voucherOf, type Voucher } from "./voucher.ts";

const DAY_MS = 86_400_000;
/** So many rows are in memory at once. */
const AT_ONCE = 2_000;

/** All rows of a month in India, day by day: a page is looked for among the rows of its day. */
async function* pagesOf<Row>(
  month: string,
  read: (from: Place, until: Date, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncIterable<Row[]> {
  const { from, until } = monthBounds(month);
  for (let day = from.getTime(); day < until.getTime(); day += DAY_MS) {
    let place: Place | null = { at: new Date(day), key: "" };
    while (place) {
      const page: Row[] = await read(place, new Date(day + DAY_MS), AT_ONCE);
      if (page.length > 0) yield page;
      place = page.length < AT_ONCE ? null : placeOf(page.at(-1)!);
    }
  }
}

/** Invoices and credit notes of a month in India, in the order of issue; read while they are written. */
export async function* documentsOf(on: Queryable, month: string): AsyncIterable<Document> {
  const pages = pagesOf(
    month,
    (from, until, limit) => documentsBetween(on, from, until, limit),
    ({ issued_at: at, invoice }) => ({ at, key: invoice.number }),
  );
  for await (const page of pages) yield* page.map(documentOf);
}

/**
 * What the ledger moved in a month in India as vouchers, in its order. Money that is held for charging sessions and
 * released again is one voucher a day.
 */
export async function* vouchersOf(
  on: Queryable,
  month: string,
  names: Names,
): AsyncIterable<Voucher> {
  const pages = pagesOf(
    month,
    (from, until, limit) => transfersBetween(on, from, until, limit),
    ({ at, id: key }) => ({ at, key }),
  );
  let held: Voucher | null = null;
  for await (const page of pages) {
    // A bill's document is issued at the instant of its transfer.
    const first = { at: page[0]!.at, key: "" };
    const issued = await documentsBetween(on, first, new Date(page.at(-1)!.at.getTime() + 1), null);
    const documents = new Map(issued.map((row) => [row.cdr_id, documentOf(row)]));
    for (const row of page) {
      const isBill = row.kind === "CHARGE" || row.kind === "REFUND";
      const document = isBill ? (documents.get(row.cdr_id ?? "") ?? null) : null;
      const voucher = voucherOf(row, document, names);
      if (held && held.day !== voucher.day) {
        yield* written(held);
        held = null;
      }
      if (row.kind === "HOLD" || row.kind === "RELEASE") held = withHeld(held, voucher);
      else yield* written(voucher);
    }
  }
  if (held) yield* written(held);
}

function withHeld(held: Voucher | null, voucher: Voucher): Voucher {
  const id = `held-${voucher.day}`;
  const entries = added([...(held?.entries ?? []), ...voucher.entries]);
  return { ...voucher, id, number: id, narration: "Advances held, and no longer held", entries };
}

/** A free charging session moves nothing. */
function* written(voucher: Voucher): Iterable<Voucher> {
  if (voucher.entries.length > 0) yield voucher;
}
