import type { Cdr as Bill, Dispute, QuarantinedCdr } from "@voltmarg/contract";
import type { Cdr } from "@voltmarg/ocpi";
import type { Queryable } from "../../platform/database/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { findReference, findSession } from "../charging/index.ts";
import {
  countCdrs,
  countQuarantined,
  findCdr,
  findCdrOfSession,
  findQuarantined,
  getQuarantined,
  listCdrs,
  listFigures,
  listQuarantined,
  type BillFilter,
  type CdrRow,
  type QuarantinedRow,
} from "./billing.store.ts";
import { countDisputes, listDisputes, type DisputeFilter } from "./dispute.store.ts";

export type { BillFilter };

const toWire = ({ wire, credited_by, provisional }: CdrRow): Bill => ({
  ...wire,
  credited_by,
  ...(provisional ? { provisional } : {}),
});

export async function getBill(on: Queryable, userId: string, id: string): Promise<Bill | null> {
  const row = await findCdr(on, userId, id);
  return row && toWire(row);
}

export async function getBillOfSession(
  on: Queryable,
  userId: string,
  sessionId: string,
): Promise<Bill | null> {
  const row = await findCdrOfSession(on, userId, sessionId);
  return row && toWire(row);
}

/** Amount and energy of some of a driver's bills, by their ids. */
export async function figuresOf(on: Queryable, userId: string, ids: readonly string[]) {
  const found = await listFigures(on, userId, ids);
  return new Map(found.map(({ id, ...figures }) => [id, figures]));
}

/** Newest first. */
export async function searchBills(
  on: Queryable,
  userId: string,
  filter: BillFilter,
  pageNo: number,
  pageSize: number,
): Promise<Page<Bill>> {
  const found = await listCdrs(on, userId, filter, pageNo * pageSize, pageSize);
  return page(found.map(toWire), pageNo, pageSize, await countCdrs(on, userId, filter));
}

/** The CDR as its operator sent it, for that operator only. */
export async function readCdr(on: Queryable, operatorId: string, id: string): Promise<Cdr | null> {
  const aside = await findQuarantined(on, operatorId, id);
  if (aside) return aside.body;
  const reference = await findReference(on, `cdr:${id}`);
  const session = reference && (await findSession(on, reference.user_id, reference.session_id));
  if (!session || session.operator_id !== operatorId) return null;
  const row = await findCdr(on, session.user_id, id);
  return row?.body.total_cost ? row.body : null;
}

/** Newest first. */
export async function searchDisputes(
  on: Queryable,
  filter: DisputeFilter,
  pageNo: number,
  pageSize: number,
): Promise<Page<Dispute>> {
  const found = await listDisputes(on, filter, pageNo * pageSize, pageSize);
  const shown = found.map((d) => ({
    cdr_id: d.cdr_id,
    ocpi_id: d.ocpi_id,
    session_id: d.session_id,
    user_id: d.user_id,
    operator: { id: d.operator_id, name: d.operator_name },
    currency: d.currency,
    asked: { excl_vat: d.asked_excl, incl_vat: d.asked_incl },
    checked: { excl_vat: d.checked_excl, incl_vat: d.checked_incl },
    tolerance: d.tolerance,
    lines: d.lines,
    paid_minor: Number(d.paid),
    agreed_minor: d.agreed === null ? null : Number(d.agreed),
    state: d.state,
    created_at: d.created_at.toISOString(),
  }));
  return page(shown, pageNo, pageSize, await countDisputes(on, filter));
}

/** Newest first. */
export async function searchQuarantined(
  on: Queryable,
  operatorId: string | null,
  pageNo: number,
  pageSize: number,
): Promise<Page<QuarantinedCdr>> {
  const found = await listQuarantined(on, operatorId, pageNo * pageSize, pageSize);
  return page(found.map(asideToWire), pageNo, pageSize, await countQuarantined(on, operatorId));
}

export async function readQuarantined(on: Queryable, id: string): Promise<QuarantinedCdr | null> {
  const row = await getQuarantined(on, id);
  return row && asideToWire(row);
}

const asideToWire = (q: QuarantinedRow): QuarantinedCdr => ({
  id: q.id,
  ocpi_id: q.ocpi_id,
  operator: { id: q.operator_id, name: q.operator_name },
  reason: q.reason,
  body: q.body,
  raw: q.raw,
  received_at: q.received_at.toISOString(),
  decision: q.decision && {
    decision: q.decision,
    at: q.decided_at!.toISOString(),
    because: q.decided_because!,
  },
});
