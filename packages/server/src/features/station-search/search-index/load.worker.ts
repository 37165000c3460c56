import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../../../platform/database/database.ts";
import { createReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { LANES, loadIndex } from "./load-index.ts";
import type { ToLoad } from "./load-in-thread.ts";
import type { Column } from "./slots.ts";
import { takeOut } from "./snapshot.ts";

const { sources, steps, now, logLevel, file } = workerData as ToLoad;
const logger = createLogger(logLevel);
const open = (url: string) =>
  openDatabase(url, (error) => logger.warn({ err: error }, "a database connection broke"), LANES);
const database = open(sources.primary);
const standby = sources.standby === null ? null : open(sources.standby);
const late = createReplicaReads(database, standby, logger);
const { fresh, ...loaded } = await loadIndex({ db: database.db, late, logger }, steps, now, file);
// Its arrays are handed over, not copied.
const arrays: Column[] = [];
takeOut(loaded.data, arrays);
parentPort!.postMessage(
  loaded,
  arrays.map(({ buffer }) => buffer),
);
parentPort!.postMessage(await fresh, []);
await Promise.all([database.close(), standby?.close()]);
