import type { Cdr } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";
import type { Original } from "./cdr-intake.ts";

/** Why a credit CDR is set aside until the record that it takes back is billed. */
export const WAITS = "the record it takes back is not billed yet";

export type WaitingCredit = { id: string; operator_id: string; body: Cdr };

const waitsFor = ({ country_code, party_id, id }: Original) => sql`
  decision is null and reason = ${WAITS} and lower(body ->> 'credit_reference_id') = lower(${id})
    and lower(body ->> 'country_code') = lower(${country_code}) and lower(body ->> 'party_id') = lower(${party_id})`;

/** The credit CDRs that wait for a record, oldest first. */
export const listWaiting = (on: Queryable, record: Original) =>
  rows(
    on,
    sql<WaitingCredit>`select id, operator_id, body from quarantined_cdr
      where ${waitsFor(record)} order by received_at, id`,
  );

/** Until this transaction ends, no other transaction bills the CDR or stores a credit CDR for it. */
export const lockRecord = ({ country_code, party_id, id }: Original, tx: Tx) => {
  const key = `cdr ${country_code}/${party_id}/${id}`.toLowerCase();
  return sql`select pg_advisory_xact_lock(hashtextextended(${key}, 23))`.execute(tx);
};

/** False: the waiting credit CDR was booked or decided on in the meantime. */
export const closeWaiting = async (tx: Tx, id: string, at: Date): Promise<boolean> =>
  (await one(
    tx,
    sql`update quarantined_cdr set decision = 'RELEASED', decided_at = ${at},
          decided_because = 'the record it takes back was billed'
        where id = ${id} and decision is null returning id`,
  )) !== null;

/** Staff rejected the record: there is nothing to take back. */
export const rejectWaiting = (tx: Tx, record: Original, at: Date) =>
  sql`update quarantined_cdr set decision = 'REJECTED', decided_at = ${at},
        decided_because = 'the record it takes back was rejected'
      where ${waitsFor(record)}`.execute(tx);

/** The company that a bill was charged to. */
export const findPayer = async (on: Queryable, cdrId: string, sessionId: string) =>
  (
    await one(
      on,
      sql<{ company_id: string }>`
        select company_id from company_charge where session_id = ${sessionId} and cdr_id = ${cdrId}`,
    )
  )?.company_id ?? null;
