import type { VehicleReading } from "@voltmarg/rules";
import { rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

const MOST = 50;

/** Keeps a reading among a vehicle's last. The same odometer again is the same reading, as it is now. */
export async function keepReading(
  tx: Tx,
  userId: string,
  vehicleId: string,
  { atMs, odometerKm, percent }: VehicleReading,
): Promise<void> {
  await sql`
    insert into vehicle_reading (user_id, vehicle_id, at, odometer_km, percent)
    values (${userId}, ${vehicleId}, ${new Date(atMs)}, ${odometerKm}, ${percent})
    on conflict (user_id, vehicle_id, odometer_km) do update
      set at = excluded.at, percent = excluded.percent`.execute(tx);
  await sql`
    delete from vehicle_reading where user_id = ${userId} and vehicle_id = ${vehicleId} and odometer_km in (
      select odometer_km from vehicle_reading where user_id = ${userId} and vehicle_id = ${vehicleId}
      order by at desc, odometer_km desc offset ${MOST})`.execute(tx);
}

/** Oldest first. */
export const readingsOf = async (
  on: Queryable,
  userId: string,
  vehicleId: string,
): Promise<VehicleReading[]> =>
  (
    await rows(
      on,
      sql<{ at: Date; odometer_km: number; percent: number }>`
        select at, odometer_km, percent from vehicle_reading
        where user_id = ${userId} and vehicle_id = ${vehicleId} order by at, odometer_km`,
    )
  ).map(({ at, odometer_km, percent }) => ({
    atMs: at.getTime(),
    odometerKm: odometer_km,
    percent,
  }));

/** The vehicle is gone, or another one took its place. */
export const forgetReadings = (tx: Tx, userId: string, vehicleId: string) =>
  sql`delete from vehicle_reading where user_id = ${userId} and vehicle_id = ${vehicleId}`.execute(
    tx,
  );
