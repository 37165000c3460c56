export { createTrips } from "./create-trips.ts";
