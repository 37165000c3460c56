export const SESSION_STATUSES = ["PENDING", "ACTIVE", "COMPLETED", "INVALID", "FAILED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const SESSION_STEPS = [
  /** START_SESSION is being sent */
  "SENT",
  /** the operator accepted the command */
  "ACCEPTED",
  /** the operator created a session */
  "STARTED",
  /** energy flows */
  "FLOWING",
  /** STOP_SESSION is being sent */
  "STOPPING",
  /** the charge is over, its bill is pending */
  "ENDED",
  "BILLED",
  "REJECTED",
  "NOT_PLUGGED",
  "FAILED",
  /** no answer in time: the operator must be asked */
  "UNKNOWN",
  /** no answer, and no session found either */
  "EXPIRED",
] as const;
export type SessionStep = (typeof SESSION_STEPS)[number];

// A session may appear after any refusal or timeout (OCPI 2.2.1 mod_commands: commands are not idempotent); it is
// then stopped or already over, never ignored. Only after a timeout may it continue.
const SURFACED: readonly SessionStep[] = ["STOPPING", "ENDED"];
const RUNNING: readonly SessionStep[] = ["STARTED", "FLOWING", ...SURFACED];
const REFUSED: readonly SessionStep[] = ["REJECTED", "NOT_PLUGGED", "FAILED"];

const NEXT: Record<SessionStep, readonly SessionStep[]> = {
  SENT: ["ACCEPTED", ...RUNNING, ...REFUSED, "UNKNOWN"],
  ACCEPTED: [...RUNNING, ...REFUSED, "UNKNOWN"],
  UNKNOWN: [...RUNNING, ...REFUSED, "EXPIRED"],
  STARTED: ["FLOWING", "STOPPING", "ENDED", "FAILED"],
  FLOWING: ["STOPPING", "ENDED"],
  // A refused stop leaves the charge running.
  STOPPING: ["STARTED", "FLOWING", "ENDED"],
  ENDED: ["BILLED"],
  BILLED: [],
  REJECTED: SURFACED,
  NOT_PLUGGED: SURFACED,
  FAILED: SURFACED,
  EXPIRED: RUNNING,
};

/** Whether a session may change from one step to another. Staying is not a change. */
export function canFollow(from: SessionStep, to: SessionStep): boolean {
  return NEXT[from].includes(to);
}

/** A charge that runs, or may still turn out to run: it must be watched. */
export function isOpen(step: SessionStep): boolean {
  return ["SENT", "ACCEPTED", "UNKNOWN", "STARTED", "FLOWING", "STOPPING"].includes(step);
}

/** The status a driver sees for a step; INVALID comes from the operator only. */
export function statusOfStep(step: SessionStep): Exclude<SessionStatus, "INVALID"> {
  switch (step) {
    case "SENT":
    case "ACCEPTED":
    case "UNKNOWN":
      return "PENDING";
    case "STARTED":
    case "FLOWING":
    case "STOPPING":
      return "ACTIVE";
    case "ENDED":
    case "BILLED":
      return "COMPLETED";
    case "REJECTED":
    case "NOT_PLUGGED":
    case "FAILED":
    case "EXPIRED":
      return "FAILED";
  }
}
