export { createTrips } from "./create-trips.ts";
export { checkRouter } from "./router.ts";
