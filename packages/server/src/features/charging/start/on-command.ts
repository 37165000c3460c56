import type { Tx } from "../../../platform/database/database.ts";
import { changeSession, moveToStep, type ChargingDeps } from "../change-session.ts";
import { notifyOnce } from "../notify-driver.ts";
import type { SessionRow } from "../session.store.ts";
import { watchSoon } from "../watch/watch-soon.ts";
import { failSession } from "./fail-session.ts";
import { failureCode } from "./failure-code.ts";

/** The outcome of a command, as the operator answered it. */
export type CommandUpdate = {
  kind: "START_SESSION" | "STOP_SESSION";
  userId: string;
  sessionId: string;
  /** What goes into the transaction that applies it, if there is one. */
  alongside?: (tx: Tx) => Promise<unknown>;
} &
  /** Null: the operator gives no time for it. */
  (
    | { outcome: "ACCEPTED"; timeoutSeconds: number | null }
    /** The charger executed the command. */
    | { outcome: "DONE" }
    | { outcome: "REFUSED"; result: string; text: string }
    /** No answer, or an unclear one: the command may have been executed or not. */
    | { outcome: "UNKNOWN" }
  );

export async function onCommandOutcome(deps: ChargingDeps, update: CommandUpdate): Promise<void> {
  if (update.kind === "STOP_SESSION") return onStopOutcome(deps, update);
  await changeSession(deps, update.userId, update.sessionId, async (row, tx) => {
    const isChanged = await applyOutcome(deps, tx, row, update);
    // Last: it locks what runs next, which may be of another session.
    await update.alongside?.(tx);
    return isChanged;
  });
}

async function applyOutcome(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  update: CommandUpdate,
): Promise<boolean> {
  const now = deps.clock.now();
  switch (update.outcome) {
    case "ACCEPTED": {
      if (!moveToStep(row, "ACCEPTED", now)) return false;
      row.answer_due_at = new Date(now.getTime() + answerSeconds(update.timeoutSeconds) * 1000);
      return true;
    }
    case "DONE":
      return moveToStep(row, "ACCEPTED", now);
    case "REFUSED":
      if (row.ocpi_session_id) return false;
      return failSession(deps, tx, row, failureCode(update.result, update.text), true);
    case "UNKNOWN":
      return moveToStep(row, "UNKNOWN", now);
  }
}

/** How long an operator may take to answer before it is asked, unless it gives a time itself, from the least to the most. */
export const ANSWER_SECONDS = 30;
const LEAST_SECONDS = 5;
const MOST_SECONDS = 300;

/** No time, zero and less count as not given. */
const answerSeconds = (given: number | null): number =>
  given === null || !(given > 0)
    ? ANSWER_SECONDS
    : Math.min(Math.max(given, LEAST_SECONDS), MOST_SECONDS);

/**
 * A stop that was not accepted leaves the charge running. The watch sends it again; the driver learns of a refusal at
 * once. UNKNOWN_SESSION is no refusal: for the operator the charge is over.
 */
async function onStopOutcome(deps: ChargingDeps, update: CommandUpdate): Promise<void> {
  if (update.outcome === "ACCEPTED" || update.outcome === "DONE") return;
  deps.logger.warn(
    { session: update.sessionId, outcome: update.outcome },
    "stop not confirmed; it is sent again",
  );
  if (update.outcome !== "REFUSED" || update.result === "UNKNOWN_SESSION") return;
  await changeSession(deps, update.userId, update.sessionId, async (row, tx) => {
    if (row.step !== "STOPPING") return false;
    const { name: place, operator_name: operator } = row.snapshot.location;
    await watchSoon(deps, tx, row);
    return notifyOnce(deps, tx, row, "STOP_REFUSED", { of: "STOP_REFUSED", place, operator });
  });
}
