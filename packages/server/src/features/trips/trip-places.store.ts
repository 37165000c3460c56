import type { Position } from "@voltmarg/rules";
import { rows, sql, type Tx } from "../../platform/database/database.ts";

/** A driver's place, and what links show for it. */
export type TripPlace = { place: Position; shown: Position };

/** Those of a driver within so many degrees north or south of a place. */
export const findPlaces = (tx: Tx, userId: string, { latitude }: Position, degrees: number) =>
  rows(
    tx,
    sql<TripPlace>`
      select jsonb_build_object('latitude', latitude, 'longitude', longitude) as place,
        jsonb_build_object('latitude', shown_latitude, 'longitude', shown_longitude) as shown
      from trip_place where user_id = ${userId}
        and latitude between ${latitude - degrees}::float8 and ${latitude + degrees}::float8`,
  );

export const insertPlace = (
  tx: Tx,
  userId: string,
  { place, shown, at }: TripPlace & { at: Date },
) =>
  sql`insert into trip_place (user_id, latitude, longitude, shown_latitude, shown_longitude, created_at)
      values (${userId}, ${place.latitude}, ${place.longitude}, ${shown.latitude}, ${shown.longitude}, ${at})`.execute(
    tx,
  );
