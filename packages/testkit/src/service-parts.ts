/** Parts of the service that tests and runs use by themselves. */
export * from "./ledger.ts";
export { createLocalBus } from "./local-bus.ts";
export { fakeClock } from "./fake-clock.ts";
export { createLogger } from "../../server/src/platform/observability/logger.ts";
export { createMetrics } from "../../server/src/platform/observability/metrics.ts";
export { changedOfUsers } from "../../server/src/features/charging/session.store.ts";
/** The jobs that run every day and every hour. */
export { forgetOldRows } from "../../server/src/composition/retention.ts";
export { dropOutboxDays } from "../../server/src/platform/outbox/outbox-days.ts";
