import { rows, sql, type Queryable } from "../../platform/database/database.ts";

export type After = { at: Date; id: string } | null;
export const newest = (after: After, limit: number) => sql`
  ${after ? sql`and (t.created_at, t.id) < (${after.at}, ${after.id})` : sql``}
  order by t.created_at desc, t.id desc limit ${limit}`;
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
  after: After,
  limit: number,
) =>
  rows(
    on,
    sql<RefundRow>`
      select t.*, ${NUMBER}, (select r.id from withdrawal_refund r
        where r.user_id = t.user_id and r.retry_of = t.id) as retried_by from withdrawal_refund t where ${state ? REFUNDS[state] : sql`true`} ${newest(after, limit)}`,
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
  after: After,
  limit: number,
) =>
  rows(
    on,
    sql<PaymentRow>`
      select t.*, ${NUMBER} from top_up t where ${status ? sql`t.status = ${status}` : sql`true`} ${newest(after, limit)}`,
  );
