import type { Tx } from "../../../platform/database/database.ts";
import { companyAllowance, dropCompanyCharge } from "../../companies/index.ts";
import { releaseHold } from "../../wallet/index.ts";
import { moveToStep, type ChargingDeps } from "../change-session.ts";
import { checkLimit } from "../limits/limit.ts";
import { notifyOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { adoptLate } from "../start/adopt-late-session.ts";
import { findStopLead, putStopLead } from "../stop/stop-latency.store.ts";
import { learn, stopTook } from "../stop/stop-latency.ts";
import { sendStop } from "../stop/stop-session.ts";
import { watchSoon } from "../watch/watch-soon.ts";

/** The statuses of OCPI that change something here. */
const STATUSES = ["ACTIVE", "COMPLETED", "INVALID"] as const;
type OcpiStatus = (typeof STATUSES)[number];
type Transition = (deps: ChargingDeps, tx: Tx, row: SessionRow) => Promise<void>;

/** Our state of a session, as far as it decides what the operator's status means. */
type State =
  /** It is requested, or it runs. */
  | "OPEN"
  /** We asked the operator to stop it. */
  | "STOPPING"
  /** Its start failed. */
  | "FAILED"
  /** The operator ended it. */
  | "ENDED"
  /** We ended it because the operator sent nothing. */
  | "GIVEN_UP"
  /** The same, and it is billed from our own meter values. */
  | "GIVEN_UP_BILLED";

/** What happens when an operator sends a status; a pair that is not listed changes nothing. */
const TRANSITIONS: Record<State, Partial<Record<OcpiStatus, Transition>>> = {
  OPEN: { ACTIVE: goOn, COMPLETED: end, INVALID: withdraw },
  STOPPING: { ACTIVE: countSpent, COMPLETED: end, INVALID: withdraw },
  FAILED: { ACTIVE: adoptOrStop, COMPLETED: end, INVALID: withdraw },
  ENDED: { INVALID: withdraw },
  GIVEN_UP: { ACTIVE: stopAgain, COMPLETED: confirmEnd, INVALID: withdraw },
  GIVEN_UP_BILLED: { ACTIVE: stopAgain, COMPLETED: confirmEnd, INVALID: reportWithdrawal },
};

/** Brings our step in line with the operator's status. An update without a status leaves a running session running. */
export async function followStatus(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  sent: string | undefined,
): Promise<void> {
  const status = sent ?? (row.status === "ACTIVE" ? "ACTIVE" : null);
  const listed = STATUSES.find((each) => each === status);
  if (listed) await TRANSITIONS[stateOf(row)][listed]?.(deps, tx, row);
}

function stateOf(row: SessionRow): State {
  if (row.given_up_at) return row.step === "BILLED" ? "GIVEN_UP_BILLED" : "GIVEN_UP";
  if (row.status === "FAILED") return "FAILED";
  if (row.status === "COMPLETED") return "ENDED";
  return row.step === "STOPPING" ? "STOPPING" : "OPEN";
}

/** The session runs. It is stopped at its limit, or if the driver asked for it before it started. */
async function goOn(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const now = deps.clock.now();
  moveToStep(row, "STARTED", now);
  if ((row.kwh ?? 0) > 0) moveToStep(row, "FLOWING", now);
  if (row.stop_asked_at) await sendStop(deps, tx, row, "DRIVER");
  else await checkLimit(deps, tx, row);
}

/** A session that goes on although it was stopped uses the allowance of its company's other sessions. */
async function countSpent({ clock }: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (row.snapshot.hold_minor !== null || row.cost_minor === null) return;
  await companyAllowance(tx, { sessionId: row.id, cost: row.cost_minor, at: clock.now() });
}

/** A start that failed for us runs at the operator: it costs money, so it goes on as a session or is stopped. */
async function adoptOrStop(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const place = row.snapshot.location.name;
  if (await adoptLate(deps, tx, row)) {
    await notifyOnce(deps, tx, row, "BEGAN_LATE", { of: "BEGAN_LATE", place });
    await goOn(deps, tx, row);
  } else {
    await sendStop(deps, tx, row, "LATE");
    await notifyOnce(deps, tx, row, "STOPPED_LATE", { of: "STOPPED_LATE", place });
  }
  await watchSoon(deps, tx, row);
}

async function end(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const now = deps.clock.now();
  moveToStep(row, "STARTED", now);
  row.stop_reason ??= "CAR";
  moveToStep(row, "ENDED", now);
  const took = stopTook(row);
  if (took !== null) {
    const lead = learn(await findStopLead(tx, row.operator_id), took);
    await putStopLead(tx, row.operator_id, lead, now);
  }
  await watchSoon(deps, tx, row);
}

/** The operator will not bill the session: its hold is released. */
async function withdraw({ clock }: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const now = clock.now();
  // Ended first, so that no transition follows.
  moveToStep(row, "ENDED", now);
  row.status = "INVALID";
  row.open = false;
  row.provisional_since = null;
  if (row.snapshot.hold_minor === null) {
    await dropCompanyCharge(tx, row.id, now);
    return;
  }
  await releaseHold(tx, {
    userId: row.user_id,
    sessionId: row.id,
    status: "RELEASED",
    reason: `Charge at ${row.snapshot.location.name} was withdrawn`,
    at: now,
  });
}

/** The operator confirms the end of a session that we gave up. */
async function confirmEnd(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  row.given_up_at = null;
  await watchSoon(deps, tx, row);
}

/** A session that we ended and that still runs is stopped again, this often at most. */
const STOP_AGAIN_MS = 60_000;

async function stopAgain(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  const stopped = row.stop_sent_at?.getTime() ?? 0;
  if (deps.clock.now().getTime() - stopped >= STOP_AGAIN_MS)
    await sendStop(deps, tx, row, "SILENT");
}

/** The bill stays until staff have checked it. */
async function reportWithdrawal({ logger }: ChargingDeps, _tx: Tx, row: SessionRow): Promise<void> {
  logger.error({ session: row.id }, "a charge that was billed without a record is withdrawn");
}
