export { agreedOf, type Agreed } from "./agreed.ts";
export { chargingRoutes } from "./charging.routes.ts";
export { CLOCK_TOLERANCE_MS } from "./plausibility.ts";
export { changeSession, sessionNow, take, type ChargingDeps } from "./change-session.ts";
export { endAllAt } from "./end-all.ts";
export { choiceOf } from "./choice.ts";
export { liveRoute } from "./live.ts";
export { onLimitDue } from "./limit.ts";
export { periodsSoFar } from "./measure.ts";
export { onCommandNews } from "./on-command.ts";
export { onSessionNews, startedAround } from "./on-session.ts";
export { forgetMeter } from "./meter-retention.ts";
export type { ChargeNotice } from "./session-notice.ts";
export { watchAll, watchSession } from "./watch-session.ts";
export { requestHash } from "./request-hash.ts";
export { stuckCharges } from "./stuck.store.ts";
export { startsAt } from "./starts.store.ts";
export {
  addReference,
  authKey,
  findReference,
  findSession,
  findStart,
  lockSession,
  openSessions,
  saveSession,
  type Reference,
  unsettledAt,
  type SessionRow,
} from "./session.store.ts";
