import type { Cdr as Bill } from "@voltmarg/contract";
import type { Cdr } from "@voltmarg/ocpi";
import type { Queryable } from "../../platform/database.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { findReference, findSession } from "../charging/index.ts";
import {
  countCdrs,
  findCdr,
  findCdrOfSession,
  findQuarantined,
  listCdrs,
} from "./billing.store.ts";

export async function getBill(on: Queryable, userId: string, id: string): Promise<Bill | null> {
  return (await findCdr(on, userId, id))?.wire ?? null;
}

export async function getBillOfSession(
  on: Queryable,
  userId: string,
  sessionId: string,
): Promise<Bill | null> {
  return (await findCdrOfSession(on, userId, sessionId))?.wire ?? null;
}

/** Newest first. */
export async function searchBills(
  on: Queryable,
  userId: string,
  pageNo: number,
  pageSize: number,
): Promise<Page<Bill>> {
  const found = await listCdrs(on, userId, pageNo * pageSize, pageSize);
  return page(
    found.map((row) => row.wire),
    pageNo,
    pageSize,
    await countCdrs(on, userId),
  );
}

/** The record as its operator sent it, for that operator only. */
export async function readCdr(on: Queryable, operatorId: string, id: string): Promise<Cdr | null> {
  const aside = await findQuarantined(on, operatorId, id);
  if (aside) return aside.body as unknown as Cdr;
  const reference = await findReference(on, `cdr:${id}`);
  const session = reference && (await findSession(on, reference.user_id, reference.session_id));
  if (!session || session.operator_id !== operatorId) return null;
  const row = await findCdr(on, session.user_id, id);
  return row ? (row.body as unknown as Cdr) : null;
}
