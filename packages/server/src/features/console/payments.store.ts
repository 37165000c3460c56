import { rows, sql, type Queryable } from "../../platform/database/database.ts";

/** Where a page of a list by time begins, and in which order it goes on. */
export type Place = { after: { at: Date; id: string } | null; order: "NEWEST" | "OLDEST" };
export const pageAt = ({ after, order }: Place, limit: number) => {
  const [beyond, way] = order === "NEWEST" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql`
    ${after ? sql`and (t.created_at, t.id) ${beyond} (${after.at}, ${after.id})` : sql``}
    order by t.created_at ${way}, t.id ${way} limit ${limit}`;
};
export const NUMBER = sql`(select case when u.erased_at is null then u.mobile end from app_user u where u.id = t.user_id) as mobile`;

export type RefundRow = {
  user_id: string;
  id: string;
  amount: bigint;
  status: "REQUESTED" | "SENT" | "DONE" | "FAILED";
  payment_id: string;
  refund_id: string | null;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
  retried_by: string | null;
  mobile: string | null;
};
const REFUNDS = {
  WAITING: sql`t.status in ('REQUESTED', 'SENT')`,
  DONE: sql`t.status = 'DONE'`,
  FAILED: sql`t.status = 'FAILED'`,
};
export const listRefunds = (
  on: Queryable,
  state: keyof typeof REFUNDS | null,
  place: Place,
  limit: number,
) =>
  rows(
    on,
    sql<RefundRow>`
      select t.*, ${NUMBER}, (select r.id from withdrawal_refund r
        where r.user_id = t.user_id and r.retry_of = t.id) as retried_by from withdrawal_refund t where ${state ? REFUNDS[state] : sql`true`} ${pageAt(place, limit)}`,
  );

export type DisputeRow = {
  user_id: string | null;
  id: string;
  payment_id: string;
  amount: bigint;
  status: string;
  respond_by: Date | null;
  set_aside: bigint | null;
  loss: bigint | null;
  received_at: Date;
  evidence_wanted: boolean;
  /** Its place in the list. */
  created_at: Date;
  mobile: string | null;
};
const EVIDENCE_WANTED = sql`loss is null and status <> 'under_review'`;
/** Ascending: by the deadline while evidence is wanted, one without it after those; then, far in the future, newest first. */
const BY_DEADLINE = sql`case when ${EVIDENCE_WANTED} then coalesce(respond_by, '8000-01-01Z')
  else timestamptz '9000-01-01Z' - (received_at - timestamptz '2000-01-01Z') end`;
const DISPUTES = {
  OPEN: sql`t.loss is null`,
  WON: sql`t.loss = 0`,
  LOST: sql`t.loss > 0`,
};
export const listDisputesOfPayments = (
  on: Queryable,
  state: keyof typeof DISPUTES | null,
  place: Place & { byDeadline: boolean },
  limit: number,
) =>
  rows(
    on,
    sql<DisputeRow>`
      select t.user_id, t.id, t.payment_id, t.amount, t.status, t.respond_by, t.set_aside, t.loss, t.received_at, t.created_at,
        ${EVIDENCE_WANTED} as evidence_wanted, ${NUMBER}
      from (select *, ${place.byDeadline ? BY_DEADLINE : sql`received_at`} as created_at from payment_dispute) t
      where ${state ? DISPUTES[state] : sql`true`} ${pageAt(place, limit)}`,
  );

export type PaymentRow = {
  user_id: string;
  id: string;
  amount: bigint;
  status: "CREATED" | "PROCESSING" | "CREDITED" | "FAILED";
  order_id: string | null;
  payment_id: string | null;
  created_at: Date;
  settled_at: Date | null;
  mobile: string | null;
};
export const listPayments = (
  on: Queryable,
  status: PaymentRow["status"] | null,
  place: Place,
  limit: number,
) =>
  rows(
    on,
    sql<PaymentRow>`
      select t.*, ${NUMBER} from top_up t where ${status ? sql`t.status = ${status}` : sql`true`} ${pageAt(place, limit)}`,
  );
