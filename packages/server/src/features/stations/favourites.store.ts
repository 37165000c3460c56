import { planKept, rows, sql, type Queryable } from "../../platform/database/database.ts";

/** The newest first. */
export const favouriteIds = async (on: Queryable, userId: string): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{
        location_id: string;
      }>`select location_id from favourite where user_id = ${userId} order by created_at desc ${planKept}`,
    )
  ).map((row) => row.location_id);

export const addFavourite = (on: Queryable, userId: string, locationId: string, at: Date) =>
  sql`insert into favourite (user_id, location_id, created_at) values (${userId}, ${locationId}, ${at})
      on conflict do nothing`.execute(on);

export const removeFavourite = (on: Queryable, userId: string, locationId: string) =>
  sql`delete from favourite where user_id = ${userId} and location_id = ${locationId}`.execute(on);
