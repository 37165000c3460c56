import { getUser } from "../features/accounts/index.ts";
import { hasCharged, startsAt } from "../features/charging/index.ts";
import type { Notices } from "../features/notifications/index.ts";
import { getPartner, type RoamingApi } from "../features/roaming/index.ts";
import {
  createDrivers,
  createPictures,
  onEvsePatches,
  pictureRoutes,
  stationsRoutes,
  watchesRoutes,
  type Change,
  type EvseNews,
} from "../features/stations/index.ts";
import { checkInsRoutes, evidenceAt, problemsRoutes } from "../features/station-reports/index.ts";
import { searchRoutes, syncIndex, type SearchDeps } from "../features/station-search/index.ts";
import type { Retail } from "../features/tariffs/index.ts";
import { createGroupCommit } from "../platform/database/group-commit.ts";
import type { Feature } from "../platform/feature.ts";
import { newId } from "../platform/ids.ts";
import type { FeatureParts } from "./service-parts.ts";

/** Pushed statuses that are written in one transaction. */
const STATUSES_AT_ONCE = 250;
/** How long a batch waits for callers that push again and again. */
const GATHER_MS = 40;
/** How long a driver who opens a location waits for its operator's answer. */
const ASK_MS = 2_000;

type Photos = Parameters<typeof checkInsRoutes>[1]["photos"];

/** Locations of operators: their search, details, watches, problem reports, check-ins and pictures. */
export function wireStations(
  parts: FeatureParts,
  others: {
    retail: Retail;
    notices: Notices;
    photos: Photos;
    roaming: () => RoamingApi;
    /** Told after the search index. */
    onChanged(ids: readonly string[]): Promise<void>;
  },
) {
  const { config, database, clock, logger, bus, metrics, replicaReads, outbound } = parts;
  const { retail, notices, photos, roaming, onChanged } = others;
  const onSize = (locations: number) => metrics.indexedLocations.set(locations);
  const sources = { primary: config.databaseUrl, standby: config.scale.databaseReplicaUrl };
  const index = syncIndex({
    database,
    replicaReads,
    sources,
    clock,
    bus,
    logger,
    onSize,
  });
  const search = {
    ...index,
    changed: async (operatorId: string, changes: readonly Change[]) => {
      await index.changed(operatorId);
      await onChanged(changes.map(({ id }) => id));
    },
  };
  const drivers = createDrivers({ database, clock, bus });
  const deps: SearchDeps = {
    database,
    clock,
    retail,
    customerTypeOf: async (userId) =>
      (await getUser(database.db, userId))?.customer_type ?? "PERSONAL",
    drivers,
    search,
    publicUrl: config.publicUrl,
    startsAt: (locationId, since) => startsAt(database.db, locationId, since),
    checkInsAt: (locationId, since) => evidenceAt(database.db, locationId, since),
    askOperator: (operatorId, at) => roaming().pullLocation(operatorId, at, ASK_MS),
    notifyDriver: async (tx, userId, { name, locationId }) => {
      await notices.notify(tx, {
        userId,
        key: newId("free", clock.now()),
        said: { of: "CHARGER_FREE", place: name },
        subject: { type: "LOCATION", id: locationId },
      });
    },
  };
  const writeStatus = createGroupCommit({
    run: (patches: readonly EvseNews[]) => onEvsePatches(deps, patches),
    keyOf: ({ party, locationId, uid }) =>
      `${party.country_code}/${party.party_id}/${locationId}/${uid}`.toLowerCase(),
    most: STATUSES_AT_ONCE,
    gatherMs: () => GATHER_MS,
  });
  const logoOf = async (operatorId: string) => {
    const logo = (await getPartner(database, operatorId))?.logo;
    return logo?.thumbnail ?? logo?.url ?? null;
  };
  const feature: Feature<{
    searches: Promise<void>;
    isSearching(): boolean;
  }> = {
    routes: async (mounts) => {
      stationsRoutes(mounts, deps);
      searchRoutes(mounts, mounts.bytes, deps);
      watchesRoutes(mounts, deps);
      problemsRoutes(mounts, deps);
      const charged = (userId: string) => hasCharged(database.db, userId);
      checkInsRoutes(mounts, { ...deps, hasCharged: charged, photos });
      const pictures = createPictures({ outbound, now: () => clock.now().getTime() });
      await mounts.raw(pictureRoutes(deps, pictures, logoOf));
    },
    handlers: {},
    api: {
      searches: search.loaded,
      isSearching: search.isLoaded,
    },
  };
  return { feature, deps, drivers, search, writeStatus };
}
