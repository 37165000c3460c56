import type { Cdr } from "@voltmarg/ocpi";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

/** Paise, GST included. */
export type CostRow = {
  operator_id: string;
  at: Date;
  cdr_id: string;
  user_id: string;
  ocpi_id: string;
  ended_at: Date;
  kwh: number;
  asked: bigint;
  checked: bigint;
  payable: bigint;
  disputed: bigint;
  paid: bigint;
  /** Of the operator's CDR, as it says; null: the line is none of the operator's. */
  total_cost: (Cdr["total_cost"] & { currency: string }) | null;
};
type StoredCost = CostRow & { reversed_by: string | null };

export const insertCost = (tx: Tx, c: CostRow) =>
  sql`insert into operator_cost (operator_id, at, cdr_id, user_id, ocpi_id, ended_at, kwh, asked, checked, payable,
        disputed, paid, total_cost)
      values (${c.operator_id}, ${c.at}, ${c.cdr_id}, ${c.user_id}, ${c.ocpi_id}, ${c.ended_at}, ${c.kwh}, ${c.asked},
        ${c.checked}, ${c.payable}, ${c.disputed}, ${c.paid}, ${c.total_cost && JSON.stringify(c.total_cost)}) ${planKept}`.execute(
    tx,
  );

export const findCost = (on: Queryable, cdrId: string) =>
  one(on, sql<StoredCost>`select * from operator_cost where cdr_id = ${cdrId}`);

export const markReversed = (tx: Tx, cdrId: string, by: string) =>
  sql`update operator_cost set reversed_by = ${by} where cdr_id = ${cdrId}`.execute(tx);

/** In the order of booking. */
export const costsBetween = (on: Queryable, operatorId: string, from: Date, until: Date) =>
  rows(
    on,
    sql<CostRow>`select * from operator_cost
      where operator_id = ${operatorId} and at >= ${from} and at < ${until} order by at, cdr_id`,
  );
