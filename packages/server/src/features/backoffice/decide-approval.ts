import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { decideApproval, lockApproval, type ApprovalRow } from "./approvals.store.ts";
import { insertAudit } from "./backoffice.store.ts";
import { bookProposedCorrection } from "./correct-bill.ts";
import { bookProposedGoodwill } from "./give-goodwill.ts";
import { isInvitedByBootstrap, isSamePerson, namesLinkedTo, personOf } from "./person.store.ts";
import { PROPOSAL_MS } from "./propose.ts";
import { bookProposedRefund, dropProposedRefund } from "./refund-by-bank.ts";

export type DecideDeps = {
  database: Database;
  clock: Clock;
  party: { countryCode: string; partyId: string };
};

type Decided = Pick<ApprovalRow, "id" | "state">;

/**
 * Books what another member of finance proposed, in the transaction that says so. A second try by the same member
 * changes nothing.
 */
export const confirmApproval = (
  deps: DecideDeps,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<Decided, "NOT_FOUND" | "CONFLICT" | "FORBIDDEN">> =>
  backoffice.transact<Decided, "NOT_FOUND" | "CONFLICT" | "FORBIDDEN">(async (tx) => {
    const at = deps.clock.now();
    const row = await lockApproval(tx, id);
    if (!row) return refuse("NOT_FOUND");
    if (row.state === "CONFIRMED" && row.decided_by === backoffice.name) return decided(row);
    const open = whetherOpen(row, at);
    if (!open.ok) return open;
    const barred = await whyNot(tx, row, backoffice.name);
    if (barred) return refuse("FORBIDDEN", { message: barred });
    const booked = await book(deps, tx, row, at);
    if (!booked.ok) return booked;
    const decision = { state: "CONFIRMED", by: backoffice.name, at, because: null } as const;
    return decided(await decideApproval(tx, id, decision));
  });

/** Ends a proposal without booking it. */
export const rejectApproval = (
  deps: DecideDeps,
  backoffice: BackofficeCall,
  id: string,
  because: string,
): Promise<Outcome<Decided, "NOT_FOUND" | "CONFLICT">> =>
  backoffice.transact<Decided, "NOT_FOUND" | "CONFLICT">(async (tx) => {
    const at = deps.clock.now();
    const row = await lockApproval(tx, id);
    if (!row) return refuse("NOT_FOUND");
    if (row.state === "REJECTED" && row.decided_by === backoffice.name) return decided(row);
    const open = whetherOpen(row, at);
    if (!open.ok) return open;
    return decided(await end(tx, row, { state: "REJECTED", by: backoffice.name, at, because }));
  });

/** How the audit log names what the service does by itself. No member and no credential can be called so. */
const SERVICE = "(service)";

/** Ends a proposal that nobody decided in time. */
export async function expireApproval(
  { database, clock }: DecideDeps,
  { id }: { id: string },
): Promise<OutboxOutcome> {
  const at = clock.now();
  await database.transact(async (tx) => {
    const row = await lockApproval(tx, id);
    if (row?.state !== "WAITING" || row.expires_at! > at) return;
    await end(tx, row, { state: "EXPIRED", by: SERVICE, at, because: null });
    await insertAudit(tx, {
      at,
      credential: SERVICE,
      method: "POST",
      route: "/provider/v1/approvals/:id/expire",
      parameters: { id },
      outcome: "OK",
      request_id: id,
    });
  });
}

async function end(tx: Tx, row: ApprovalRow, decision: Parameters<typeof decideApproval>[2]) {
  if (row.kind === "BANK_REFUND") await dropProposedRefund(tx, row, decision.at);
  return decideApproval(tx, row.id, decision);
}

const decided = ({ id, state }: ApprovalRow) => done({ id, state });

/** CONFLICT says who decided what, and when. */
function whetherOpen(row: ApprovalRow, at: Date): Outcome<null, "CONFLICT"> {
  const { state, decided_by, decided_at } = row;
  if (state === "BOOKED")
    return refuse("CONFLICT", { message: "This was booked at once and needs nobody else." });
  if (state === "EXPIRED" || (state === "WAITING" && row.expires_at! <= at))
    return refuse("CONFLICT", { message: "This proposal has expired. Propose it again." });
  if (state === "WAITING") return done(null);
  return refuse("CONFLICT", {
    message: `${decided_by} has ${state === "CONFIRMED" ? "confirmed" : "rejected"} this already.`,
    extra: { state, decided_by, decided_at: decided_at?.toISOString() },
  });
}

/** Why this member may not confirm it; null: they may. */
async function whyNot(tx: Tx, row: ApprovalRow, name: string): Promise<string | null> {
  const proposer = { name: row.proposed_by, person: row.person };
  const caller = { name, person: await personOf(tx, name) };
  if (await isSamePerson(tx, proposer, caller))
    return "You proposed this yourself. Another member of finance has to confirm it.";
  const since = new Date(row.proposed_at.getTime() - PROPOSAL_MS);
  const isLinked =
    (await namesLinkedTo(tx, name, since)).includes(row.proposed_by) ||
    (await isInvitedByBootstrap(tx, proposer, caller, since));
  return isLinked
    ? "You two are joined by a sign-in link that was made in the week before this proposal or later, by one of you or by one admin for both. Another member has to confirm it."
    : null;
}

function book(deps: DecideDeps, tx: Tx, row: ApprovalRow, at: Date) {
  if (row.kind === "GOODWILL") return bookProposedGoodwill(deps, tx, row);
  if (row.kind === "CORRECTION") return bookProposedCorrection(deps, tx, row);
  return bookProposedRefund(tx, row, at);
}
