import type { trips } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const planTrip = endpoint<typeof trips.planTrip>("POST", "/api/user/v1/trips/plan");
export const listTrips = endpoint<typeof trips.listTrips>("GET", "/api/user/v1/trips");
export const getTrip = endpoint<typeof trips.getTrip>("GET", "/api/user/v1/trips/:id");
export const updateTrip = endpoint<typeof trips.updateTrip>("PUT", "/api/user/v1/trips/:id");
export const deleteTrip = endpoint<typeof trips.deleteTrip>("DELETE", "/api/user/v1/trips/:id");
export const getSharedTrip = endpoint<typeof trips.getSharedTrip>(
  "GET",
  "/api/user/v1/shared-trips/:key",
);
export const planWay = endpoint<typeof trips.planWay>("POST", "/api/user/v1/trips/way");
export const getReach = endpoint<typeof trips.getReach>("GET", "/api/user/v1/trips/reach");
