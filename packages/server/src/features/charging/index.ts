export { agreedOf, type Agreed } from "./limits/agreed.ts";
export { chargingRoutes } from "./charging.routes.ts";
export { CLOCK_TOLERANCE_MS } from "./live/plausibility.ts";
export { changeSession, sessionNow, take, type ChargingDeps } from "./change-session.ts";
export { endAllAt } from "./stop/end-all.ts";
export { choiceOf } from "./start/choice.ts";
export { liveRoute } from "./live/live-stream.ts";
export { onLimitDue } from "./limits/limit.ts";
export { periodsSoFar } from "./live/measure.ts";
export { onCommandNews } from "./start/on-command.ts";
export { onSessionNews, startedAround } from "./live/on-session.ts";
export { forgetMeter } from "./live/meter-retention.ts";
export type { ChargeNotice } from "./session-notice.ts";
export { watchAll, watchSession } from "./watch/watch-session.ts";
export { requestHash } from "./start/request-hash.ts";
export { stuckCharges } from "./watch/stuck.store.ts";
export { startsAt } from "./start/starts.store.ts";
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
