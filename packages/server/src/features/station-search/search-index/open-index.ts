import { randomBytes } from "node:crypto";
import { createLocalBus } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { monotonicMs, systemClock } from "../../../platform/clock.ts";
import { openDatabase } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { createReplicaReads } from "../../../platform/database/read-replica.ts";
import { syncIndex } from "./sync-index.ts";
import type { LocationIndex } from "./location-index.ts";
import type { View } from "./views.ts";

/** An index loaded from a database as a replica loads it, to be measured; nothing keeps it in step. */
export async function openIndex(
  databaseUrl: string,
): Promise<{ index: LocationIndex; view: View; loadMs: number; close(): Promise<void> }> {
  const database = openDatabase(databaseUrl, () => {}, 4);
  const began = monotonicMs();
  const logger = createLogger("error");
  const search = syncIndex({
    database,
    sources: { primary: databaseUrl, standby: null },
    file: null,
    late: createReplicaReads(database, null, logger),
    clock: systemClock,
    bus: createLocalBus(),
    signature: createSignature(randomBytes(32), "status-signals"),
    logger,
  });
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
