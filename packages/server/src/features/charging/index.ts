export { countSession } from "./count-start.ts";
export { driverOfToken, tokenUidOf, tokenUidsOf } from "./driver-token.store.ts";
export { agreedOf, type Agreed } from "./limits/agreed.ts";
export { CLOCK_TOLERANCE_MS } from "./live/plausibility.ts";
export {
  changeSession,
  changeSessionIn,
  sessionNow,
  moveToStep,
  type ChargingDeps,
} from "./change-session.ts";
export { createCharging } from "./create-charging.ts";
export { isNearLimit } from "./limits/near-limit.ts";
export { periodsSoFar } from "./live/measure.ts";
export { startedAround } from "./live/on-session.ts";
export type { ChargeNotice } from "./session-notice.ts";
export { requestHash } from "./start/request-hash.ts";
export { stopSessionIn } from "./stop/stop-session.ts";
export { askAgain, isUnsettled } from "./watch/ask-again.ts";
export { QUIET_MS, silenceOf } from "./watch/silence.ts";
export { isUnbilled, mayWait, stuckCharges, waitsFor, type Waits } from "./watch/stuck.store.ts";
export {
  chargedAt,
  chargesOf,
  hasCharged,
  lastCharged,
  startsAt,
  startsAtEach,
} from "./start/starts.store.ts";
export {
  addReference,
  authKey,
  findReference,
  findSession,
  findStart,
  lockSession,
  openSessions,
  saveSessions,
  type Reference,
  type SessionRow,
} from "./session.store.ts";
