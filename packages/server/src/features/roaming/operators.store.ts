import { createHash } from "node:crypto";
import type { Endpoint } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable } from "../../platform/database.ts";

export type OperatorRow = {
  id: string;
  name: string;
  versions_url: string;
  country_code: string | null;
  party_id: string | null;
  our_token_hash: string | null;
  pending_token_hash: string | null;
  their_token: string | null;
  endpoints: Endpoint[] | null;
  registered_at: Date | null;
  last_contact_at: Date | null;
  locations_pulled_at: Date | null;
};

/** Tokens partners call us with are kept as hashes only. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

export const putOperator = (
  on: Queryable,
  o: { id: string; name: string; versionsUrl: string; at: Date },
) =>
  one(
    on,
    sql<OperatorRow>`
      insert into operator (id, name, versions_url, created_at) values (${o.id}, ${o.name}, ${o.versionsUrl}, ${o.at})
      on conflict (versions_url) do update set name = excluded.name returning *`,
  );

export const findOperator = (on: Queryable, id: string) =>
  one(on, sql<OperatorRow>`select * from operator where id = ${id}`);

export const listOperators = (on: Queryable) =>
  rows(on, sql<OperatorRow>`select * from operator order by created_at, id`);

/** An operator by its id, its name or its OCPI party id, in that order. */
export const operatorNamed = (on: Queryable, name: string) =>
  one(
    on,
    sql<{ id: string; name: string }>`
      select id, name from operator
      where id = ${name} or lower(name) = lower(${name}) or lower(party_id) = lower(${name})
      order by id = ${name} desc, lower(name) = lower(${name}) desc, created_at, id limit 1`,
  );

export const findByToken = (on: Queryable, token: string) =>
  one(
    on,
    sql<OperatorRow>`select * from operator
      where our_token_hash = ${tokenHash(token)} or pending_token_hash = ${tokenHash(token)}`,
  );

export const setPendingToken = (on: Queryable, id: string, token: string) =>
  sql`update operator set pending_token_hash = ${tokenHash(token)} where id = ${id}`.execute(on);

export type Registration = {
  theirToken: string;
  endpoints: readonly Endpoint[];
  countryCode: string;
  partyId: string;
  name: string;
  at: Date;
};

/** The handshake is over: the pending token is the one that counts now. */
export const completeRegistration = (on: Queryable, id: string, r: Registration) =>
  sql`update operator set our_token_hash = coalesce(pending_token_hash, our_token_hash), pending_token_hash = null,
        their_token = ${r.theirToken}, endpoints = ${JSON.stringify(r.endpoints)}, country_code = ${r.countryCode},
        party_id = ${r.partyId}, name = ${r.name}, registered_at = ${r.at}, last_contact_at = ${r.at}
      where id = ${id}`.execute(on);

export const forgetRegistration = (on: Queryable, id: string) =>
  sql`update operator set our_token_hash = null, pending_token_hash = null, their_token = null, endpoints = null,
        registered_at = null where id = ${id}`.execute(on);

/** At most one write every five seconds: the age of a status is shown in minutes. */
export const noteContact = (on: Queryable, id: string, at: Date) =>
  sql`update operator set last_contact_at = ${at}
      where id = ${id} and (last_contact_at is null or last_contact_at < ${new Date(at.getTime() - 5_000)})`.execute(
    on,
  );

export const notePull = (on: Queryable, id: string, at: Date) =>
  sql`update operator set locations_pulled_at = ${at}, last_contact_at = ${at} where id = ${id}`.execute(
    on,
  );

export type CommandRow = {
  id: string;
  operator_id: string;
  kind: "START_SESSION" | "STOP_SESSION";
  user_id: string;
  session_id: string;
  sent_at: Date | null;
  response: string | null;
  result: string | null;
};

/** Claims a command for sending. Null: it was sent before, and must not be sent again. */
export const claimCommand = (
  on: Queryable,
  c: { id: string; operatorId: string; kind: string; userId: string; sessionId: string; at: Date },
) =>
  one(
    on,
    sql<CommandRow>`
      insert into operator_command (id, operator_id, kind, user_id, session_id, created_at, sent_at)
      values (${c.id}, ${c.operatorId}, ${c.kind}, ${c.userId}, ${c.sessionId}, ${c.at}, ${c.at})
      on conflict (id) do nothing returning *`,
  );

export const findCommand = (on: Queryable, id: string) =>
  one(on, sql<CommandRow>`select * from operator_command where id = ${id}`);

export const noteResponse = (on: Queryable, id: string, response: string) =>
  sql`update operator_command set response = ${response} where id = ${id} and response is null`.execute(
    on,
  );

/** One terminal result a command; true for the first. */
export const noteResult = async (
  on: Queryable,
  id: string,
  result: string,
  at: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`update operator_command set result = ${result}, result_at = ${at} where id = ${id} and result is null returning id`,
  )) !== null;
