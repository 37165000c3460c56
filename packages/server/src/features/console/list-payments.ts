import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { maskedMobile } from "@voltmarg/rules";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { Approval, ConsolePayment, ConsoleRefund, PaymentDispute } from "@voltmarg/contract";
import { findApproval, listApprovals, type ApprovalRow } from "./approvals.store.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import {
  listDisputesOfPayments,
  listPayments,
  listRefunds,
  type DisputeRow,
  type PaymentRow,
  type Place,
  type RefundRow,
} from "./payments.store.ts";

type AskedPage = { cursor?: string | undefined; order: Place["order"]; limit: number };
type Asked<State> = AskedPage & { state?: State | undefined };
type Page<Item> = Outcome<{ content: Item[]; next_cursor: string | null }, "INVALID_INPUT">;

/** A page of refunds of all drivers. */
export const searchRefunds = (
  { database: { db } }: ConsoleDeps,
  { state, ...asked }: Asked<"WAITING" | "DONE" | "FAILED">,
): Promise<Page<ConsoleRefund>> =>
  paged(asked, (place, most) => listRefunds(db, state ?? null, place, most), refundToWire);

/** A page of top-ups of all drivers. */
export const searchPayments = (
  { database: { db } }: ConsoleDeps,
  { state, ...asked }: Asked<PaymentRow["status"]>,
): Promise<Page<ConsolePayment>> =>
  paged(asked, (place, most) => listPayments(db, state ?? null, place, most), paymentToWire);

/** A page of cardholders' disputes of payments. */
export const searchPaymentDisputes = (
  { database: { db } }: ConsoleDeps,
  {
    state,
    order,
    ...asked
  }: Omit<Asked<PaymentDispute["state"]>, "order"> & {
    order: Place["order"] | "DEADLINE";
  },
): Promise<Page<PaymentDispute>> => {
  const byDeadline = order === "DEADLINE";
  return paged(
    { ...asked, order: byDeadline ? "OLDEST" : order },
    (place, most) => listDisputesOfPayments(db, state ?? null, { ...place, byDeadline }, most),
    disputeToWire,
  );
};

type AskedApprovals = Asked<Approval["state"]> & { kind?: Approval["kind"] | undefined };
/** A page of what the staff did with money. */
export const searchApprovals = (
  { database: { db } }: ConsoleDeps,
  { state, kind, ...asked }: AskedApprovals,
): Promise<Page<Approval>> => {
  const filter = { state: state ?? null, kind: kind ?? null };
  return paged(asked, (place, most) => listApprovals(db, filter, place, most), approvalToWire);
};

export async function showApproval(
  { database: { db } }: ConsoleDeps,
  id: string,
): Promise<Outcome<Approval, "NOT_FOUND">> {
  const row = await findApproval(db, id);
  return row ? done(approvalToWire(row)) : refuse("NOT_FOUND");
}

async function paged<Row extends { created_at: Date; id: string }, Item>(
  { cursor, order, limit }: AskedPage,
  list: (place: Place, most: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  if (cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const found = await list({ after, order }, limit + 1);
  return done(pageByCursor(found, limit, (row) => [row.created_at.toISOString(), row.id], toItem));
}

const common = (row: RefundRow | PaymentRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  driver: { id: row.user_id, mobile_masked: maskedMobile(row.mobile) },
  amount_minor: Number(row.amount),
});
const refundToWire = (row: RefundRow): ConsoleRefund => ({
  ...common(row),
  status: row.status,
  payment_id: row.payment_id,
  refund_id: row.refund_id,
  failure: row.failure,
  retried_by: row.retried_by,
});
const paymentToWire = (row: PaymentRow): ConsolePayment => ({
  ...common(row),
  status: row.status,
  order_id: row.order_id,
  payment_id: row.payment_id,
});
const disputeToWire = (row: DisputeRow): PaymentDispute => ({
  id: row.id,
  created_at: row.received_at.toISOString(),
  driver:
    row.user_id === null ? null : { id: row.user_id, mobile_masked: maskedMobile(row.mobile) },
  payment_id: row.payment_id,
  amount_minor: Number(row.amount),
  state: row.loss === null ? "OPEN" : row.loss === 0n ? "WON" : "LOST",
  status: row.status,
  respond_by: row.respond_by?.toISOString() ?? null,
  evidence_wanted: row.evidence_wanted,
  set_aside_minor: row.loss === null ? Number(row.set_aside ?? 0n) : 0,
  loss_minor: row.loss === null ? null : Number(row.loss),
});
const approvalToWire = (row: ApprovalRow): Approval => ({
  id: row.id,
  proposed_at: row.created_at.toISOString(),
  kind: row.kind,
  state: row.state,
  driver:
    row.user_id === null ? null : { id: row.user_id, mobile_masked: maskedMobile(row.mobile) },
  amount_minor: row.amount === null ? null : Number(row.amount),
  operation: row.operation,
  input: row.input,
  reason: row.reason,
  reference: row.kind === "CHANGE" ? "" : row.reference,
  bill_id: row.kind === "CORRECTION" ? row.subject : null,
  proposed_by: row.proposed_by,
  expires_at: row.expires_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  because: row.because,
});
