import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall, BackofficeRequest } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome, type Refusal } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import {
  findByReference,
  findWaitingChange,
  givenSince,
  insertApproval,
  isMoneyApproval,
  lockGiving,
  type ApprovalRow,
  type MoneyApproval,
} from "./approvals.store.ts";
import { namesLinkedTo, personOf } from "./person.store.ts";

export type FourEyesDeps = {
  clock: Clock;
  outbox: Outbox;
  /** Paise from which a second member of finance is needed. */
  fourEyesFrom: bigint;
  /** Days after which a debt that did not grow may be written off. */
  writeOffAfterDays: number;
};

const DAY_MS = 86_400_000;
/** A proposal that nobody decided ends after a week. */
export const PROPOSAL_MS = 7 * DAY_MS;

type Asked = Pick<
  MoneyApproval,
  "kind" | "user_id" | "amount" | "subject" | "reference" | "reason"
>;
/** What became of it: booked now, waiting, or what an earlier call with the same reference made of it. */
export type Proposed = { row: MoneyApproval; isNew: boolean };

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
  if (earlier && isMoneyApproval(earlier)) {
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
    operation: null,
    input: null,
    id: newId("apr", at),
    state: isAlone ? "BOOKED" : "WAITING",
    proposed_by: backoffice.name,
    person,
    proposed_at: at,
    expires_at: expires,
  });
  if (!row || !isMoneyApproval(row))
    return refuse("REFERENCE_REUSED", { message: "Somebody else just used it. Look again." });
  if (expires) await deps.outbox.enqueue(tx, "approval.expire", { id: row.id }, expires);
  return done({ row, isNew: true });
}

/**
 * Has a change wait for a second member: the call is kept as it came, and made again when they confirm it. The same
 * change proposed twice waits once.
 */
export async function proposeChange(
  { clock, outbox }: Pick<FourEyesDeps, "clock" | "outbox">,
  tx: Tx,
  { name }: Pick<BackofficeCall, "name">,
  { method, route, parameters: input }: BackofficeRequest,
  why: string,
): Promise<Refusal<"SECOND_MEMBER_NEEDED">> {
  const at = clock.now();
  const operation = `${method} ${route}`;
  let row = await findWaitingChange(tx, operation, input);
  if (!row || row.expires_at! <= at) {
    const id = newId("apr", at);
    const expires = new Date(at.getTime() + PROPOSAL_MS);
    row = await insertApproval(tx, {
      id,
      kind: "CHANGE",
      state: "WAITING",
      user_id: null,
      amount: null,
      operation,
      input,
      subject: operation,
      reference: id,
      reason: why,
      proposed_by: name,
      person: await personOf(tx, name),
      proposed_at: at,
      expires_at: expires,
    });
    await outbox.enqueue(tx, "approval.expire", { id }, expires);
  }
  const { approval } = waitingToWire(row!);
  return refuse("SECOND_MEMBER_NEEDED", {
    message: `A second member has to confirm it (${approval?.id}): ${why}.`,
    extra: { approval },
  });
}

/** How an answer says that a second member is waited for. */
export const waitingToWire = ({ state, id, expires_at }: ApprovalRow) =>
  state === "WAITING"
    ? ({ state, approval: { id, expires_at: expires_at!.toISOString() } } as const)
    : ({ state: "BOOKED", approval: null } as const);
