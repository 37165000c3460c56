import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";

/** A driver as other parties may know them: an id, whether the account is open, and since when that holds. */
export type KnownDriver = { userId: string; valid: boolean; changedAt: Date };

const known = sql`
  select id as "userId", deactivated_at is null as valid, greatest(created_at, deactivated_at) as "changedAt" from app_user`;

/** Drivers by their last change within [from, to), oldest first, and how many there are in all. */
export async function listKnownDrivers(
  on: Queryable,
  query: { from?: Date; to?: Date; offset: number; limit: number },
): Promise<{ drivers: KnownDriver[]; total: number }> {
  const within = sql`greatest(created_at, deactivated_at) >= ${query.from ?? new Date(0)}
    and greatest(created_at, deactivated_at) < ${query.to ?? new Date("9999-01-01T00:00:00Z")}`;
  const drivers = await rows(
    on,
    sql<KnownDriver>`${known} where ${within} order by "changedAt", id limit ${query.limit} offset ${query.offset}`,
  );
  const counted = await one(
    on,
    sql<{ total: number }>`select count(*)::int as total from app_user where ${within}`,
  );
  return { drivers, total: counted?.total ?? 0 };
}

/** Ids are compared without regard to case, as OCPI does. */
export const findKnownDriver = (on: Queryable, id: string) =>
  one(on, sql<KnownDriver>`${known} where id = lower(${id})`);
