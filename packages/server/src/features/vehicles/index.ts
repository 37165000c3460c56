export { fillCatalogue } from "./catalogue.ts";
export { createVehicles } from "./create-vehicles.ts";
export { keepReading, readingsOf } from "./readings.store.ts";
export { keepSeenCurve } from "./seen-curve.store.ts";
export { keepSeenPower } from "./seen-power.store.ts";
export {
  findForTrip as vehicleForTrip,
  findPrimary as primaryVehicle,
  findVehicle as getVehicle,
} from "./vehicles.store.ts";
