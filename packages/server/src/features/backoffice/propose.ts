import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import {
  findByReference,
  givenSince,
  insertApproval,
  lockGiving,
  type ApprovalRow,
} from "./approvals.store.ts";
import { namesLinkedTo, personOf } from "./person.store.ts";

export type FourEyesDeps = {
  clock: Clock;
  outbox: Outbox;
  /** Paise from which a second member of finance is needed. */
  fourEyesFrom: bigint;
};

const DAY_MS = 86_400_000;
/** A proposal that nobody decided ends after a week. */
export const PROPOSAL_MS = 7 * DAY_MS;

type Asked = Pick<ApprovalRow, "kind" | "user_id" | "amount" | "subject" | "reference" | "reason">;
/** What became of it: booked now, waiting, or what an earlier call with the same reference made of it. */
export type Proposed = { row: ApprovalRow; isNew: boolean };

/** Begins what a member gives a driver: the calls for one driver wait for each other. */
export async function beginGiving(tx: Tx, backoffice: BackofficeCall, userId: string) {
  await lockGiving(tx, userId);
  return personOf(tx, backoffice.name);
}

/**
 * Writes down what a member gives. BOOKED: the caller books it in this transaction; from the amount on it is WAITING for
 * a second member, and what support gives always is. What the same person gave the same driver within 24 hours counts
 * together, so that parts of a large amount wait like the whole. Names that sign-in links of the last week join count as
 * the same person.
 */
export async function propose(
  deps: FourEyesDeps,
  tx: Tx,
  backoffice: BackofficeCall,
  { person, ...asked }: Asked & { person: string },
): Promise<Outcome<Proposed, "REFERENCE_REUSED">> {
  const earlier = await findByReference(tx, asked);
  if (earlier) {
    const isSame = earlier.amount === asked.amount && earlier.user_id === asked.user_id;
    return isSame ? done({ row: earlier, isNew: false }) : refuse("REFERENCE_REUSED");
  }
  const at = deps.clock.now();
  const names = await namesLinkedTo(tx, backoffice.name, new Date(at.getTime() - PROPOSAL_MS));
  const given = await givenSince(tx, names, asked.user_id, new Date(at.getTime() - DAY_MS));
  const isFinance = backoffice.role !== "support";
  const isAlone = isFinance && given + asked.amount < deps.fourEyesFrom;
  const expires = isAlone ? null : new Date(at.getTime() + PROPOSAL_MS);
  const row = await insertApproval(tx, {
    ...asked,
    id: newId("apr", at),
    state: isAlone ? "BOOKED" : "WAITING",
    proposed_by: backoffice.name,
    person,
    proposed_at: at,
    expires_at: expires,
  });
  if (!row)
    return refuse("REFERENCE_REUSED", { message: "Somebody else just used it. Look again." });
  if (expires) await deps.outbox.enqueue(tx, "approval.expire", { id: row.id }, expires);
  return done({ row, isNew: true });
}

/** How an answer says that a second member is waited for. */
export const waitingToWire = ({ state, id, expires_at }: ApprovalRow) =>
  state === "WAITING"
    ? ({ state, approval: { id, expires_at: expires_at!.toISOString() } } as const)
    : ({ state: "BOOKED", approval: null } as const);
