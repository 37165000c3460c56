import type { trips } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const planTrip = endpoint<typeof trips.planTrip>("POST", "/api/user/v1/trips/plan");
export const listTrips = endpoint<typeof trips.listTrips>("GET", "/api/user/v1/trips");
export const planWay = endpoint<typeof trips.planWay>("POST", "/api/user/v1/trips/way");
export const getReach = endpoint<typeof trips.getReach>("GET", "/api/user/v1/trips/reach");
