import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import type { Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { closeUnbilled } from "../billing/index.ts";
import {
  askAgain,
  authKey,
  findReference,
  stopSessionIn,
  type SessionRow,
} from "../charging/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";

type At = { userId: string; sessionId: string };
type Changed<Code extends "SESSION_NOT_FOUND" | "SESSION_NOT_ACTIVE" | "CONFLICT"> = Outcome<
  { step: string },
  Code | "SESSION_NOT_FOUND"
>;

/** Stops a charge, as its driver may. */
export const stopCharge = (
  { charging }: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Changed<"SESSION_NOT_ACTIVE">> =>
  change(backoffice, id, (tx, at) => stopSessionIn(charging, tx, at, "DESK"));

/** Has the operator asked about a charge now. */
export const askAboutCharge = (
  { charging }: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Changed<"SESSION_NOT_ACTIVE">> =>
  change(backoffice, id, (tx, at) => askAgain(charging, tx, at));

/** Closes a charge that is over and has no bill. */
export const closeChargeUnbilled = (
  { charging }: ConsoleDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Changed<"CONFLICT">> =>
  change(backoffice, id, (tx, at) => closeUnbilled(charging, tx, at));

/** Finds a charge by its id and changes it, with the line of the audit log in the same transaction. */
function change<Code extends "SESSION_NOT_FOUND" | "SESSION_NOT_ACTIVE" | "CONFLICT">(
  backoffice: BackofficeCall,
  id: string,
  work: (tx: Tx, at: At) => Promise<Outcome<SessionRow, Code>>,
): Promise<Changed<Code>> {
  return backoffice.transact<{ step: string }, Code | "SESSION_NOT_FOUND">(async (tx) => {
    const found = await findReference(tx, authKey(id));
    if (!found) return refuse("SESSION_NOT_FOUND");
    const outcome = await work(tx, { userId: found.user_id, sessionId: found.session_id });
    return outcome.ok ? done({ step: outcome.value.step }) : outcome;
  });
}
