import { createHash } from "node:crypto";
import type { StaffRole } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

/** The configured credential, which creates the others. */
export const BOOTSTRAP = { name: "bootstrap", role: "admin" } as const;

export type CredentialRow = {
  name: string;
  role: StaffRole;
  created_at: Date;
  created_by: string;
  revoked_at: Date | null;
};

// 160 random bits need no slow hash.
const hashOf = (token: string) => createHash("sha256").update(token).digest();
const shown = sql.raw("name, role, created_at, created_by, revoked_at");

export const credentialOf = (on: Queryable, token: string) =>
  one(
    on,
    sql<CredentialRow>`select ${shown} from desk_credential where token_hash = ${hashOf(token)} and revoked_at is null`,
  );

/** Whether a credential has or had this name. */
export const isCredential = async (on: Queryable, name: string): Promise<boolean> =>
  (await one(on, sql`select name from desk_credential where name = ${name}`)) !== null;

export const listCredentials = (on: Queryable) =>
  rows(on, sql<CredentialRow>`select ${shown} from desk_credential order by created_at, name`);

/** Null: another credential has or had this name. */
export const insertCredential = (
  tx: Tx,
  c: { name: string; role: StaffRole; token: string; by: string; at: Date },
) =>
  one(
    tx,
    sql<CredentialRow>`
      insert into desk_credential (name, role, token_hash, created_at, created_by)
      values (${c.name}, ${c.role}, ${hashOf(c.token)}, ${c.at}, ${c.by})
      on conflict (name) do nothing returning ${shown}`,
  );

export const revokeCredential = (tx: Tx, name: string, at: Date) =>
  one(
    tx,
    sql<CredentialRow>`update desk_credential set revoked_at = coalesce(revoked_at, ${at})
      where name = ${name} returning ${shown}`,
  );

export type AuditRow = {
  id: bigint;
  at: Date;
  credential: string;
  method: string;
  route: string;
  parameters: Record<string, unknown> | null;
  outcome: string;
  request_id: string;
};

export const insertAudit = (on: Queryable, a: Omit<AuditRow, "id">) =>
  sql`insert into desk_audit (at, credential, method, route, parameters, outcome, request_id)
      values (${a.at}, ${a.credential}, ${a.method}, ${a.route},
        ${a.parameters && JSON.stringify(a.parameters)}, ${a.outcome}, ${a.request_id})`.execute(
    on,
  );

/** What somebody else changed last at one address. Locks the address until the transaction ends. */
export async function lastEditByOthers(
  tx: Tx,
  of: { by: string; route: string; named: Record<string, string>; since: Date },
): Promise<AuditRow | null> {
  const named = JSON.stringify(of.named);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${of.route} ${named}`}, 17))`.execute(
    tx,
  );
  return one(
    tx,
    sql<AuditRow>`select * from desk_audit
      where route = ${of.route} and at >= ${of.since} and method <> 'GET' and outcome = 'OK' and credential <> ${of.by}
        and (parameters is null or parameters @> ${named}::jsonb)
      order by at desc limit 1`,
  );
}

/**
 * Counts a read by day. Whether it is the first, or the last that is a line of the log was before `again`: then it
 * counts as written there.
 */
export const countRead = async (
  on: Queryable,
  r: { at: Date; credential: string; route: string; subject: unknown; again: Date },
): Promise<boolean> =>
  (await one(
    on,
    sql<{ first: boolean }>`
      insert into desk_read as d (day, credential, route, subject, last_at, noted_at)
        values ((${r.at}::timestamptz at time zone 'Asia/Kolkata')::date, ${r.credential}, ${r.route},
          ${JSON.stringify(r.subject)}, ${r.at}, ${r.at})
        on conflict (day, credential, route, subject) do update set reads = d.reads + 1, last_at = excluded.last_at,
          noted_at = case when d.noted_at <= ${r.again} then excluded.noted_at else d.noted_at end,
          noted_read = case when d.noted_at <= ${r.again} then d.reads + 1 else d.noted_read end
        returning noted_read = reads as first`,
  ))!.first;

/** How often somebody did something since an instant. */
export const countDone = async (
  on: Queryable,
  d: { credential: string; method: string; route: string; since: Date },
): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from desk_audit
      where route = ${d.route} and method = ${d.method} and method <> 'GET' and at > ${d.since}
        and credential = ${d.credential} and outcome = 'OK'`,
  ))!.n;

/** Which lines of the log are wanted; null: all. */
export type AuditFilter = {
  credential: string | null;
  /** Methods and paths of operations, such as "GET /provider/v1/search". */
  operations: readonly string[] | null;
  /** Ids and numbers of what was looked at or changed: any of them, anywhere in the input. */
  objects: readonly string[] | null;
  from: Date | null;
  until: Date | null;
};

const fits = ({ credential, operations, objects, from, until }: AuditFilter) => sql`
  (${credential}::text is null or credential = ${credential})
  and (${operations}::text[] is null or method || ' ' || route = any(${operations}))
  and (${objects}::text[] is null or parameters @? ${objects && namesAny(objects)}::jsonpath)
  and (${from}::timestamptz is null or at >= ${from}) and (${until}::timestamptz is null or at < ${until})`;
/** A path that finds an object with one of these texts as a value. */
const namesAny = (texts: readonly string[]) =>
  `$.* ? (${texts.map((text) => `@ == ${JSON.stringify(text)}`).join(" || ")})`;

export const listAudit = (on: Queryable, filter: AuditFilter, offset: number, limit: number) =>
  rows(
    on,
    sql<AuditRow>`select * from desk_audit where ${fits(filter)} order by id desc offset ${offset} limit ${limit}`,
  );

export const countAudit = async (on: Queryable, filter: AuditFilter): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from desk_audit where ${fits(filter)}`,
  ))!.n;
