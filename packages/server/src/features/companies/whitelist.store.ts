import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type WhitelistRow = {
  id: string;
  user_id: string | null;
  mobile: string | null;
  company_id: string | null;
  company_name: string | null;
  location_id: string | null;
  operator_id: string | null;
  created_at: Date;
};

const select = sql`
  select w.id, w.user_id, u.mobile, w.company_id, c.name as company_name, w.location_id, w.operator_id, w.created_at
  from whitelist_entry w left join app_user u on u.id = w.user_id left join company c on c.id = w.company_id`;

export const listEntries = (on: Queryable) =>
  rows(on, sql<WhitelistRow>`${select} order by w.created_at, w.id`);

export type NewEntry = {
  id: string;
  userId: string | null;
  companyId: string | null;
  locationId: string | null;
  operatorId: string | null;
  at: Date;
};

/** Returns the entry, also when it existed before. */
export async function putEntry(tx: Tx, e: NewEntry): Promise<WhitelistRow> {
  await sql`insert into whitelist_entry (id, user_id, company_id, location_id, operator_id, created_at)
      values (${e.id}, ${e.userId}, ${e.companyId}, ${e.locationId}, ${e.operatorId}, ${e.at})
      on conflict (user_id, company_id, location_id, operator_id) do nothing`.execute(tx);
  return (await one(
    tx,
    sql<WhitelistRow>`${select} where w.user_id is not distinct from ${e.userId}
      and w.company_id is not distinct from ${e.companyId} and w.location_id is not distinct from ${e.locationId}
      and w.operator_id is not distinct from ${e.operatorId}`,
  ))!;
}

export const removeEntry = (tx: Tx, id: string) =>
  one(tx, sql<{ id: string }>`delete from whitelist_entry where id = ${id} returning id`);
