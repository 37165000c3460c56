import { chargedAt, chargesOf, lastCharged, startsAtEach } from "../features/charging/index.ts";
import type { Notices } from "../features/notifications/index.ts";
import { evidenceAtEach } from "../features/station-reports/index.ts";
import { findStationsForTrip } from "../features/station-search/index.ts";
import {
  listOffered,
  listStationsOfTrip,
  offeredTo,
  usuallyFree,
  usuallyUsed,
} from "../features/stations/index.ts";
import { createTrips } from "../features/trips/index.ts";
import {
  keepReading,
  primaryVehicle,
  readingsOf,
  vehicleForTrip,
} from "../features/vehicles/index.ts";
import type { FeatureParts } from "./service-parts.ts";
import type { wireStations } from "./wire-stations.ts";

/** Trips with charging stops: roads from the router, stations from the search, prices of the provider. */
export function wireTrips(
  parts: FeatureParts,
  stations: ReturnType<typeof wireStations>,
  notices: Notices,
) {
  const { config, clock, logger, outbound, outbox, bus, database } = parts;
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
    outbox,
    bus,
    clock,
    logger,
    vehicleOf: (userId, id) => vehicleForTrip(db, userId, id),
    keepReading: (userId, vehicleId, reading) =>
      database.transact((tx) => keepReading(tx, userId, vehicleId, reading)),
    readingsOf: (userId, vehicleId) => readingsOf(db, userId, vehicleId),
    chargesOf: (userId, vehicleId, sinceMs) => chargesOf(db, userId, vehicleId, sinceMs),
    findStations: (userId, search) => findStationsForTrip(stations.deps, userId, search),
    showStations: (userId, ids) => listStationsOfTrip(stations.deps, evidence, userId, ids),
    stationsNow: (userId, ids) => listOffered(stations.deps, userId, ids),
    stationFor: (userIds, id) => offeredTo(stations.deps, userIds, id),
    chargedAt: (userId, ids, since) => chargedAt(db, userId, ids, since),
    lastCharged: (userId, vehicleId) => lastCharged(db, userId, vehicleId),
    primaryVehicleId: async (userId) => (await primaryVehicle(db, userId))?.id ?? null,
    notifyOfStop: async (tx, userId, { key, of, place, tripId }) => {
      const said = { of: `TRIP_STOP_${of}` as const, place };
      await notices.notify(tx, { userId, key, said, subject: { type: "TRIP", id: tripId } });
    },
    usuallyFree: (at) => usuallyFree(db, at),
    usuallyUsed: (at) => usuallyUsed(db, at),
  });
}
