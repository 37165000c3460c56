import type { Tx } from "../../platform/database/database.ts";
import { chance } from "../../platform/jitter.ts";
import { inTurnOfAll } from "../../platform/locks/lease.ts";
import type { OutboxOutcome } from "../../platform/outbox/outbox.ts";
import { dropFindings } from "./findings.store.ts";
import { findOperator, listOperators, type OperatorRow } from "./operators.store.ts";
import { pullCatalogue, type PullResult } from "./pull-catalogue.ts";
import { pullCdrs, pullSessions } from "./pull.ts";
import { resumeRegistration, rotate } from "./register.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { dueForSync, markSyncAsked, setSyncDue, takeSync } from "./sync.store.ts";
import { createTally } from "./count-findings.ts";
import { forgetSessions } from "./announced-sessions.store.ts";
import { LONGEST_MS } from "./whole-interval.ts";

/** A status is stale after fifteen minutes, so every partner is asked within ten. */
const EVERY_MS = 8 * 60_000;
const SPLAY_MS = 60_000;
const MINUTE_MS = 60_000;
/** A partner that does not answer is tried this often at least: in step within a minute of its return. */
const RETRY_SECONDS = [5, 10, 20, 30] as const;
const FIRST_LOOK_BACK_MS = 24 * 3_600_000;
/** Clocks differ, and what was committed late carries an earlier time. */
const OVERLAP_MS = 10 * 60_000;
/** What was found so long ago and never again is mended, or nobody's concern any more. */
const FINDINGS_KEPT_MS = 90 * 24 * 3_600_000;
const SESSIONS_KEPT_MS = 90 * 24 * 3_600_000;

/** Asks for a synchronisation after commit; asking twice is asking once. */
export async function askSync(deps: RoamingDeps, tx: Tx, operatorId: string): Promise<void> {
  if (await markSyncAsked(tx, operatorId, deps.clock.now()))
    await deps.outbox.enqueue(tx, "roaming.sync", { operatorId });
}

/** Asks for every partner whose turn it is; run every minute. */
export async function askDueSyncs(deps: RoamingDeps): Promise<void> {
  const { database, clock } = deps;
  for (const { id } of await dueForSync(database.db, clock.now()))
    await database.transact((tx) => askSync(deps, tx, id));
  for (const operator of await listOperators(database.db)) {
    if (!operator.registered_at && operator.their_introduction) {
      const resumed = await resumeRegistration(deps, operator.id);
      if (!resumed.ok)
        deps.logger.warn({ operator: operator.id, reason: resumed.message }, "not registered yet");
      else await database.transact((tx) => askSync(deps, tx, operator.id));
    }
  }
  await dropFindings(database.db, new Date(clock.now().getTime() - FINDINGS_KEPT_MS));
  await forgetSessions(database.db, new Date(clock.now().getTime() - SESSIONS_KEPT_MS));
}

/** The outbox's hand: synchronises, and comes again until the partner answers. */
export async function onSyncAsked(
  deps: RoamingDeps,
  { operatorId }: { operatorId: string },
  attempts: number,
): Promise<OutboxOutcome> {
  await takeSync(deps.database.db, operatorId);
  const operator = await findOperator(deps.database.db, operatorId);
  if (!operator?.registered_at || operator.removed_at) return;
  const { ok } = await syncOperator(deps, operatorId);
  if (ok) return;
  // Until it answers this row stands for every wish to synchronise.
  await markSyncAsked(deps.database.db, operatorId, deps.clock.now());
  return { retryAfterSeconds: RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 30 };
}

/**
 * Brings everything of one partner into step: an unfinished rotation, tariffs and locations (whole every six hours, or as
 * often as was learnt; otherwise what changed), sessions and charge records since those seen last.
 */
export function syncOperator(
  deps: RoamingDeps,
  operatorId: string,
  options: { whole?: boolean } = {},
): Promise<PullResult> {
  const inTurn = (work: () => Promise<PullResult>) =>
    deps.syncs(operatorId, () => inTurnOfAll(deps.database, `sync ${operatorId}`, work));
  return inTurn(async () => {
    const { db } = deps.database;
    const started = await findOperator(db, operatorId);
    if (!started?.registered_at) return { ok: false, message: "the partner is not registered" };
    if (started.rotating_since) {
      const rotated = await rotate(deps, operatorId);
      if (!rotated.ok)
        deps.logger.error({ operator: operatorId, reason: rotated.message }, "rotation unfinished");
    }
    const now = deps.clock.now();
    const whole = options.whole ?? isWholeDue(started, now);
    const tally = createTally();
    const from = since(started.seen_until, now);
    const pulled = await pullCatalogue(deps, operatorId, { since: from, whole }, tally);
    if (!pulled.ok) {
      // Whoever asked, it is not in step: the next look will not wait for its turn.
      await setSyncDue(db, operatorId, now);
      return pulled;
    }
    const sessions = await pullSessions(
      deps,
      operatorId,
      since(started.sessions_seen_until, now),
      tally,
    );
    const cdrs = await pullCdrs(deps, operatorId, since(started.cdrs_seen_until, now), tally);
    await setSyncDue(db, operatorId, await nextLook(deps, operatorId, now));
    await deps.findings.flush();
    const read = sessions !== "FAILED" && cdrs !== "FAILED";
    if (!read) return { ok: false, message: "not all charges could be brought" };
    return { ...pulled, told: tally.told() };
  });
}

const wholeDueAt = ({ whole_pulled_at, whole_every_s }: OperatorRow): number =>
  (whole_pulled_at?.getTime() ?? 0) + (whole_every_s === null ? LONGEST_MS : whole_every_s * 1000);

const isWholeDue = (operator: OperatorRow, now: Date) =>
  !operator.seen_until || now.getTime() >= wholeDueAt(operator);

/** In eight minutes, or when the whole lists are due before that. */
async function nextLook({ database }: RoamingDeps, operatorId: string, now: Date): Promise<Date> {
  const operator = await findOperator(database.db, operatorId);
  const usual = now.getTime() + EVERY_MS + splay();
  if (!operator) return new Date(usual);
  return new Date(Math.min(usual, Math.max(now.getTime() + MINUTE_MS, wholeDueAt(operator))));
}

/** By the partner's own clock where it has one, with an overlap. */
const since = (seen: Date | null, now: Date) =>
  new Date(seen ? seen.getTime() - OVERLAP_MS : now.getTime() - FIRST_LOOK_BACK_MS);

/** Partners of one start do not come all at once for ever. */
const splay = () => (chance() - 0.5) * 2 * SPLAY_MS;
