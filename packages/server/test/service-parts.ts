/** What a service is made of, for runs that bring every part of it themselves: clock, database, wires. */
export { compose, type Service } from "../src/compose.ts";
export { createLocalBus } from "../src/platform/bus.ts";
export { fakeClock, type FakeClock } from "../src/platform/clock.ts";
export { readConfig } from "../src/platform/config.ts";
export {
  databaseOn,
  openDatabase,
  openPool,
  sql,
  type Database,
} from "../src/platform/database.ts";
export {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from "../src/platform/http/outbound.ts";
export { createLogger } from "../src/platform/logger.ts";
export { createMetrics } from "../src/platform/metrics.ts";
export { ensurePartitions, migrate } from "../src/platform/migrate.ts";
export { checkLedger } from "../src/features/wallet/check-ledger.store.ts";
export { tokenHash } from "../src/features/roaming/operators.store.ts";
export { cdrOf, connectorOf, evseOf, locationOf, sessionOf, tariffOf } from "./partner.ts";
