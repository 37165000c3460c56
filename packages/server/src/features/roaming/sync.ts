import type { Tx } from "../../platform/database/database.ts";
import { randomFraction } from "../../platform/jitter.ts";
import type { OnlyRow, OutboxOutcome, OutboxRow } from "../../platform/outbox/outbox.ts";
import { dropFindings } from "./findings.store.ts";
import { findOperator, listOperators, type OperatorRow } from "./operators.store.ts";
import { pullCatalogue, type PullResult } from "./pull-catalogue.ts";
import { pullCdrs, pullInvoices, pullSessions } from "./pull.ts";
import { moveUp, resumeRegistration, rotate } from "./register.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { clearSyncAsked, dueForSync, setSyncDue } from "./sync.store.ts";
import { createTally } from "./count-findings.ts";
import { forgetSessions } from "./announced-sessions.store.ts";
import { LONGEST_MS } from "./whole-interval.ts";

/** A status is shown as stale after 15 minutes, so every partner is asked within ten. */
const INTERVAL_MS = 8 * 60_000;
const JITTER_MS = 60_000;
const MINUTE_MS = 60_000;
/** Delays for a partner that does not answer: it is in sync within a minute of its return. */
const RETRY_SECONDS = [5, 10, 20, 30] as const;
const FIRST_LOOK_BACK_MS = 24 * 3_600_000;
/** Clocks differ, and an object that was committed late carries an earlier time. */
const OVERLAP_MS = 10 * 60_000;
/** A finding that has not occurred again for so long is dropped. */
const FINDINGS_KEPT_MS = 90 * 24 * 3_600_000;
const SESSIONS_KEPT_MS = 90 * 24 * 3_600_000;

/** The outbox row of a partner's synchronisations, opened again for each. */
const rowOf = (operatorId: string): OnlyRow => ({
  id: `sync:${operatorId}`,
  payload: { operatorId },
});

/** Requests a synchronisation after commit; one that runs is followed by another. */
export const askSync = (
  { outbox, clock }: RoamingDeps,
  tx: Tx,
  operatorId: string,
): Promise<void> =>
  outbox.enqueueOnce(tx, "roaming.sync", [rowOf(operatorId)], { at: clock.now(), sooner: true });

/** Requests a synchronisation of every partner that is due, and deletes old findings and sessions. Runs every minute. */
export async function askDueSyncs(deps: RoamingDeps): Promise<void> {
  const { database, clock, outbox } = deps;
  const due = (await dueForSync(database.db, clock.now())).map(({ id }) => rowOf(id));
  // One that runs or waits for its next try is due until it has succeeded.
  await database.transact((tx) =>
    outbox.enqueueOnce(tx, "roaming.sync", due, { at: clock.now(), sooner: false }),
  );
  await resumeRegistrations(deps);
  await dropFindings(database.db, new Date(clock.now().getTime() - FINDINGS_KEPT_MS));
  await forgetSessions(database.db, new Date(clock.now().getTime() - SESSIONS_KEPT_MS));
}

async function resumeRegistrations(deps: RoamingDeps): Promise<void> {
  const { database } = deps;
  for (const operator of await listOperators(database.db)) {
    if (operator.registered_at || !operator.their_introduction) continue;
    const resumed = await resumeRegistration(deps, operator.id);
    if (resumed.ok) await database.transact((tx) => askSync(deps, tx, operator.id));
    else deps.logger.warn({ operator: operator.id, reason: resumed.message }, "not registered yet");
  }
}

/** Handles `roaming.sync` of the outbox: synchronises, and retries until the partner answers. */
export async function onSyncAsked(
  deps: RoamingDeps,
  { operatorId }: { operatorId: string },
  { id, attempts }: Pick<OutboxRow, "id" | "attempts">,
): Promise<OutboxOutcome> {
  const { database } = deps;
  if (id !== rowOf(operatorId).id) return takeOver(deps, operatorId);
  const operator = await findOperator(database.db, operatorId);
  if (!operator?.registered_at || operator.removed_at) return;
  const { ok } = await syncOperator(deps, operatorId).catch((error: unknown) => {
    // Never given up: nothing else would ask this partner again.
    deps.logger.error({ err: error, operator: operatorId }, "a synchronisation broke off");
    return { ok: false };
  });
  if (ok) return;
  return { retryAfterSeconds: RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 30 };
}

/** A row of 0.3.0, which gave each request its own and marked the operator until it was begun. */
async function takeOver(deps: RoamingDeps, operatorId: string): Promise<void> {
  await deps.database.transact(async (tx) => {
    await clearSyncAsked(tx, operatorId);
    await askSync(deps, tx, operatorId);
  });
}

/**
 * Synchronises one partner, one run at a time across all replicas: completes a token rotation, pulls
 * tariffs and locations (in full every six hours, or at the interval learnt for this partner; else the changes), then
 * sessions and CDRs since the newest ones of the last run.
 */
export function syncOperator(
  deps: RoamingDeps,
  operatorId: string,
  options: { whole?: boolean } = {},
): Promise<PullResult> {
  const run = async (): Promise<PullResult> => {
    const operator = await findOperator(deps.database.db, operatorId);
    if (!operator?.registered_at) return { ok: false, message: "the partner is not registered" };
    if (operator.rotating_since) await finishRotation(deps, operatorId);
    return pullAll(deps, operator, options.whole);
  };
  return deps.turns(`sync ${operatorId}`, run);
}

async function finishRotation(deps: RoamingDeps, operatorId: string): Promise<void> {
  const rotated = await rotate(deps, operatorId);
  if (!rotated.ok)
    deps.logger.error({ operator: operatorId, reason: rotated.message }, "rotation unfinished");
}

async function pullAll(
  deps: RoamingDeps,
  operator: OperatorRow,
  asked: boolean | undefined,
): Promise<PullResult> {
  const { db } = deps.database;
  const { id } = operator;
  const now = deps.clock.now();
  const tally = createTally();
  const whole = asked ?? isWholeDue(operator, now);
  // A partner that did not announce its new version is asked as seldom.
  if (whole) await moveUp(deps, operator);
  const catalogue = { since: since(operator.seen_until, now), whole };
  const pulled = await pullCatalogue(deps, id, catalogue, tally);
  if (!pulled.ok) {
    // Due again at once, whoever requested this run.
    await setSyncDue(db, id, now);
    return pulled;
  }
  const sessions = await pullSessions(deps, id, since(operator.sessions_seen_until, now), tally);
  const cdrs = await pullCdrs(deps, id, since(operator.cdrs_seen_until, now), tally);
  // After the CDRs that they name. What fails here comes with the next full pull.
  if (whole) {
    const invoicesSeen = operator.invoices_seen_until;
    await pullInvoices(deps, operator, invoicesSeen && since(invoicesSeen, now), tally);
  }
  await setSyncDue(db, id, await nextSync(deps, id, deps.clock.now()));
  await deps.findings.flush();
  if (sessions === "FAILED" || cdrs === "FAILED")
    return { ok: false, message: "not all charges could be brought" };
  return { ...pulled, summary: tally.summary() };
}

const wholeDueAt = ({ whole_pulled_at, whole_every_s }: OperatorRow): number =>
  (whole_pulled_at?.getTime() ?? 0) + (whole_every_s === null ? LONGEST_MS : whole_every_s * 1000);

const isWholeDue = (operator: OperatorRow, now: Date) =>
  !operator.seen_until || now.getTime() >= wholeDueAt(operator);

/** In eight minutes, or earlier when a full pull is due. */
async function nextSync({ database }: RoamingDeps, operatorId: string, now: Date): Promise<Date> {
  const operator = await findOperator(database.db, operatorId);
  const usual = now.getTime() + INTERVAL_MS + jitter();
  if (!operator) return new Date(usual);
  return new Date(Math.min(usual, Math.max(now.getTime() + MINUTE_MS, wholeDueAt(operator))));
}

/** The `date_from` of a pull: the newest `last_updated` of the partner less an overlap; at first a day ago. */
const since = (newest: Date | null, now: Date) =>
  new Date(newest ? newest.getTime() - OVERLAP_MS : now.getTime() - FIRST_LOOK_BACK_MS);

/** Spreads partners that were registered together. */
const jitter = () => (randomFraction() - 0.5) * 2 * JITTER_MS;
