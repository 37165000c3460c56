import type { SessionFailure } from "@voltmarg/contract";
import type { SessionStep } from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { dropCompanyCharge } from "../../companies/index.ts";
import { releaseHold } from "../../wallet/index.ts";
import { moveToStep, type ChargingDeps } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";

type Code = SessionFailure["code"];

const SENTENCES: Record<Code, string> = {
  REJECTED: "The operator did not allow charging. Charging did not start.",
  OCCUPIED: "Another vehicle is using this plug. Charging did not start.",
  OUT_OF_ORDER: "This charger is out of order. Charging did not start.",
  NOT_PLUGGED: "The charger found no vehicle. Push the gun in until it clicks, then try again.",
  NO_ANSWER: "The operator did not answer.",
  UNREACHABLE: "The operator could not be reached. Charging did not start.",
  FAILED: "The charger could not start. Try again or take another charger.",
  CANCELLED: "You cancelled charging before it started.",
};

const STEPS: Record<Code, SessionStep> = {
  REJECTED: "REJECTED",
  OCCUPIED: "REJECTED",
  OUT_OF_ORDER: "FAILED",
  NOT_PLUGGED: "NOT_PLUGGED",
  NO_ANSWER: "EXPIRED",
  UNREACHABLE: "FAILED",
  FAILED: "FAILED",
  CANCELLED: "EXPIRED",
};

/**
 * Ends a failed start: its hold is released in the same transaction. The app says "you were not charged" (`certain`)
 * only if the operator refused or, asked after the last moment at which it could begin, had no such session. From then
 * on it is a promise: a late session is stopped, and its CDR is quarantined.
 */
export async function failSession(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
  code: Code,
  certain: boolean,
): Promise<boolean> {
  const now = deps.clock.now();
  if (!moveToStep(row, STEPS[code], now)) return false;
  row.failure = { code, message: SENTENCES[code], not_charged: certain };
  if (row.snapshot.hold_minor === null) await dropCompanyCharge(tx, row.id, now);
  else {
    await releaseHold(tx, {
      userId: row.user_id,
      sessionId: row.id,
      status: "RELEASED",
      reason: `Charge at ${row.snapshot.location.name} did not start`,
      at: now,
    });
  }
  return true;
}
