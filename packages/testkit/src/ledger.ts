/** The ledger without the rest of the service, for benchmarks and fault runs. */
export {
  openDatabase,
  sql,
  sqlState,
  type Database,
} from "../../server/src/platform/database/database.ts";
export { ensurePartitions, migrate } from "../../server/src/platform/database/migrate.ts";
export { checkLedger } from "../../server/src/features/wallet/check-ledger.store.ts";
export {
  captureHold,
  placeHold,
  releaseHold,
} from "../../server/src/features/wallet/ledger.store.ts";
