import type { Rating } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findSession } from "../charging/index.ts";
import { findRating, putRating, sumRatings, type RatingRow } from "./ratings.store.ts";

export type RatingsDeps = { database: Database; clock: Clock };

const EDITABLE_MS = 7 * 86_400_000;

/** Rates a driver's completed session. The rating can be changed for seven days after it was first made. */
export async function rateSession(
  { database, clock }: RatingsDeps,
  userId: string,
  sessionId: string,
  input: Pick<Rating, "stars" | "tags" | "text">,
): Promise<Outcome<Rating, "SESSION_NOT_FOUND" | "SESSION_NOT_FINISHED" | "RATING_CLOSED">> {
  const session = await findSession(database.db, userId, sessionId);
  if (!session) return refuse("SESSION_NOT_FOUND");
  if (session.status !== "COMPLETED") return refuse("SESSION_NOT_FINISHED");
  const now = clock.now();
  const row = await putRating(
    database.db,
    {
      user_id: userId,
      session_id: sessionId,
      location_id: session.snapshot.location.id,
      stars: input.stars,
      tags: [...new Set(input.tags)],
      body: input.text === "" ? null : input.text,
      updated_at: now,
    },
    new Date(now.getTime() - EDITABLE_MS),
  );
  return row ? done(toWire(row)) : refuse("RATING_CLOSED");
}

/** Null: the session is not rated yet. */
export async function ratingOf(
  { database }: RatingsDeps,
  userId: string,
  sessionId: string,
): Promise<Outcome<Rating | null, "SESSION_NOT_FOUND">> {
  if (!(await findSession(database.db, userId, sessionId))) return refuse("SESSION_NOT_FOUND");
  const row = await findRating(database.db, userId, sessionId);
  return done(row && toWire(row));
}

export async function ratingOfLocation({ database }: RatingsDeps, locationId: string) {
  return { location_id: locationId, ...(await sumRatings(database.db, locationId)) };
}

const toWire = (row: RatingRow): Rating => ({
  session_id: row.session_id,
  location_id: row.location_id,
  stars: row.stars,
  tags: row.tags,
  text: row.body,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  editable_until: new Date(row.created_at.getTime() + EDITABLE_MS).toISOString(),
});
