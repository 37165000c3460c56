/** The database and its ledger, for programs that measure or break it: they need not load the service. */
export {
  one,
  openDatabase,
  rows,
  sql,
  type Database,
  type Queryable,
  type Tx,
} from "../../server/src/platform/database/database.ts";
export { sqlState } from "../../server/src/platform/database/sql-state.ts";
export { ensurePartitions, migrate } from "../../server/src/platform/database/migrate.ts";
export { checkLedger } from "./check-ledger.ts";
export {
  captureHold,
  placeHold,
  releaseHold,
} from "../../server/src/features/wallet/ledger.store.ts";
