import {
  rows,
  sql,
  type Queryable,
  type Sql,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

type At = { locationId: string; evseUid: string };
export type Outcome = "WORKED" | "FAILED";
/** What drivers' charges say of an EVSE, or of a location as a whole. */
export type ProofFigures = {
  worked: number;
  failed: number;
  charged_at: Date | null;
  power_kw: number | null;
};

/** Moves a start from one outcome to another in the figures of its EVSE's day. */
export const countStart = (
  tx: Tx,
  at: At & { requestedAt: Date },
  of: { before: Outcome | null; now: Outcome | null },
) => {
  const by = (outcome: Outcome) => Number(of.now === outcome) - Number(of.before === outcome);
  const day = at.requestedAt.toISOString().slice(0, 10);
  return sql`
    insert into evse_start_day as d (location_id, evse_uid, day, worked, failed)
    values (${at.locationId}, ${at.evseUid}, ${day}, ${by("WORKED")}, ${by("FAILED")})
    on conflict (location_id, evse_uid, day) do update set
      worked = d.worked + excluded.worked, failed = d.failed + excluded.failed,
      changed_at = now() ${planKept}`.execute(tx);
};

/** Keeps a charge as its EVSE's last one, unless a later one is known. */
export const keepLastCharge = (tx: Tx, at: At, charge: { endedAt: Date; powerKw: number | null }) =>
  sql`
    insert into evse_last_charge as c (location_id, evse_uid, at, power_kw)
    values (${at.locationId}, ${at.evseUid}, date_bin('15 minutes', ${charge.endedAt}::timestamptz, '2000-01-01 UTC'),
      round(${charge.powerKw}::float8)::int)
    on conflict (location_id, evse_uid) do update set at = excluded.at, changed_at = now(),
      power_kw = case when c.at = excluded.at then greatest(c.power_kw, excluded.power_kw) else excluded.power_kw end
    where c.at <= excluded.at ${planKept}`.execute(tx);

/** Figures of each EVSE of a location, starts from a day on. */
export const readProof = (on: Queryable, locationId: string, since: string) =>
  rows(
    on,
    sql<ProofFigures & { evse_uid: string }>`
      select evse_uid, coalesce(d.worked, 0) as worked, coalesce(d.failed, 0) as failed, c.at as charged_at, c.power_kw
      from (select evse_uid, sum(worked)::int as worked, sum(failed)::int as failed from evse_start_day
            where location_id = ${locationId} and day >= ${since}::date group by 1) d
        full join (select * from evse_last_charge where location_id = ${locationId}) c using (evse_uid)`,
  );

type OfLocation = ProofFigures & { location_id: string };
const figuresOf = (these: Sql, since: string) => sql<OfLocation>`
  select location_id, coalesce(d.worked, 0) as worked, coalesce(d.failed, 0) as failed, c.at as charged_at, c.power_kw
  from (select location_id, sum(worked)::int as worked, sum(failed)::int as failed from evse_start_day
        where ${these} and day >= ${since}::date group by 1) d
    full join (select distinct on (location_id) * from evse_last_charge where ${these}
               order by location_id, at desc, power_kw desc nulls last) c using (location_id)`;

/** Figures of these locations as a whole, starts from a day on; those without any are missing. */
export const readStationProofs = (on: Queryable, ids: readonly string[], since: string) =>
  rows(on, figuresOf(sql`location_id = any(${ids})`, since));

/** Hands over those of all locations one by one. */
export const readAllProofs = (
  on: Queryable,
  since: string,
  take: (one: OfLocation) => void,
): Promise<void> => figuresOf(sql`true`, since).stream(on, take);

/** The locations whose figures changed from an instant of the database's clock on (null: none), and its present one. */
export const proofsChanged = async (
  on: Queryable,
  from: Date | null,
): Promise<{ ids: string[]; now: Date }> =>
  (
    await rows(
      on,
      sql<{ ids: string[]; now: Date }>`
        select now() as now, array(
          select location_id from evse_start_day where changed_at >= ${from}::timestamptz
          union select location_id from evse_last_charge where changed_at >= ${from}::timestamptz) as ids`,
    )
  )[0]!;

/** When the last charge at a location ended; null: none is known. */
export const readLastCharge = async (on: Queryable, locationId: string): Promise<Date | null> =>
  (
    await rows(
      on,
      sql<{
        at: Date | null;
      }>`select max(at) as at from evse_last_charge where location_id = ${locationId}`,
    )
  )[0]!.at;
