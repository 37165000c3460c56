/** The ledger without the service around it, for the programs that measure it and that break it. */
export { openDatabase, sql, type Database } from "../../server/src/platform/database/database.ts";
export { sqlState } from "../../server/src/platform/database/sql-state.ts";
export { ensurePartitions, migrate } from "../../server/src/platform/database/migrate.ts";
export { checkLedger } from "../../server/src/features/wallet/check-ledger.store.ts";
export {
  captureHold,
  placeHold,
  releaseHold,
} from "../../server/src/features/wallet/ledger.store.ts";
