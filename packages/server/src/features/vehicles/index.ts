export { fillCatalogue } from "./catalogue.ts";
export { catalogueRoutes } from "./catalogue.routes.ts";
export { vehiclesRoutes } from "./vehicles.routes.ts";
export { findPrimary as primaryVehicle, findVehicle as getVehicle } from "./vehicles.store.ts";
