import { canFollow, isOpen, statusOfStep, type SessionStep } from "@voltmarg/rules";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { KeyedMutex } from "../../platform/locks/keyed-mutex.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { StationsDeps } from "../stations/index.ts";
import type { ChargeNotice, ChargeSaid } from "./session-notice.ts";
import { lockSession, saveSession, type SessionRow } from "./session.store.ts";

/**
 * What an operator is asked. `since`: for what it changed from then on. `notBefore`: what it was asked at this instant or
 * later will do. `wait`: waits for a list that is being read; otherwise the answer is RUNNING.
 */
type Question = { since: Date; notBefore: Date; wait?: boolean };
/** ALL: every item of the list was read and stored. FAILED: the operator could not be asked. */
type Answered = "ALL" | "SOME" | "FAILED" | "RUNNING";

/** Asks an operator, through roaming; handed in by compose. Charges that ask at about the same time share one list. */
export type AskOperator = {
  /** Brings the operator's sessions to `onSession`. */
  sessions(operatorId: string, question: Question): Promise<Answered>;
  /** Whether the operator has told something of sessions since an instant that nobody could take, by push or when asked. */
  hasSentUnreadable(operatorId: string, since: Date): Promise<boolean>;
  /** Brings the operator's CDRs to billing. */
  cdrs(operatorId: string, question: Question): Promise<Answered>;
};

/** Bills of charges whose record does not come; handed in by compose. Each may be asked for any number of times. */
export type BillWithoutRecord = {
  /** From our own meter record, until the charge record comes. */
  provisionally(at: { userId: string; sessionId: string }): Promise<void>;
  /** No record ever came: what was billed stands. */
  finally(at: { userId: string; sessionId: string }): Promise<void>;
};

export type ChargingDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  outbox: Outbox;
  bus: Bus;
  /** Our own party in OCPI. */
  party: { country_code: string; party_id: string };
  demoSpeed: number;
  /** Starts, by driver. */
  starts: KeyedMutex;
  stations: StationsDeps;
  ask: AskOperator;
  bills: BillWithoutRecord;
  /** Tells the driver although they may not look at the app, in the caller's transaction. */
  tellDriver(
    tx: Tx,
    userId: string,
    said: ChargeSaid,
    about: { notice: ChargeNotice; sessionId: string } | { billId: string },
  ): Promise<void>;
};

/** Takes the step if the state machine allows it. The status follows the step. */
export function moveToStep(row: SessionRow, step: SessionStep, at: Date): boolean {
  if (row.step === step || !canFollow(row.step, step)) return false;
  row.step = step;
  row.status = statusOfStep(step);
  row.open = isOpen(step);
  row.timeline = [...row.timeline, { step, at: at.toISOString() }];
  // "You were not charged" was said: what ran after all gets no bill.
  if (step === "ENDED" && row.failure?.not_charged) row.closed_at = at;
  return true;
}

/**
 * Changes one session under its lock. `work` alters the row and says whether anything changed; what it enqueues or
 * posts commits with it. Listeners are told after commit.
 */
export async function changeSession(
  deps: ChargingDeps,
  userId: string,
  id: string,
  work: (row: SessionRow, tx: Tx) => Promise<boolean> | boolean,
): Promise<SessionRow | null> {
  let told: { version: bigint } | null = null;
  let before: SessionStep | null = null;
  const row = await deps.database.transact(async (tx) => {
    told = null;
    const locked = await lockSession(tx, userId, id);
    if (!locked) return null;
    before = locked.step;
    if (await work(locked, tx)) {
      told = await saveSession(tx, locked);
      if (told) locked.version = told.version;
      if (told && locked.step !== before) {
        await deps.outbox.enqueue(tx, "charging.stepped", { userId, sessionId: id });
      }
    }
    return locked;
  });
  if (row && told) {
    if (row.step !== before) {
      deps.metrics.sessionSteps.inc({ step: row.step });
      if (before !== null) countStart(deps, row, before);
    }
    deps.bus.publish({ topic: "session", key: userId, id, version: Number(row.version) });
  }
  return row;
}

/** Where a start was answered: by whom, with what, and after how long. */
function countStart({ metrics, clock }: ChargingDeps, row: SessionRow, before: SessionStep): void {
  const waits = (step: SessionStep) => statusOfStep(step) === "PENDING";
  if (!waits(before) || waits(row.step)) return;
  const outcome = row.failure?.code.toLowerCase() ?? "started";
  metrics.chargeStarts.inc({ operator: row.snapshot.location.operator_name, outcome });
  if (outcome === "started")
    metrics.startSeconds.observe((clock.now().getTime() - row.requested_at.getTime()) / 1000);
}

/** Now on the session's own clock: start + elapsed × speed. */
export function sessionNow(row: SessionRow, now: Date): Date {
  if (!row.start_at) return now;
  return new Date(
    row.start_at.getTime() + (now.getTime() - row.start_at.getTime()) * row.snapshot.speed,
  );
}
