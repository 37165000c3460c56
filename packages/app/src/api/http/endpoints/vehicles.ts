import type { companies, vehicles } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const listVehicles = endpoint<typeof vehicles.listVehicles>(
  "GET",
  "/api/user/v1/:userId/vehicle",
);
export const listCompanyVehicles = endpoint<typeof companies.listCompanyVehicles>(
  "GET",
  "/api/user/v1/company/:id/vehicles",
);
export const addVehicle = endpoint<typeof vehicles.addVehicle>(
  "POST",
  "/api/user/v1/:userId/vehicle",
);
export const updateVehicle = endpoint<typeof vehicles.updateVehicle>(
  "PUT",
  "/api/user/v1/:userId/vehicle/:id",
);
export const deleteVehicle = endpoint<typeof vehicles.deleteVehicle>(
  "DELETE",
  "/api/user/v1/:userId/vehicle/:id",
);
export const listModelsByType = endpoint<typeof vehicles.listModelsByType>(
  "GET",
  "/api/user/v1/vehicleMeta/vehicles/by-vehicle-type",
);
