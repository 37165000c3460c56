import { one, sql, type Queryable } from "../../platform/database/database.ts";

/** A driver as other parties may know them: an id, whether the account is open, and since when that holds. */
export type KnownDriver = { userId: string; valid: boolean; changedAt: Date };

const known = sql`
  select id as "userId", deactivated_at is null as valid, greatest(created_at, deactivated_at) as "changedAt" from app_user`;

/** Ids are compared without regard to case, as OCPI does. */
export const findKnownDriver = (on: Queryable, id: string) =>
  one(on, sql<KnownDriver>`${known} where id = lower(${id})`);
