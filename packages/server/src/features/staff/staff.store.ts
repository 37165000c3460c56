import { createHash } from "node:crypto";
import type { StaffRole } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

// 160 random bits need no slow hash.
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

export type MemberRow = {
  name: string;
  role: StaffRole;
  created_at: Date;
  created_by: string;
  revoked_at: Date | null;
  refusals: number;
  refused_at: Date | null;
};

/** Null: a member or a credential has or had this name. */
export const insertMember = (tx: Tx, m: { name: string; role: StaffRole; by: string; at: Date }) =>
  one(
    tx,
    sql<MemberRow>`
      insert into staff (name, role, created_at, created_by) values (${m.name}, ${m.role}, ${m.at}, ${m.by})
      on conflict (name) do nothing returning *`,
  );

/** Serialises giving a name, to a member or to a credential: the audit log tells them apart by nothing else. */
export const lockNames = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('staff-names', 0))`.execute(tx);

/** Whether somebody of this name was invited, ever. */
export const isMember = async (on: Queryable, name: string): Promise<boolean> =>
  (await one(on, sql`select name from staff where name = ${name}`)) !== null;

/** Names of the members who have one of these roles. */
export const membersWho = async (on: Queryable, roles: readonly StaffRole[]): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ name: string }>`
        select name from staff where role = any(${roles}) and revoked_at is null order by name`,
    )
  ).map(({ name }) => name);

export const lockMember = (tx: Tx, name: string) =>
  one(tx, sql<MemberRow>`select * from staff where name = ${name} for update`);

export const setRole = (tx: Tx, name: string, role: StaffRole) =>
  sql`update staff set role = ${role} where name = ${name}`.execute(tx);

/** Revokes a member: invitations and every way to sign in go, sessions end. */
export async function endMember(tx: Tx, name: string, at: Date): Promise<void> {
  await sql`update staff set revoked_at = coalesce(revoked_at, ${at}) where name = ${name}`.execute(
    tx,
  );
  await dropInvitations(tx, name);
  await dropWaysIn(tx, name, at);
}

export type ShownMember = MemberRow & {
  passkeys: number;
  openid: boolean;
  invited_until: Date | null;
  last_seen_at: Date | null;
};

export const listMembers = (on: Queryable, now: Date) =>
  rows(
    on,
    sql<ShownMember>`
      select s.*, (select count(*)::int from staff_passkey p where p.name = s.name) as passkeys,
        exists (select 1 from staff_openid o where o.name = s.name) as openid,
        (select max(expires_at) from staff_invitation i
          where i.name = s.name and used_at is null and expires_at > ${now}) as invited_until,
        (select max(used_at) from staff_session t where t.name = s.name) as last_seen_at
      from staff s order by s.created_at, s.name`,
  );

/** Refusals one after the other count together when less than so much time lies between them. */
export const noteRefusal = (tx: Tx, name: string, at: Date, since: Date) =>
  sql`update staff set refusals = case when refused_at > ${since} then refusals + 1 else 1 end, refused_at = ${at}
      where name = ${name}`.execute(tx);

export const clearRefusals = (tx: Tx, name: string) =>
  sql`update staff set refusals = 0, refused_at = null where name = ${name} and refusals > 0`.execute(
    tx,
  );

export const insertInvitation = (
  tx: Tx,
  i: { token: string; name: string; at: Date; by: string; expiresAt: Date },
) =>
  sql`insert into staff_invitation (token_hash, name, created_at, created_by, expires_at)
      values (${hashOf(i.token)}, ${i.name}, ${i.at}, ${i.by}, ${i.expiresAt})`.execute(tx);

/** Those that were not used. */
export const dropInvitations = (tx: Tx, name: string) =>
  sql`delete from staff_invitation where name = ${name} and used_at is null`.execute(tx);

/** An invitation that still opens something, with whom it invites. */
export const findInvitation = (on: Queryable, token: string, now: Date) =>
  one(
    on,
    sql<Pick<MemberRow, "name" | "role">>`
      select s.name, s.role from staff_invitation i join staff s on s.name = i.name
      where i.token_hash = ${hashOf(token)} and i.used_at is null and i.expires_at > ${now} and s.revoked_at is null`,
  );

/** Uses it up. False: it was used meanwhile, or has expired. */
export const takeInvitation = async (tx: Tx, token: string, now: Date): Promise<boolean> =>
  (await one(
    tx,
    sql`update staff_invitation set used_at = ${now}
        where token_hash = ${hashOf(token)} and used_at is null and expires_at > ${now} returning name`,
  )) !== null;

export type PasskeyRow = { id: string; name: string; public_key: Buffer; counter: bigint };

/** False: the credential is registered already. */
export const insertPasskey = async (tx: Tx, p: PasskeyRow, at: Date): Promise<boolean> =>
  (await one(
    tx,
    sql`insert into staff_passkey (id, name, public_key, counter, created_at)
        values (${p.id}, ${p.name}, ${p.public_key}, ${p.counter}, ${at}) on conflict (id) do nothing returning id`,
  )) !== null;

export const lockPasskey = (tx: Tx, id: string) =>
  one(tx, sql<PasskeyRow>`select * from staff_passkey where id = ${id} for update`);

export const noteUse = (tx: Tx, id: string, counter: number, at: Date) =>
  sql`update staff_passkey set counter = ${counter}, last_used_at = ${at} where id = ${id}`.execute(
    tx,
  );

/** Everything a member signs in with goes, and what they opened with it ends. */
export async function dropWaysIn(tx: Tx, name: string, at: Date): Promise<void> {
  await sql`delete from staff_passkey where name = ${name}`.execute(tx);
  await sql`delete from staff_openid where name = ${name}`.execute(tx);
  await sql`update staff_session set ended_at = ${at} where name = ${name} and ended_at is null`.execute(
    tx,
  );
}

/** An account at the company's OpenID provider: the name and the address in it may change, these two never do. */
export type Account = { issuer: string; subject: string };

/** The member who signs in with an account, until the transaction ends. */
export const lockMemberOf = (tx: Tx, { issuer, subject }: Account) =>
  one(
    tx,
    sql<MemberRow>`select s.* from staff_openid o join staff s on s.name = o.name
      where o.issuer = ${issuer} and o.sub = ${subject} for update of s`,
  );

/** Serialises giving an account to a member: it belongs to one. */
export const lockAccounts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('staff-accounts', 0))`.execute(tx);

export const insertAccount = (tx: Tx, { issuer, subject }: Account, name: string, at: Date) =>
  sql`insert into staff_openid (issuer, sub, name, created_at) values (${issuer}, ${subject}, ${name}, ${at})`.execute(
    tx,
  );

export type SessionRow = {
  name: string;
  role: StaffRole;
  created_at: Date;
  used_at: Date;
  fresh_at: Date;
  by_openid: boolean;
};

export const insertSession = (tx: Tx, token: string, s: Omit<SessionRow, "role">) =>
  sql`insert into staff_session (token_hash, name, created_at, used_at, fresh_at, by_openid)
      values (${hashOf(token)}, ${s.name}, ${s.created_at}, ${s.used_at}, ${s.fresh_at}, ${s.by_openid})`.execute(
    tx,
  );

/** An open session that was used after one instant and began after another, with its member's role of now. */
export const findSession = (on: Queryable, token: string, usedAfter: Date, beganAfter: Date) =>
  one(
    on,
    sql<SessionRow>`
      select s.name, s.role, t.created_at, t.used_at, t.fresh_at, t.by_openid
      from staff_session t join staff s on s.name = t.name
      where t.token_hash = ${hashOf(token)} and t.ended_at is null and t.used_at > ${usedAfter}
        and t.created_at > ${beganAfter} and s.revoked_at is null`,
  );

export const touchSession = (on: Queryable, token: string, at: Date) =>
  sql`update staff_session set used_at = ${at} where token_hash = ${hashOf(token)} and used_at < ${at}`.execute(
    on,
  );

export const freshenSession = (tx: Tx, token: string, freshAt: Date, at: Date) =>
  sql`update staff_session set fresh_at = ${freshAt}, used_at = ${at} where token_hash = ${hashOf(token)}`.execute(
    tx,
  );

export const endSession = (tx: Tx, token: string, at: Date) =>
  sql`update staff_session set ended_at = ${at} where token_hash = ${hashOf(token)} and ended_at is null`.execute(
    tx,
  );
