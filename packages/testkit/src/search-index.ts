import { createLocalBus } from "./local-bus.ts";
import { monotonicMs, systemClock } from "../../server/src/platform/clock.ts";
import { openDatabase, type Database } from "../../server/src/platform/database/database.ts";
import { createLogger } from "../../server/src/platform/observability/logger.ts";
import { createReplicaReads } from "../../server/src/platform/database/read-replica.ts";
import {
  syncIndex,
  type SearchIndex,
} from "../../server/src/features/station-search/search-index/sync-index.ts";
import type { LocationIndex } from "../../server/src/features/station-search/search-index/location-index.ts";
import type { View } from "../../server/src/features/station-search/search-index/views.ts";

/** The search index by itself, for the programs that measure it. */
export { plugTest } from "../../server/src/features/station-search/search-index/facets.ts";
export { find, type Query } from "../../server/src/features/station-search/search-index/find.ts";
export type { LocationIndex, SearchIndex };

/** The search of one more replica on a database, which nobody tells anything unless it has a bus. */
export const startSearch = (
  database: Database,
  more: Partial<Parameters<typeof syncIndex>[0]> = {},
): SearchIndex =>
  syncIndex({
    database,
    replicaReads: createReplicaReads(database, null, more.logger ?? silent),
    sources: { primary: database.pool.options.connectionString!, standby: null },
    clock: systemClock,
    bus: createLocalBus(),
    logger: silent,
    ...more,
  });
const silent = createLogger("silent");

/** An index loaded from a database as a replica loads it, to be measured; nothing keeps it in step. */
export async function openIndex(
  databaseUrl: string,
): Promise<{ index: LocationIndex; view: View; loadMs: number; close(): Promise<void> }> {
  const database = openDatabase(databaseUrl, () => {}, 4);
  const began = monotonicMs();
  const search = startSearch(database, { logger: createLogger("error") });
  await search.loaded;
  const loadMs = monotonicMs() - began;
  const ready = await search.ready();
  if (!ready) throw new Error("the index did not load");
  const view = ready.views.of(
    { customerType: "PERSONAL", vehicle: null, onlyNow: false },
    (tariff) => tariff,
    systemClock.now(),
  );
  return { index: ready.index, view, loadMs, close: () => database.close() };
}
