import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../../../platform/database/database.ts";
import { createReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { LANES, loadIndex } from "./load-index.ts";
import type { ToLoad } from "./load-in-thread.ts";
import type { Column } from "./slots.ts";

const { sources, steps, now, logLevel } = workerData as ToLoad;
const logger = createLogger(logLevel);
const open = (url: string) =>
  openDatabase(url, (error) => logger.warn({ err: error }, "a database connection broke"), LANES);
const database = open(sources.primary);
const standby = sources.standby === null ? null : open(sources.standby);
const replicaReads = createReplicaReads(database, standby, logger);
const loaded = await loadIndex({ db: database.db, replicaReads }, steps, now);
// Its arrays are handed over, not copied.
parentPort!.postMessage(
  loaded,
  columnsIn(loaded.data).map(({ buffer }) => buffer),
);
await Promise.all([database.close(), standby?.close()]);

function columnsIn(value: unknown): Column[] {
  if (ArrayBuffer.isView(value)) return [value as Column];
  const isPlain =
    value !== null &&
    typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(columnsIn) : [];
}
