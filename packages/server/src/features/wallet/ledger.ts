/** The ledger without the service around it, for the programs that measure it and that break it. */
export { openDatabase, sql, sqlState, type Database } from "../../platform/database.ts";
export { ensurePartitions, migrate } from "../../platform/migrate.ts";
export { checkLedger } from "./check-ledger.store.ts";
export { captureHold, placeHold, releaseHold } from "./ledger.store.ts";
