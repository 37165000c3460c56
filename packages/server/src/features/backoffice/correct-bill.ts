import type { backoffice as routes, RouteOutput } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { mobileOf } from "../accounts/index.ts";
import { billToCorrect, correctBill, ownerOfBill } from "../billing/index.ts";
import type { MoneyApproval } from "./approvals.store.ts";
import { beginGiving, propose, waitingToWire, type FourEyesDeps } from "./propose.ts";

type Party = { party: { countryCode: string; partyId: string } };
type Refusals = "CDR_NOT_FOUND" | "CONFLICT" | "INVOICE_NOT_ISSUED" | "REFERENCE_REUSED";
type Corrected = RouteOutput<typeof routes.correctBill>["data"];

/**
 * Takes a whole bill back, with a reason, and a reference that makes repeated calls one correction; a large bill waits for
 * a second member.
 */
export const takeBillBack = (
  deps: FourEyesDeps & Party,
  backoffice: BackofficeCall,
  asked: { billId: string; reason: string; reference: string },
): Promise<Outcome<Corrected, Refusals>> =>
  backoffice.transact<Corrected, Refusals>(async (tx) => {
    const { billId, reason, reference } = asked;
    const owner = await ownerOfBill(tx, billId);
    if (!owner) return refuse("CDR_NOT_FOUND");
    const person = await beginGiving(tx, backoffice, owner);
    const found = await billToCorrect(tx, asked);
    if (!found.ok) return found;
    const { bill, booked } = found.value;
    const amount_minor = bill.wire.amount_minor;
    if (booked !== null)
      return done({ state: "BOOKED", booked: false, number: booked, amount_minor, approval: null });
    const proposed = await propose(deps, tx, backoffice, {
      kind: "CORRECTION",
      person,
      user_id: owner,
      subject: billId,
      amount: BigInt(amount_minor),
      reason,
      reference,
    });
    if (!proposed.ok) return proposed;
    const { row } = proposed.value;
    const state = waitingToWire(row);
    if (state.approval) return done({ ...state, booked: false, number: null, amount_minor });
    const by = backoffice.name;
    const at = deps.clock.now();
    const number = await correctBill(tx, found.value, { ...asked, by, party: deps.party, at });
    return done({ ...state, booked: true, number, amount_minor });
  });

/** Books what was proposed. */
export async function bookProposedCorrection(
  deps: { clock: Clock } & Party,
  tx: Tx,
  { user_id, subject: billId, amount, reason, reference, proposed_by: by }: MoneyApproval,
): Promise<Outcome<null, "CONFLICT">> {
  const found = await billToCorrect(tx, { billId, reference });
  if (!found.ok)
    return refuse("CONFLICT", { message: found.message ?? "This bill cannot be taken back now." });
  if (BigInt(found.value.bill.wire.amount_minor) !== amount)
    return refuse("CONFLICT", { message: "The bill's amount has changed meanwhile." });
  if ((await mobileOf(tx, user_id)) === null)
    return refuse("CONFLICT", { message: "The driver's account was erased meanwhile." });
  if (found.value.booked === null) {
    const { party, clock } = deps;
    await correctBill(tx, found.value, { reference, reason, by, party, at: clock.now() });
  }
  return done(null);
}
