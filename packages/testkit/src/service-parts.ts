/** What a service is made of, for runs that bring every part of it themselves: clock, database, network. */
export * from "./ledger.ts";
export { compose, type Service } from "../../server/src/compose.ts";
export { createLocalBus } from "./local-bus.ts";
export { fakeClock, type FakeClock } from "./fake-clock.ts";
export { readConfig } from "../../server/src/platform/config/config.ts";
export { databaseOn, openPool } from "../../server/src/platform/database/database.ts";
export {
  OutboundError,
  type Outbound,
  type OutboundRequest,
  type OutboundResponse,
} from "../../server/src/platform/http/outbound.ts";
export { createLogger } from "../../server/src/platform/observability/logger.ts";
export { createMetrics } from "../../server/src/platform/observability/metrics.ts";
export { tokenHash } from "../../server/src/features/roaming/operators.store.ts";
export { cdrOf, connectorOf, evseOf, locationOf, sessionOf, tariffOf } from "./partner.ts";
export { changedOfUsers } from "../../server/src/features/charging/session.store.ts";
/** The jobs that run every day and every hour. */
export { forgetOldRows } from "../../server/src/composition/retention.ts";
export { dropOutboxDays } from "../../server/src/platform/outbox/outbox-days.ts";
