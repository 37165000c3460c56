import type { ErrorCode } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { refusedTo, type BackofficeCall } from "../../platform/http/backoffice-call.ts";
import type { Operation } from "../../platform/http/mount.ts";
import { done, problemOf, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import {
  decideApproval,
  findApproval,
  isMoneyApproval,
  lockApproval,
  type ApprovalRow,
  type MoneyApproval,
} from "./approvals.store.ts";
import { keepable } from "./authenticate-staff.ts";
import { insertAudit } from "./backoffice.store.ts";
import { bookProposedCorrection } from "./correct-bill.ts";
import { bookProposedGoodwill } from "./give-goodwill.ts";
import { isInvitedByBootstrap, isSamePerson, namesLinkedTo, personOf } from "./person.store.ts";
import { PROPOSAL_MS } from "./propose.ts";
import { bookProposedRefund, dropProposedRefund } from "./refund-by-bank.ts";

/** Finds an operation that can wait for a second member. */
export type Operations = { get(methodAndPath: string): Operation | undefined };

export type DecideDeps = {
  database: Database;
  clock: Clock;
  party: { countryCode: string; partyId: string };
};

type Decided = Pick<ApprovalRow, "id" | "state">;

/**
 * Books what another member proposed, in the transaction that says so; a change is made as it was asked for. A second try
 * by the same member changes nothing.
 */
export async function confirmApproval(
  deps: DecideDeps,
  operations: Operations,
  backoffice: BackofficeCall,
  id: string,
): Promise<Outcome<Decided, Confirmed>> {
  const confirm = (
    make: (tx: Tx, row: ApprovalRow, at: Date) => Promise<Outcome<unknown, ErrorCode>>,
  ) =>
    backoffice.transact<Decided, Confirmed>(async (tx) => {
      const at = deps.clock.now();
      const row = await lockApproval(tx, id);
      if (!row) return refuse("NOT_FOUND");
      if (row.state === "CONFIRMED" && row.decided_by === backoffice.name) return decided(row);
      const open = whetherOpen(row, at);
      if (!open.ok) return open;
      const barred = await whyNot(tx, row, backoffice.name);
      if (barred) return refuse("FORBIDDEN", { message: barred });
      const booked = await make(tx, row, at);
      if (!booked.ok) return refuse("CONFLICT", booked.message ? { message: booked.message } : {});
      const decision = { state: "CONFIRMED", by: backoffice.name, at, because: null } as const;
      return decided(await decideApproval(tx, id, decision));
    });
  const row = await findApproval(deps.database.db, id);
  const operation = row?.operation == null ? undefined : operations.get(row.operation);
  if (!row || !operation)
    return confirm(async (tx, found, at) =>
      isMoneyApproval(found) ? book(deps, tx, found, at) : refuse("CONFLICT", { message: GONE }),
    );
  // Who confirms could have done it.
  if (refusedTo(backoffice, operation.spec) === "FORBIDDEN")
    return refuse("FORBIDDEN", { message: NOT_YOURS });
  let said: Outcome<Decided, Confirmed> | null = null;
  const asProposed: BackofficeCall = {
    ...backoffice,
    name: row.proposed_by,
    second: () => Promise.resolve(null),
    transact: async (work) => {
      let made: Awaited<ReturnType<typeof work>> | null = null;
      said = await confirm(async (tx, { input }, at) => {
        made = await work(tx);
        // As if it had been made when it was asked for: with its own line in the audit log.
        if (made.ok) {
          const { method, path } = operation.spec;
          const parameters = { ...keepable(input), confirmed_by: backoffice.name };
          const line = { method, route: path, parameters, outcome: "OK", request_id: id };
          await insertAudit(tx, { at, credential: row.proposed_by, ...line });
        }
        return made;
      });
      if (!made) throw new NotConfirmed();
      return made;
    },
  };
  const made = await operation.run(row.input!, asProposed).catch((error: unknown) => {
    if (error instanceof NotConfirmed) return null;
    throw error;
  });
  if (said) return said;
  // It was refused before it changed anything.
  const message =
    made && !made.ok ? problemOf(made.reason, { message: made.message }).message : GONE;
  return refuse("CONFLICT", { message });
}
class NotConfirmed extends Error {}
type Confirmed = "NOT_FOUND" | "CONFLICT" | "FORBIDDEN";
const GONE = "This cannot be made any more. Propose it again.";
const NOT_YOURS = "Your role may not do this, so it may not confirm it.";

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
  if (row.kind === "BANK_REFUND" && isMoneyApproval(row))
    await dropProposedRefund(tx, row, decision.at);
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
    return "You proposed this yourself. Another member has to confirm it.";
  const since = new Date(row.proposed_at.getTime() - PROPOSAL_MS);
  const isLinked =
    (await namesLinkedTo(tx, name, since)).includes(row.proposed_by) ||
    (await isInvitedByBootstrap(tx, proposer, caller, since));
  return isLinked
    ? "You two are joined by a sign-in link that was made in the week before this proposal or later, by one of you or by one admin for both. Another member has to confirm it."
    : null;
}

function book(deps: DecideDeps, tx: Tx, row: MoneyApproval, at: Date) {
  if (row.kind === "GOODWILL") return bookProposedGoodwill(deps, tx, row);
  if (row.kind === "CORRECTION") return bookProposedCorrection(deps, tx, row);
  return bookProposedRefund(tx, row, at);
}
