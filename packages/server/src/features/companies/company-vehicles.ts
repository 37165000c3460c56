import type { Vehicle } from "@voltmarg/contract";
import { type StoredVehicle, withInlets } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { findCompany } from "./companies.store.ts";
import {
  countVehicles,
  deleteVehicle,
  insertVehicle,
  listVehicles,
} from "./company-vehicles.store.ts";

/** A company's vehicles, by registration. */
export async function readCompanyVehicles(
  on: Queryable,
  companyId: string,
  pageNo: number,
  pageSize: number,
): Promise<Page<Vehicle>> {
  const found = await listVehicles(on, companyId, pageNo * pageSize, pageSize);
  return page(found, pageNo, pageSize, await countVehicles(on, companyId));
}

export function addCompanyVehicle(
  deps: { clock: Clock },
  backoffice: BackofficeCall,
  companyId: string,
  fields: Omit<StoredVehicle<Vehicle>, "id" | "is_primary">,
): Promise<Outcome<Vehicle, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    if (!(await findCompany(tx, companyId))) return refuse("NOT_FOUND");
    const now = deps.clock.now();
    const id = newId("veh", now);
    const vehicle = withInlets({ ...fields, is_primary: false, id });
    return done((await insertVehicle(tx, companyId, vehicle, now))!);
  });
}

export function removeCompanyVehicle(
  backoffice: BackofficeCall,
  companyId: string,
  id: string,
): Promise<Outcome<Vehicle, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const gone = await deleteVehicle(tx, companyId, id);
    return gone ? done(gone) : refuse("NOT_FOUND");
  });
}
