import { rows, sql, type Queryable } from "../../platform/database/database.ts";

export type HourAsked = {
  locationId: string;
  evseUids: readonly string[];
  /** Of the local day, from 0 to 23. */
  hour: number;
};
/** Free on so many of so many days. */
export type UsualState = { free: number; of: number };

/** Fewer days say nothing, and of more than ten nobody counts them. */
const LEAST_DAYS = 3;
const MOST_DAYS = 10;

/**
 * How often a plug was free at an hour of the day over the last weeks: of each station's EVSEs the one that was free most,
 * so at least so often somebody found one. null: too few days are known.
 */
export async function usualStates(
  on: Queryable,
  asked: readonly HourAsked[],
): Promise<(UsualState | null)[]> {
  const each = asked.flatMap(({ locationId, evseUids, hour }, nth) =>
    evseUids.map((uid) => ({ nth, locationId, uid, hour })),
  );
  if (each.length === 0) return asked.map(() => null);
  const found = await rows(
    on,
    sql<{ nth: number; share: number; days: number }>`
      select a.nth, sum(h.free_s) / sum(h.free_s + h.used_s + h.down_s) as share, sum(h.days)::int as days
      from unnest(${each.map(({ nth }) => nth)}::int[], ${each.map(({ locationId }) => locationId)}::text[],
        ${each.map(({ uid }) => uid)}::text[], ${each.map(({ hour }) => hour)}::int[]) as a (nth, location_id, uid, hour)
      cross join generate_series(0, 6) as weekday
      join evse_hour h on h.location_id = a.location_id and h.evse_uid = a.uid and h.hour_of_week = weekday * 24 + a.hour
      group by a.nth, a.uid having sum(h.free_s + h.used_s + h.down_s) > 0 and sum(h.days) >= ${LEAST_DAYS}`,
  );
  return asked.map((_, nth) => {
    const best = found
      .filter((row) => row.nth === nth)
      .toSorted((a, b) => b.share - a.share)
      .at(0);
    if (!best) return null;
    const of = Math.min(MOST_DAYS, best.days);
    // Nine of ten as soon as it was taken once.
    return { free: Math.floor(best.share * of + 1e-9), of };
  });
}
