import type { Vehicle } from "@voltmarg/contract";
import { type StoredVehicle, withInlets } from "@voltmarg/rules";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

// Never a primary vehicle: the driver selects it at the start.
const columns = sql.raw(
  `id, false as is_primary, make, model, variant, vehicle_type, battery_capacity, range, max_dc_intake,
   onboard_charger_capacity, inlets, adapters, registration`,
);

type VehicleQuery = ReturnType<typeof sql<StoredVehicle<Vehicle>>>;
const readVehicles = async (on: Queryable, query: VehicleQuery): Promise<Vehicle[]> =>
  (await rows(on, query)).map(withInlets);
const readVehicle = async (on: Queryable, query: VehicleQuery): Promise<Vehicle | null> =>
  (await readVehicles(on, query))[0] ?? null;

export const listVehicles = (on: Queryable, companyId: string, offset: number, limit: number) =>
  readVehicles(
    on,
    sql`select ${columns} from company_vehicle where company_id = ${companyId}
      order by registration, created_at, id offset ${offset} limit ${limit}`,
  );

export const countVehicles = async (on: Queryable, companyId: string): Promise<number> =>
  (await one(
    on,
    sql<{
      n: number;
    }>`select count(*)::int as n from company_vehicle where company_id = ${companyId}`,
  ))!.n;

export const findVehicle = (on: Queryable, companyId: string, id: string) =>
  readVehicle(
    on,
    sql`select ${columns} from company_vehicle where company_id = ${companyId} and id = ${id}`,
  );

export const insertVehicle = (
  tx: Tx,
  companyId: string,
  v: Omit<Vehicle, "is_primary">,
  at: Date,
) =>
  readVehicle(
    tx,
    sql`
      insert into company_vehicle (company_id, id, make, model, variant, vehicle_type, battery_capacity, range,
        max_dc_intake, onboard_charger_capacity, inlets, adapters, registration, created_at)
      values (${companyId}, ${v.id}, ${v.make}, ${v.model}, ${v.variant}, ${v.vehicle_type}, ${v.battery_capacity},
        ${v.range}, ${v.max_dc_intake}, ${v.onboard_charger_capacity}, ${v.inlets}, ${v.adapters}, ${v.registration},
        ${at})
      returning ${columns}`,
  );

export const deleteVehicle = (tx: Tx, companyId: string, id: string) =>
  readVehicle(
    tx,
    sql`delete from company_vehicle where company_id = ${companyId} and id = ${id} returning ${columns}`,
  );
