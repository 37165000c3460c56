import type { Vehicle } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

// Never a primary vehicle: the driver selects it at the start.
const columns = sql.raw(
  `id, false as is_primary, make, model, vehicle_type, battery_capacity, range, max_dc_intake, onboard_charger_capacity, registration`,
);

export const listVehicles = (on: Queryable, companyId: string, offset: number, limit: number) =>
  rows(
    on,
    sql<Vehicle>`select ${columns} from company_vehicle where company_id = ${companyId}
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
  one(
    on,
    sql<Vehicle>`select ${columns} from company_vehicle where company_id = ${companyId} and id = ${id}`,
  );

export const insertVehicle = (
  tx: Tx,
  companyId: string,
  v: Omit<Vehicle, "is_primary">,
  at: Date,
) =>
  one(
    tx,
    sql<Vehicle>`
      insert into company_vehicle (company_id, id, make, model, vehicle_type, battery_capacity, range, max_dc_intake,
        onboard_charger_capacity, registration, created_at)
      values (${companyId}, ${v.id}, ${v.make}, ${v.model}, ${v.vehicle_type}, ${v.battery_capacity}, ${v.range},
        ${v.max_dc_intake}, ${v.onboard_charger_capacity}, ${v.registration}, ${at})
      returning ${columns}`,
  );

export const deleteVehicle = (tx: Tx, companyId: string, id: string) =>
  one(
    tx,
    sql<Vehicle>`delete from company_vehicle where company_id = ${companyId} and id = ${id} returning ${columns}`,
  );
