import { rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

type At = { locationId: string; evseUid: string };
export type Outcome = "WORKED" | "FAILED";
/** What drivers' charges say of the EVSEs of a location. */
export type ProofRow = {
  evse_uid: string;
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
      worked = d.worked + excluded.worked, failed = d.failed + excluded.failed`.execute(tx);
};

/** Keeps a charge as its EVSE's last one, unless a later one is known. */
export const keepLastCharge = (tx: Tx, at: At, charge: { endedAt: Date; powerKw: number | null }) =>
  sql`
    insert into evse_last_charge as c (location_id, evse_uid, at, power_kw)
    values (${at.locationId}, ${at.evseUid}, date_bin('15 minutes', ${charge.endedAt}::timestamptz, '2000-01-01 UTC'),
      round(${charge.powerKw}::float8)::int)
    on conflict (location_id, evse_uid) do update set at = excluded.at,
      power_kw = case when c.at = excluded.at then greatest(c.power_kw, excluded.power_kw) else excluded.power_kw end
    where c.at <= excluded.at`.execute(tx);

export const readProof = (on: Queryable, locationId: string, since: Date) =>
  rows(
    on,
    sql<ProofRow>`
      select evse_uid, coalesce(d.worked, 0) as worked, coalesce(d.failed, 0) as failed, c.at as charged_at, c.power_kw
      from (select evse_uid, sum(worked)::int as worked, sum(failed)::int as failed from evse_start_day
            where location_id = ${locationId} and day >= ${since.toISOString().slice(0, 10)}::date group by 1) d
        full join (select * from evse_last_charge where location_id = ${locationId}) c using (evse_uid)`,
  );

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
