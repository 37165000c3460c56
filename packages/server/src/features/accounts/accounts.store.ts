import {
  columnsOf,
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

/** Of a driver with a GSTIN; null: not known. */
export type Business = {
  business_name: string | null;
  business_address: string | null;
  business_city: string | null;
  business_postal_code: string | null;
};

export type UserRow = Business & {
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

const columns = columnsOf<UserRow>({
  id: true,
  mobile: true,
  name: true,
  email: true,
  gst_in: true,
  business_name: true,
  business_address: true,
  business_city: true,
  business_postal_code: true,
  customer_type: true,
  company_id: true,
  allow_multi_charging: true,
  created_at: true,
  deactivated_at: true,
});

export const findUser = (on: Queryable, id: string) =>
  one(
    on,
    sql<UserRow>`select ${columns} from app_user where id = ${id} and deactivated_at is null ${planKept}`,
  );

export const findUserByMobile = (on: Queryable, mobile: string) =>
  one(on, sql<UserRow>`select * from app_user where mobile = ${mobile}`);

/** Null when another account took the number meanwhile. */
export const insertUser = (tx: Tx, user: Omit<UserRow, keyof Business>) =>
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
} & { [Field in keyof Business]?: string | null | undefined };

const kept = (column: keyof Business, { [column]: value }: UserChange) =>
  sql`${sql.raw(column)} = case when ${value !== undefined} then ${value ?? null} else ${sql.raw(column)} end`;

export const changeUser = (on: Queryable, id: string, change: UserChange) =>
  one(
    on,
    sql<UserRow>`
      update app_user set
        name = case when ${change.name !== undefined} then ${change.name} else name end,
        email = case when ${change.email !== undefined} then ${change.email} else email end,
        gst_in = case when ${change.gst_in !== undefined} then ${change.gst_in} else gst_in end,
        ${kept("business_name", change)}, ${kept("business_address", change)}, ${kept("business_city", change)},
        ${kept("business_postal_code", change)}
      where id = ${id} and deactivated_at is null returning *`,
  );

export const setMultiCharging = (on: Queryable, mobile: string, allowed: boolean) =>
  one(
    on,
    sql<UserRow>`update app_user set allow_multi_charging = ${allowed} where mobile = ${mobile} returning *`,
  );

/** Sets the company that pays for the driver's sessions; null: the driver pays. Returns null when nobody has the number. */
export const setCompany = (
  tx: Tx,
  mobile: string,
  companyId: string | null,
  only: "CORPORATE" | "LISTED" | null,
) =>
  one(
    tx,
    sql<UserRow>`
      update app_user set customer_type = ${companyId === null ? "PERSONAL" : "CORPORATE"}, company_id = ${companyId}
      where mobile = ${mobile} and deactivated_at is null
        and (${only}::text is null or (${only} = 'CORPORATE' and customer_type = 'CORPORATE')
          or (${only} = 'LISTED' and exists (
            select from company_number n where n.mobile = app_user.mobile and n.company_id = ${companyId})))
      returning *`,
  );

export const openLedger = (tx: Tx, userId: string) =>
  sql`select ledger_open_driver(${userId})`.execute(tx);

export const listSigningKeys = (on: Queryable) =>
  rows(
    on,
    sql<{ kid: string; private_jwk: Record<string, unknown>; public_jwk: Record<string, unknown> }>`
      select kid, private_jwk, public_jwk from signing_key order by created_at desc`,
  );

/** Stores the first key only, so that replicas that start at once use the same one. */
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
