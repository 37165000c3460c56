export { vehiclesRoutes } from "./vehicles.routes.ts";
export {
  findPrimary as primaryVehicle,
  findVehicle as getVehicle,
  listVehicles as listVehiclesOf,
} from "./vehicles.store.ts";
