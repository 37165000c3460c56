import { queryOptions } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { listTrips } from "../http/endpoints/trips.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

/** Kept trips and the battery as it was known last: one answer for the form of a trip and for stations on the way. */
export const tripList = queryOptions({
  queryKey: keys.trips,
  queryFn: async ({ signal }) => (await call(listTrips, {}, signal)).data,
  meta: PERSISTED,
});
