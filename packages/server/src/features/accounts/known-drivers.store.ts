import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

/** A driver as other parties may know them: an id, whether the account is open, and since when that holds. */
export type KnownDriver = { userId: string; valid: boolean; changedAt: Date };

const known = sql`
  select id as "userId", deactivated_at is null as valid, greatest(created_at, deactivated_at) as "changedAt" from app_user`;

const FIRST = new Date(0);
const LAST = new Date("9999-01-01T00:00:00Z");
const DAY_MS = 86_400_000;
const changed = sql`greatest(created_at, deactivated_at)`;

/** Drivers by their last change within [from, to), oldest first, and how many there are in all. */
export async function listKnownDrivers(
  on: Queryable,
  {
    from = FIRST,
    to = LAST,
    offset,
    limit,
  }: { from?: Date; to?: Date; offset: number; limit: number },
): Promise<{ drivers: KnownDriver[]; total: number }> {
  const drivers = await rows(
    on,
    sql<KnownDriver>`${known} where ${changed} >= ${from} and ${changed} < ${to}
      order by ${changed}, id limit ${limit} offset ${offset}`,
  );
  // Whole days have been counted; the parts of days around them are counted now.
  const first = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const last = new Date(Math.max(first.getTime(), Math.floor(to.getTime() / DAY_MS) * DAY_MS));
  const counted = await one(
    on,
    sql<{ total: number }>`
      select ((select count(*) from app_user where ${changed} >= ${from} and ${changed} < least(${first}, ${to}::timestamptz))
        + (select coalesce(sum(total), 0) from account_count
          where day >= (${first}::timestamptz at time zone 'UTC')::date
            and day < (${last}::timestamptz at time zone 'UTC')::date)
        + (select count(*) from app_user where ${changed} >= ${last} and ${changed} < ${to}))::int as total`,
  );
  return { drivers, total: counted?.total ?? 0 };
}

/** Ids are compared without regard to case, as OCPI does. */
export const findKnownDriver = (on: Queryable, id: string) =>
  one(on, sql<KnownDriver>`${known} where id = lower(${id})`);
