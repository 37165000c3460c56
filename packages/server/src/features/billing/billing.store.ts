import type { Cdr } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database.ts";

export type CdrRow = {
  id: string;
  user_id: string;
  wire: Cdr;
  body: Record<string, unknown>;
  created_at: Date;
};

export const insertCdr = (
  tx: Tx,
  c: {
    userId: string;
    id: string;
    sessionId: string;
    countryCode: string;
    partyId: string;
    ocpiId: string;
    amount: bigint;
    operatorAmount: bigint;
    wire: Cdr;
    body: unknown;
    at: Date;
  },
) =>
  sql`insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at)
      values (${c.userId}, ${c.id}, ${c.sessionId}, ${c.countryCode}, ${c.partyId}, ${c.ocpiId}, ${c.amount},
        ${c.operatorAmount}, ${JSON.stringify(c.wire)}, ${JSON.stringify(c.body)}, ${c.at})`.execute(
    tx,
  );

export const findCdr = (on: Queryable, userId: string, id: string) =>
  one(
    on,
    sql<CdrRow>`select id, user_id, wire, body, created_at from cdr where user_id = ${userId} and id = ${id}`,
  );

export const findCdrOfSession = (on: Queryable, userId: string, sessionId: string) =>
  one(
    on,
    sql<CdrRow>`select id, user_id, wire, body, created_at from cdr
      where user_id = ${userId} and session_id = ${sessionId} order by created_at limit 1`,
  );

export const listCdrs = (on: Queryable, userId: string, offset: number, limit: number) =>
  rows(
    on,
    sql<CdrRow>`select id, user_id, wire, body, created_at from cdr
      where user_id = ${userId} order by created_at desc, id desc offset ${offset} limit ${limit}`,
  );

export const countCdrs = async (on: Queryable, userId: string): Promise<number> =>
  (await one(on, sql<{ n: number }>`select count(*)::int as n from cdr where user_id = ${userId}`))!
    .n;

export type Arrival = { key: string; body_hash: string };

/** The first arrival of a charge record by its natural key; null when it came before. */
export const receiveCdr = (tx: Tx, key: string, hash: string, at: Date) =>
  one(
    tx,
    sql<Arrival>`insert into inbox (source, key, body_hash, received_at) values ('cdr', ${key}, ${hash}, ${at})
      on conflict do nothing returning key, body_hash`,
  );

export const findArrival = (on: Queryable, key: string) =>
  one(on, sql<Arrival>`select key, body_hash from inbox where source = 'cdr' and key = ${key}`);

export const quarantine = (
  tx: Tx,
  q: { id: string; operatorId: string; ocpiId: string; reason: string; body: unknown; at: Date },
) =>
  sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
      values (${q.id}, ${q.operatorId}, ${q.ocpiId}, ${q.reason}, ${JSON.stringify(q.body)}, ${q.at})
      on conflict do nothing`.execute(tx);

export const findQuarantined = (on: Queryable, operatorId: string, id: string) =>
  one(
    on,
    sql<{
      body: Record<string, unknown>;
    }>`select body from quarantined_cdr where operator_id = ${operatorId} and id = ${id}`,
  );
