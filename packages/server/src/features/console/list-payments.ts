import { pageByCursor, readTimeCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { DeskPayment, DeskRefund } from "@voltmarg/contract";
import type { ConsoleDeps } from "./console-deps.ts";
import { maskedMobile } from "./masked.ts";
import { listPayments, listRefunds, type PaymentRow, type RefundRow } from "./payments.store.ts";

type Asked<State> = { state?: State | undefined; cursor?: string | undefined; limit: number };
type Page<Item> = Outcome<{ content: Item[]; next_cursor: string | null }, "INVALID_INPUT">;

/** A page of refunds of all drivers, newest first. */
export const searchRefunds = (
  { database: { db } }: ConsoleDeps,
  { state, ...asked }: Asked<"WAITING" | "DONE" | "FAILED">,
): Promise<Page<DeskRefund>> =>
  paged(asked, (after, most) => listRefunds(db, state ?? null, after, most), refundToWire);

/** A page of top-ups of all drivers, newest first. */
export const searchPayments = (
  { database: { db } }: ConsoleDeps,
  { state, ...asked }: Asked<PaymentRow["status"]>,
): Promise<Page<DeskPayment>> =>
  paged(asked, (after, most) => listPayments(db, state ?? null, after, most), paymentToWire);

async function paged<Row extends { created_at: Date; id: string }, Item>(
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  list: (after: ReturnType<typeof readTimeCursor>, most: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  if (cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const found = await list(after, limit + 1);
  return done(pageByCursor(found, limit, (row) => [row.created_at.toISOString(), row.id], toItem));
}

const common = (row: RefundRow | PaymentRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  driver: { id: row.user_id, mobile_masked: maskedMobile(row.mobile) },
  amount_minor: Number(row.amount),
});
const refundToWire = (row: RefundRow): DeskRefund => ({
  ...common(row),
  status: row.status,
  payment_id: row.payment_id,
  refund_id: row.refund_id,
  failure: row.failure,
});
const paymentToWire = (row: PaymentRow): DeskPayment => ({
  ...common(row),
  status: row.status,
  order_id: row.order_id,
  payment_id: row.payment_id,
});
