import { routesOnly, type Feature } from "../../platform/feature.ts";
import { catalogueRoutes } from "./catalogue.routes.ts";
import { vehiclesRoutes, type VehiclesDeps } from "./vehicles.routes.ts";

/** The vehicle catalogue, and the vehicles of drivers. */
export const createVehicles = (deps: VehiclesDeps): Feature =>
  routesOnly((mounts) => {
    catalogueRoutes(mounts, deps);
    vehiclesRoutes(mounts, deps);
  });
