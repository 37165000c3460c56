import { startsAtEach } from "../features/charging/index.ts";
import { evidenceAtEach } from "../features/station-reports/index.ts";
import { findStationsForTrip } from "../features/station-search/index.ts";
import { listStationsOfTrip, usuallyFree } from "../features/stations/index.ts";
import { createTrips } from "../features/trips/index.ts";
import { getVehicle, primaryVehicle } from "../features/vehicles/index.ts";
import type { Ground } from "./service-parts.ts";
import type { wireStations } from "./wire-stations.ts";

/** Trips with charging stops: roads from the router, stations from the search, prices of the provider. */
export function wireTrips(ground: Ground, stations: ReturnType<typeof wireStations>) {
  const { config, clock, logger, outbound, database } = ground;
  const { db } = database;
  const evidence = {
    starts: (ids: readonly string[], since: Date) => startsAtEach(db, ids, since),
    checkIns: (ids: readonly string[], since: Date) => evidenceAtEach(db, ids, since),
  };
  return createTrips({
    router: config.router,
    petrol: config.petrol,
    database,
    outbound,
    clock,
    logger,
    vehicleOf: (userId, id) => (id ? getVehicle(db, userId, id) : primaryVehicle(db, userId)),
    findStations: (userId, search) => findStationsForTrip(stations.deps, userId, search),
    showStations: (userId, ids) => listStationsOfTrip(stations.deps, evidence, userId, ids),
    usuallyFree: (at) => usuallyFree(db, at),
  });
}
