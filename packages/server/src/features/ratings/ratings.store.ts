import type { Rating } from "@voltmarg/contract";
import { one, sql, type Queryable } from "../../platform/database/database.ts";

export type RatingRow = {
  user_id: string;
  session_id: string;
  location_id: string;
  stars: number;
  tags: Rating["tags"];
  body: string | null;
  created_at: Date;
  updated_at: Date;
};

/** Null: a rating from before `editableSince` exists and is not changed. */
export const putRating = (on: Queryable, r: Omit<RatingRow, "created_at">, editableSince: Date) =>
  one(
    on,
    sql<RatingRow>`
      insert into session_rating (user_id, session_id, location_id, stars, tags, body, created_at, updated_at)
      values (${r.user_id}, ${r.session_id}, ${r.location_id}, ${r.stars}, ${r.tags}, ${r.body}, ${r.updated_at},
              ${r.updated_at})
      on conflict (user_id, session_id) do update set stars = excluded.stars, tags = excluded.tags,
        body = excluded.body, updated_at = excluded.updated_at
      where session_rating.created_at > ${editableSince} returning *`,
  );

export const findRating = (on: Queryable, userId: string, sessionId: string) =>
  one(
    on,
    sql<RatingRow>`select * from session_rating where user_id = ${userId} and session_id = ${sessionId}`,
  );

export const sumRatings = async (on: Queryable, locationId: string) =>
  (await one(
    on,
    sql<{ count: number; average: number | null }>`
      select count(*)::int as count, round(avg(stars), 1)::float8 as average
      from session_rating where location_id = ${locationId}`,
  ))!;
