import type { Cdr } from "@voltmarg/ocpi";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

/** Stores a credit CDR until the CDR that it refers to is billed. */
export const park = (
  tx: Tx,
  c: { original: string; id: string; operatorId: string; body: Cdr; at: Date },
) =>
  sql`insert into parked_credit (original_key, id, operator_id, body, received_at)
      values (${c.original}, ${c.id}, ${c.operatorId}, ${JSON.stringify(c.body)}, ${c.at})`.execute(
    tx,
  );

export type ParkedRow = { id: string; operator_id: string; body: Cdr };

/** The credit CDRs that wait for a CDR, by its natural key, oldest first. */
export const listParked = (on: Queryable, original: string) =>
  rows(
    on,
    sql<ParkedRow>`select id, operator_id, body from parked_credit where original_key = ${original}
      order by received_at, id ${planKept}`,
  );

export const findParked = (on: Queryable, operatorId: string, id: string) =>
  one(
    on,
    sql<ParkedRow>`select id, operator_id, body from parked_credit where id = ${id} and operator_id = ${operatorId}`,
  );

/** False: it was applied meanwhile. */
export const removeParked = async (tx: Tx, id: string): Promise<boolean> =>
  (await one(tx, sql`delete from parked_credit where id = ${id} returning id`)) !== null;

/** The company that a bill was charged to. */
export const findPayer = async (on: Queryable, cdrId: string, sessionId: string) =>
  (
    await one(
      on,
      sql<{ company_id: string }>`
        select company_id from company_charge where session_id = ${sessionId} and cdr_id = ${cdrId}`,
    )
  )?.company_id ?? null;
