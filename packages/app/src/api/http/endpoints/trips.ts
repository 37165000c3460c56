import type { trips } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const planTrip = endpoint<typeof trips.planTrip>("POST", "/api/user/v1/trips/plan");
export const listTrips = endpoint<typeof trips.listTrips>("GET", "/api/user/v1/trips");
