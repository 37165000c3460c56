import type { Vehicle } from "@voltmarg/contract";
import { type ChargingCurve, type StoredVehicle, withInlets } from "@voltmarg/rules";
import {
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../platform/database/database.ts";

const columns = sql.raw(
  `id, is_primary, make, model, variant, vehicle_type, battery_capacity, range, max_dc_intake, onboard_charger_capacity,
   inlets, adapters, registration, paint, commercial, seen_dc_kw, seen_ac_kw`,
);

type Row = StoredVehicle<Omit<Vehicle, "seen_dc_kw" | "seen_ac_kw">> & {
  seen_dc_kw: number | null;
  seen_ac_kw: number | null;
};
const toVehicle = ({ seen_dc_kw, seen_ac_kw, ...row }: Row): Vehicle => ({
  ...withInlets(row),
  ...(seen_dc_kw === null ? {} : { seen_dc_kw }),
  ...(seen_ac_kw === null ? {} : { seen_ac_kw }),
});

type VehicleQuery = ReturnType<typeof sql<Row>>;
const readVehicles = async (on: Queryable, query: VehicleQuery): Promise<Vehicle[]> =>
  (await rows(on, query)).map(toVehicle);
const readVehicle = async (on: Queryable, query: VehicleQuery): Promise<Vehicle | null> =>
  (await readVehicles(on, query))[0] ?? null;

export const listVehicles = (on: Queryable, userId: string) =>
  readVehicles(
    on,
    sql`select ${columns} from vehicle where user_id = ${userId} order by is_primary desc, created_at, id`,
  );

export const findVehicle = (on: Queryable, userId: string, id: string) =>
  readVehicle(on, sql`select ${columns} from vehicle where user_id = ${userId} and id = ${id}`);

export const findPrimary = (on: Queryable, userId: string) =>
  readVehicle(
    on,
    sql`select ${columns} from vehicle where user_id = ${userId} and is_primary ${planKept}`,
  );

/** The vehicle of that id, or the primary one, with what its own DC sessions showed; null: too little. */
export const findForTrip = (
  on: Queryable,
  userId: string,
  id: string | undefined,
): Promise<(Vehicle & { seen_curve?: ChargingCurve | null }) | null> =>
  readVehicle(
    on,
    sql`select ${columns}, seen_curve from vehicle
        where user_id = ${userId} and ${id === undefined ? sql`is_primary` : sql`id = ${id}`}`,
  );

/** Writes to a driver's vehicles wait for each other, so that there is exactly one primary. */
export const lockVehicles = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 11))`.execute(tx);

export const clearPrimary = (tx: Tx, userId: string) =>
  sql`update vehicle set is_primary = false where user_id = ${userId} and is_primary`.execute(tx);

export const makePrimary = (tx: Tx, userId: string, id: string) =>
  sql`update vehicle set is_primary = true where user_id = ${userId} and id = ${id}`.execute(tx);

/** What sessions showed of a vehicle is forgotten with what it rests on. */
const isSame = sql.join(
  ["make", "model", "variant", "battery_capacity", "max_dc_intake"].map(
    (field) => sql`vehicle.${sql.raw(field)} is not distinct from excluded.${sql.raw(field)}`,
  ),
  sql` and `,
);

export const upsertVehicle = (tx: Tx, userId: string, v: Vehicle, at: Date) =>
  sql`insert into vehicle (user_id, id, is_primary, make, model, variant, vehicle_type, battery_capacity, range, max_dc_intake,
                           onboard_charger_capacity, inlets, adapters, registration, paint, commercial, seen_dc_kw, seen_ac_kw,
                           created_at)
      values (${userId}, ${v.id}, ${v.is_primary}, ${v.make}, ${v.model}, ${v.variant}, ${v.vehicle_type},
              ${v.battery_capacity}, ${v.range}, ${v.max_dc_intake}, ${v.onboard_charger_capacity}, ${v.inlets},
              ${v.adapters}, ${v.registration}, ${v.paint ?? null}, ${v.commercial ?? false}, ${v.seen_dc_kw ?? null}, ${v.seen_ac_kw ?? null}, ${at})
      on conflict (user_id, id) do update set is_primary = excluded.is_primary, make = excluded.make,
        model = excluded.model, variant = excluded.variant, inlets = excluded.inlets, adapters = excluded.adapters,
        vehicle_type = excluded.vehicle_type, battery_capacity = excluded.battery_capacity,
        range = excluded.range, max_dc_intake = excluded.max_dc_intake,
        onboard_charger_capacity = excluded.onboard_charger_capacity, registration = excluded.registration,
        paint = excluded.paint, commercial = excluded.commercial, seen_dc_kw = excluded.seen_dc_kw, seen_ac_kw = excluded.seen_ac_kw,
        seen_curve = case when ${isSame} then vehicle.seen_curve end`.execute(tx);

export const removeVehicle = (tx: Tx, userId: string, id: string) =>
  one(
    tx,
    sql<{
      is_primary: boolean;
    }>`delete from vehicle where user_id = ${userId} and id = ${id} returning is_primary`,
  );
