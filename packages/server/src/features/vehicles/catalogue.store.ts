import type { CatalogueEntry, VehicleModel } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type ModelRow = Omit<CatalogueEntry, "updated_at"> & { updated_at: Date };

const columns = sql.raw(
  `make, model, variant, vehicle_type, from_year, to_year, battery_capacity, range, real_range, max_dc_intake,
   onboard_charger_capacity, inlets, body_type, unknown, sales_rank, source, source_date::text as source_date, confidence, written_by,
   updated_at`,
);

/** Replicas that start at the same time fill the catalogue one after another. */
export const lockCatalogue = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('vehicle_model'))`.execute(tx);

/** Updates the rows from the data file, except those that the back office wrote. */
export async function putFileModels(
  tx: Tx,
  models: readonly (VehicleModel & { id: string })[],
  at: Date,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m (id text, make text, model text,
    variant text, vehicle_type text, from_year int, to_year int, battery_capacity float8, range float8, real_range float8,
    max_dc_intake float8, onboard_charger_capacity float8, inlets text[], body_type text, unknown text[], sales_rank int, source text,
    source_date date, confidence text)`;
  await sql`delete from vehicle_model where written_by is null and id not in (select m.id from ${given})`.execute(
    tx,
  );
  await sql`
    insert into vehicle_model (id, make, model, variant, vehicle_type, from_year, to_year, battery_capacity, range,
      real_range, max_dc_intake, onboard_charger_capacity, inlets, body_type, unknown, sales_rank, source, source_date,
      confidence, updated_at)
    select m.*, ${at}::timestamptz from ${given}
    on conflict (id) do update set make = excluded.make, model = excluded.model, variant = excluded.variant,
      vehicle_type = excluded.vehicle_type, from_year = excluded.from_year, to_year = excluded.to_year,
      battery_capacity = excluded.battery_capacity, range = excluded.range, real_range = excluded.real_range,
      max_dc_intake = excluded.max_dc_intake, onboard_charger_capacity = excluded.onboard_charger_capacity,
      inlets = excluded.inlets, body_type = excluded.body_type, unknown = excluded.unknown,
      sales_rank = excluded.sales_rank, source = excluded.source, source_date = excluded.source_date,
      confidence = excluded.confidence, updated_at = excluded.updated_at
    where vehicle_model.written_by is null and to_jsonb(vehicle_model) - 'updated_at' <> to_jsonb(excluded) - 'updated_at'`.execute(
    tx,
  );
}

export const listModels = (on: Queryable) =>
  rows(
    on,
    sql<ModelRow>`
      select ${columns} from vehicle_model where not removed order by lower(make), lower(model), battery_capacity, lower(variant)`,
  );

export const putModel = async (tx: Tx, id: string, m: ModelRow) =>
  (await one(
    tx,
    sql<ModelRow>`
      insert into vehicle_model (id, make, model, variant, vehicle_type, from_year, to_year, battery_capacity, range,
        real_range, max_dc_intake, onboard_charger_capacity, inlets, body_type, unknown, sales_rank, source, source_date,
        confidence, written_by, updated_at)
      values (${id}, ${m.make}, ${m.model}, ${m.variant}, ${m.vehicle_type}, ${m.from_year}, ${m.to_year},
        ${m.battery_capacity}, ${m.range}, ${m.real_range}, ${m.max_dc_intake}, ${m.onboard_charger_capacity},
        ${m.inlets}, ${m.body_type}, ${m.unknown}, ${m.sales_rank}, ${m.source}, ${m.source_date}, ${m.confidence}, ${m.written_by},
        ${m.updated_at})
      on conflict (id) do update set make = excluded.make, model = excluded.model, variant = excluded.variant,
        vehicle_type = excluded.vehicle_type, from_year = excluded.from_year, to_year = excluded.to_year,
        battery_capacity = excluded.battery_capacity, range = excluded.range, real_range = excluded.real_range,
        max_dc_intake = excluded.max_dc_intake, onboard_charger_capacity = excluded.onboard_charger_capacity,
        inlets = excluded.inlets, body_type = excluded.body_type, unknown = excluded.unknown,
        sales_rank = excluded.sales_rank, source = excluded.source, source_date = excluded.source_date,
        confidence = excluded.confidence, written_by = excluded.written_by, updated_at = excluded.updated_at, removed = false
      returning ${columns}`,
  ))!;

/** The bodies of all models of these makes, by names in lower case. */
export const bodiesOf = (on: Queryable, makes: readonly string[]) =>
  rows(
    on,
    sql<{ make: string; model: string; variant: string; body_type: VehicleModel["body_type"] }>`
      select lower(make) as make, lower(model) as model, lower(variant) as variant, body_type from vehicle_model
      where lower(make) = any(${makes}) and body_type is not null and not removed`,
  );

/** The row stays, so that the data file does not bring it back. */
export const removeModel = (tx: Tx, id: string, by: string, at: Date) =>
  one(
    tx,
    sql<ModelRow>`
      update vehicle_model set removed = true, written_by = ${by}, updated_at = ${at}
      where id = ${id} and not removed returning ${columns}`,
  );
