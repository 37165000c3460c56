import { one, rows, sql, type Queryable, type Tx } from "../../platform/database.ts";

export type UserRow = {
  id: string;
  mobile: string;
  name: string | null;
  email: string | null;
  gst_in: string | null;
  customer_type: "PERSONAL" | "CORPORATE";
  company_id: string | null;
  allow_multi_charging: boolean;
  created_at: Date;
  deactivated_at: Date | null;
};

export const findUser = (on: Queryable, id: string) =>
  one(on, sql<UserRow>`select * from app_user where id = ${id} and deactivated_at is null`);

export const findUserByMobile = (on: Queryable, mobile: string) =>
  one(on, sql<UserRow>`select * from app_user where mobile = ${mobile}`);

/** Null when the number was taken meanwhile. */
export const insertUser = (tx: Tx, user: UserRow) =>
  one(
    tx,
    sql<UserRow>`
      insert into app_user (id, mobile, name, email, gst_in, customer_type, company_id, allow_multi_charging, created_at)
      values (${user.id}, ${user.mobile}, ${user.name}, ${user.email}, ${user.gst_in}, ${user.customer_type},
              ${user.company_id}, ${user.allow_multi_charging}, ${user.created_at})
      on conflict (mobile) do nothing returning *`,
  );

export type UserChange = {
  name?: string | undefined;
  email?: string | null | undefined;
  gst_in?: string | null | undefined;
};

export const changeUser = (on: Queryable, id: string, change: UserChange) =>
  one(
    on,
    sql<UserRow>`
      update app_user set
        name = case when ${change.name !== undefined} then ${change.name ?? null} else name end,
        email = case when ${change.email !== undefined} then ${change.email ?? null} else email end,
        gst_in = case when ${change.gst_in !== undefined} then ${change.gst_in ?? null} else gst_in end
      where id = ${id} and deactivated_at is null returning *`,
  );

export const setMultiCharging = (on: Queryable, mobile: string, allowed: boolean) =>
  one(
    on,
    sql<UserRow>`update app_user set allow_multi_charging = ${allowed} where mobile = ${mobile} returning *`,
  );

export const companyOfNumber = async (on: Queryable, mobile: string): Promise<string | null> =>
  (
    await one(
      on,
      sql<{ company_id: string }>`select company_id from company_number where mobile = ${mobile}`,
    )
  )?.company_id ?? null;

export type CompanyRow = { id: string; name: string; numbers: string[] };

const companySelect = sql`
  select c.id, c.name, coalesce(array_agg(n.mobile order by n.mobile) filter (where n.mobile is not null), '{}') as numbers
  from company c left join company_number n on n.company_id = c.id`;

export const findCompany = (on: Queryable, id: string) =>
  one(on, sql<CompanyRow>`${companySelect} where c.id = ${id} group by c.id`);

export async function putCompany(tx: Tx, id: string, name: string, at: Date): Promise<CompanyRow> {
  await sql`insert into company (id, name, created_at) values (${id}, ${name}, ${at}) on conflict (name) do nothing`.execute(
    tx,
  );
  await sql`insert into ledger_account (owner, kind, cached) select id, 'receivable', true from company where name = ${name}
            on conflict do nothing`.execute(tx);
  const row = await one(tx, sql<CompanyRow>`${companySelect} where c.name = ${name} group by c.id`);
  return row!;
}

/** Lists a number for a company; its driver, if there is one already, becomes corporate. */
export async function listNumber(tx: Tx, companyId: string, mobile: string): Promise<void> {
  await sql`insert into company_number (mobile, company_id) values (${mobile}, ${companyId})
            on conflict (mobile) do update set company_id = excluded.company_id`.execute(tx);
  await sql`update app_user set customer_type = 'CORPORATE', company_id = ${companyId} where mobile = ${mobile}`.execute(
    tx,
  );
}

export const openLedger = (tx: Tx, userId: string) =>
  sql`select ledger_open_driver(${userId})`.execute(tx);

export const listSigningKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ kid: string; private_jwk: Record<string, unknown>; public_jwk: Record<string, unknown> }>`
      select kid, private_jwk, public_jwk from signing_key order by created_at desc`,
  );

/** Stores the first key only: of replicas that boot at once, all sign and read with the same one. */
export async function insertSigningKey(
  tx: Tx,
  key: { kid: string; privateJwk: unknown; publicJwk: unknown },
  at: Date,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('signing_key'))`.execute(tx);
  await sql`insert into signing_key (kid, private_jwk, public_jwk, created_at)
      select ${key.kid}, ${JSON.stringify(key.privateJwk)}, ${JSON.stringify(key.publicJwk)}, ${at}
      where not exists (select 1 from signing_key)`.execute(tx);
}
