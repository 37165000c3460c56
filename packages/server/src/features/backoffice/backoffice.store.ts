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

export const listAudit = (
  on: Queryable,
  credential: string | null,
  offset: number,
  limit: number,
) =>
  rows(
    on,
    sql<AuditRow>`select * from desk_audit where ${credential}::text is null or credential = ${credential}
      order by id desc offset ${offset} limit ${limit}`,
  );

export const countAudit = async (on: Queryable, credential: string | null): Promise<number> =>
  (await one(
    on,
    sql<{ n: number }>`select count(*)::int as n from desk_audit
      where ${credential}::text is null or credential = ${credential}`,
  ))!.n;
