import type { Session as OcpiSession } from "@voltmarg/ocpi";
import { canFollow, isOpen, statusOfStep, type SessionStep } from "@voltmarg/rules";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Clock } from "../../platform/clock.ts";
import { afterCommit, type Database, type Tx } from "../../platform/database/database.ts";
import type { KeyedMutex } from "../../platform/locks/keyed-mutex.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { StationsDeps } from "../stations/index.ts";
import type { ChargeNotice, ChargeSaid } from "./session-notice.ts";
import { lockSessions, saveSessions, type Reference, type SessionRow } from "./session.store.ts";

/**
 * What an operator is asked for: what it changed after `since`, by a pull that began at `notBefore` or later. `wait`: waits
 * for a pull that is under way; otherwise the answer is RUNNING.
 */
type Question = { since: Date; notBefore: Date; wait?: boolean };
/** ALL: every item of the list was read and stored. FAILED: the operator could not be asked. */
type Answered = "ALL" | "SOME" | "FAILED" | "RUNNING";

/** Requests to an operator through roaming, passed in by `compose.ts`. Sessions that ask at about the same time share a pull. */
export type AskOperator = {
  /** Pulls the operator's sessions; each goes to `onSession`. */
  sessions(operatorId: string, question: Question): Promise<Answered>;
  /** Whether the operator has sent an unreadable session since an instant, by push or when asked. */
  hasSentUnreadable(operatorId: string, since: Date): Promise<boolean>;
  /** Pulls the operator's CDRs for billing. */
  cdrs(operatorId: string, question: Question): Promise<Answered>;
};

/** An operator's update as it may read it again. `whole`: not only what changed. */
export type KeptUpdate = {
  operatorId: string;
  update: {
    party: { country_code: string; party_id: string };
    id: string;
    whole: boolean;
    kept: Partial<OcpiSession> & { last_updated: string };
  };
};

/** Bills of sessions that no CDR at their end makes, passed in by `compose.ts`. Repeated calls change nothing. */
export type BillByWatch = {
  /** From CDRs that came while the session went on; `last`: also from one of a part of it. */
  early(at: { userId: string; sessionId: string; last: boolean }): Promise<void>;
  /** From our own meter values, until the CDR comes. */
  provisionally(at: { userId: string; sessionId: string }): Promise<void>;
  /** No CDR ever came: makes the bill final. */
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
  bills: BillByWatch;
  /** How the operator's total is sold where no price was agreed: as ours without GST, or with it. */
  unpricedTotal: "NET" | "GROSS";
  /** The most updates in a transaction. */
  updatesTogether: number;
  /** Stores updates of sessions for their operators, through roaming. */
  keepUpdates(tx: Tx, updates: readonly KeptUpdate[]): Promise<void>;
  /** An operator tells less energy (kWh) of a session than before. */
  meterFell(row: SessionRow, energy: { told: number; highest: number }): void;
  /** Notifies the driver outside the app, in the caller's transaction. */
  tellDriver(
    tx: Tx,
    userId: string,
    said: ChargeSaid,
    about: { notice: ChargeNotice; sessionId: string } | { billId: string },
  ): Promise<void>;
};

/** The outbox rows of a session: its watch, and the next check of its limit. */
export const watchId = (sessionId: string) => `watch:${sessionId}`;
export const limitId = (sessionId: string) => `limit:${sessionId}`;

/** Takes the step if the state machine allows it. The status follows the step. */
export function moveToStep(row: SessionRow, step: SessionStep, at: Date): boolean {
  if (row.step === step || !canFollow(row.step, step)) return false;
  row.step = step;
  row.status = statusOfStep(step);
  row.open = isOpen(step);
  row.timeline = [...row.timeline, { step, at: at.toISOString() }];
  // The driver was told "you were not charged": no bill, even if the session did run.
  if (step === "ENDED" && row.failure?.not_charged) row.closed_at = at;
  return true;
}

type Work = (row: SessionRow, tx: Tx) => Promise<boolean> | boolean;

/**
 * Changes one session under its lock. `work` alters the row and says whether anything changed; what it enqueues or
 * posts commits with it. Listeners are notified after commit.
 */
export const changeSession = (
  deps: ChargingDeps,
  userId: string,
  id: string,
  work: Work,
): Promise<SessionRow | null> =>
  deps.database.transact((tx) => changeSessionIn(deps, tx, userId, id, work));

/** The same in the caller's transaction. */
export async function changeSessionIn(
  deps: ChargingDeps,
  tx: Tx,
  userId: string,
  id: string,
  work: Work,
): Promise<SessionRow | null> {
  const [row] = await changeSessionsIn(
    deps,
    tx,
    [{ user_id: userId, session_id: id }],
    async (all) => {
      const changed: SessionRow[] = [];
      for (const each of all) if (await work(each, tx)) changed.push(each);
      return changed;
    },
  );
  return row ?? null;
}

/**
 * Changes several sessions in one transaction, with one statement for each thing to do. `work` returns those that changed.
 * Returns all that were there; of several, those that somebody else has locked are left out.
 */
export async function changeSessionsIn(
  deps: ChargingDeps,
  tx: Tx,
  these: readonly Reference[],
  work: (rows: SessionRow[]) => Promise<readonly SessionRow[]>,
): Promise<SessionRow[]> {
  const rows = await lockSessions(tx, these);
  const before = new Map(rows.map((row) => [row, { ...row }]));
  const changed = await work(rows);
  await saveSessions(tx, changed);
  await enqueueChecks(
    deps,
    tx,
    changed.filter((row) => row.limit_due_at !== before.get(row)!.limit_due_at),
  );
  for (const row of changed) {
    const was = before.get(row)!;
    if (row.step !== was.step) await stepped(deps, tx, row, was);
    afterCommit(tx, () => {
      if (row.step !== was.step) {
        deps.metrics.sessionSteps.inc({ step: row.step });
        countStart(deps, row, was.step);
      }
      deps.bus.publish({
        topic: "session",
        key: row.user_id,
        id: row.id,
        version: Number(row.version),
      });
    });
  }
  return rows;
}

/** The next checks of their limits, each when it is planned. */
async function enqueueChecks(
  { outbox, clock }: ChargingDeps,
  tx: Tx,
  rows: readonly SessionRow[],
): Promise<void> {
  const checks = rows.flatMap(({ id, user_id: userId, limit_due_at: at }) =>
    at ? [{ id: limitId(id), payload: { userId, sessionId: id }, at }] : [],
  );
  const when = { at: clock.now(), sooner: true, before: "AT" } as const;
  await outbox.enqueueOnce(tx, "charging.limit", checks, when);
}

/** The driver is told what becomes of a charge: that it began, ended, failed, is billed. Other systems get every step. */
async function stepped(
  { outbox }: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  before: Pick<SessionRow, "status">,
): Promise<void> {
  const { user_id: userId, id: sessionId, step, status } = row;
  const isTold = status !== before.status || step === "BILLED";
  const write = isTold ? outbox.enqueue : outbox.announce;
  await write(tx, "charging.stepped", { userId, sessionId });
  if (step === "BILLED" && !row.provisional_since)
    await outbox.cancel(tx, userId, [watchId(sessionId), limitId(sessionId)]);
}

/** Counts an answered start by operator and outcome, and measures how long it took. */
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
