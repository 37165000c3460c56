import type { AppVersion } from "@voltmarg/contract";
import { one, rows, sql, type Queryable, type Tx } from "../../platform/database/database.ts";

export type VersionRow = Omit<AppVersion, "updated_at"> & { updated_at: Date };
type Device = AppVersion["device_type"];

export const listVersions = (on: Queryable) =>
  rows(on, sql<VersionRow>`select * from app_version order by app_name, device_type`);

export const findVersion = (on: Queryable, name: string, device: Device) =>
  one(
    on,
    sql<VersionRow>`select * from app_version where app_name = ${name} and device_type = ${device}`,
  );

export const putVersion = async (tx: Tx, v: VersionRow) =>
  (await one(
    tx,
    sql<VersionRow>`
      insert into app_version (app_name, device_type, latest_version, minimum_version, url, notes, updated_at)
      values (${v.app_name}, ${v.device_type}, ${v.latest_version}, ${v.minimum_version}, ${v.url}, ${v.notes},
              ${v.updated_at})
      on conflict (app_name, device_type) do update set latest_version = excluded.latest_version,
        minimum_version = excluded.minimum_version, url = excluded.url, notes = excluded.notes,
        updated_at = excluded.updated_at returning *`,
  ))!;

export const removeVersion = (tx: Tx, name: string, device: Device) =>
  one(
    tx,
    sql<VersionRow>`
      delete from app_version where app_name = ${name} and device_type = ${device} returning *`,
  );
