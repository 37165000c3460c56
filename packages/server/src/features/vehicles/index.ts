export { fillCatalogue } from "./catalogue.ts";
export { createVehicles } from "./create-vehicles.ts";
export { keepReading, readingsOf } from "./readings.store.ts";
export { keepSeenPower } from "./seen-power.store.ts";
export { findPrimary as primaryVehicle, findVehicle as getVehicle } from "./vehicles.store.ts";
