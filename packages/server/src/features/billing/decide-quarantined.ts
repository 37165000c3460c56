import type { Cdr } from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { lockSession, saveSessions, type ChargingDeps } from "../charging/index.ts";
import { decideQuarantined, lockQuarantined } from "./billing.store.ts";
import { rejectWaiting } from "./credit.store.ts";
import { billQuarantined } from "./bill-quarantined.ts";
import { GOES_ON, goesOn } from "./early-cdr.ts";
import { otherCurrency } from "./cdr-plausibility.ts";
import { findSessionOfCdr, promisedFree } from "./find-bill-owner.ts";

type Decision = { id: string; decision: "RELEASED" | "REJECTED"; reason: string };
type Refusals = "NOT_FOUND" | "CONFLICT" | "RECORD_UNREADABLE";
type Decided = { booked: boolean; bill_id: string | null };

/**
 * The back office decides once on a quarantined CDR. Released, it is billed at the agreed price (at the operator's
 * total if there is none) and never above what was agreed, whatever looked implausible, and
 * replaces a provisional bill. Rejected, an existing bill stays. An unreadable CDR cannot be released.
 */
export function decideOnQuarantined(
  deps: ChargingDeps,
  backoffice: BackofficeCall,
  { id, decision, reason }: Decision,
): Promise<Outcome<Decided, Refusals>> {
  return backoffice.transact<Decided, Refusals>(async (tx) => {
    const aside = await lockQuarantined(tx, id);
    if (!aside) return refuse("NOT_FOUND", { message: "No record of that id was set aside." });
    // An unreadable CDR that was readable later has its bill under another id.
    const billId = decision === "RELEASED" && aside.raw === null ? id : null;
    if (aside.decision === decision) return done({ booked: false, bill_id: billId });
    if (aside.decision)
      return refuse("CONFLICT", { message: `It was ${aside.decision.toLowerCase()} before.` });
    if (decision === "RELEASED") {
      if (aside.raw !== null)
        return refuse("RECORD_UNREADABLE", { message: sentence(aside.reason) });
      const cdr = aside.body;
      const why = await billAfterAll(deps, tx, aside.operator_id, cdr, id);
      if (why) return refuse("CONFLICT", { message: `It cannot be billed: ${why}.` });
    }
    if (decision === "REJECTED" && aside.raw === null)
      await rejectWaiting(tx, aside.body, deps.clock.now());
    await decideQuarantined(tx, { id, decision, because: reason, at: deps.clock.now() });
    return done({ booked: true, bill_id: billId });
  });
}

/** Why it is quarantined, as a sentence. */
const sentence = (reason: string) => `${reason[0]!.toUpperCase()}${reason.slice(1)}.`;

/** Bills it under its session's lock. Returns why not, or null. */
async function billAfterAll(
  deps: ChargingDeps,
  tx: Tx,
  operatorId: string,
  cdr: Cdr,
  id: string,
): Promise<string | null> {
  const reference = await findSessionOfCdr(tx, operatorId, cdr);
  const row = reference && (await lockSession(tx, reference.user_id, reference.session_id));
  if (!row) return "it fits no start of ours";
  if (row.operator_id !== operatorId) return "the session belongs to another operator";
  if (row.status === "INVALID") return "the operator withdrew the session";
  if (goesOn(row, deps.clock.now())) return GOES_ON;
  const free = promisedFree(row, cdr);
  if (free) return free;
  const currency = otherCurrency(cdr);
  if (currency) return currency;
  if (cdr.credit === true)
    return "it is a credit, which is booked when the record it takes back is billed";
  const why = await billQuarantined(deps, tx, row, { cdr, id, by: "PERSON" });
  if (why) return why;
  await saveSessions(tx, [row]);
  return null;
}
