import type { NotInvoicedCdr, OperatorInvoice, OperatorInvoiceCdr } from "@voltmarg/contract";
import { monthBounds, monthOf } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import {
  countInvoices,
  countLines,
  countLinesWith,
  countNotInvoiced,
  findInvoice,
  invoicedSpan,
  listInvoices,
  listLines,
  listNotInvoiced,
  sumLines,
  sumTaxes,
  type InvoiceCounts,
  type InvoiceRow,
  type LineFilter,
} from "./reconcile-invoices.store.ts";

/** Operators' invoices with how many of their CDRs we have, the newest first. */
export async function searchInvoices(
  on: Queryable,
  operatorId: string | null,
  pageNo: number,
  pageSize: number,
): Promise<Page<OperatorInvoice>> {
  const found = await listInvoices(on, operatorId, pageNo * pageSize, pageSize);
  return page(await withCounts(on, found), pageNo, pageSize, await countInvoices(on, operatorId));
}

/** One, with the sums of what we have of it; null: there is none. */
export async function readReconciled(on: Queryable, id: string) {
  const row = await findInvoice(on, id);
  const [invoice] = row ? await withCounts(on, [row]) : [];
  if (!invoice) return null;
  const taxes = await sumTaxes(on, id);
  const sums = (await sumLines(on, id)).map((sum) =>
    Object.assign(sum, {
      taxes: taxes
        .filter(({ state, currency }) => state === sum.state && currency === sum.currency)
        .map(({ name, amount }) => ({ name, amount })),
    }),
  );
  return { ...invoice, sums };
}

/** Null: there is no such invoice. */
export async function searchLines(
  on: Queryable,
  { id, filter }: { id: string; filter: LineFilter },
  pageNo: number,
  pageSize: number,
): Promise<Page<OperatorInvoiceCdr> | null> {
  if (!(await findInvoice(on, id))) return null;
  const found = await listLines(on, id, filter, pageNo * pageSize, pageSize);
  const shown = found.map(({ cdr_id, ended_at, aside_id, reason, decision, ...row }) =>
    Object.assign(row, {
      id: cdr_id,
      ended_at: ended_at && ended_at.toISOString(),
      aside: aside_id === null ? null : { id: aside_id, reason: reason ?? "", decision },
    }),
  );
  return page(shown, pageNo, pageSize, await countLinesWith(on, id, filter));
}

/**
 * An operator's billed CDRs that stand on none of its invoices. Before the month of the first invoiced one it invoiced in
 * another way; after the last one the next invoice may name them.
 */
export async function searchNotInvoiced(
  on: Queryable,
  operatorId: string,
  pageNo: number,
  pageSize: number,
): Promise<Page<NotInvoicedCdr>> {
  const invoiced = await invoicedSpan(on, operatorId);
  if (!invoiced) return page([], pageNo, pageSize, 0);
  const { from } = monthBounds(monthOf(invoiced.first));
  const span = { operatorId, from, until: invoiced.last };
  const found = await listNotInvoiced(on, span, pageNo * pageSize, pageSize);
  const shown = found.map(({ cdr_id, ended_at, ...row }) =>
    Object.assign(row, {
      id: cdr_id,
      ended_at: ended_at.toISOString(),
    }),
  );
  return page(shown, pageNo, pageSize, await countNotInvoiced(on, span));
}

const NONE: InvoiceCounts = { cdrs: 0, matched: 0, set_aside: 0, missing: 0, double: 0 };

async function withCounts(on: Queryable, found: readonly InvoiceRow[]): Promise<OperatorInvoice[]> {
  const counts = new Map(
    (
      await countLines(
        on,
        found.map(({ id }) => id),
      )
    ).map(({ invoice, ...each }) => [invoice, each]),
  );
  return found.map(({ operator_id, operator_name, last_updated, received_at, ...row }) =>
    Object.assign(row, {
      ...(counts.get(row.id) ?? NONE),
      operator: { id: operator_id, name: operator_name },
      last_updated: last_updated.toISOString(),
      received_at: received_at.toISOString(),
    }),
  );
}
