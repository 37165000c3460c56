import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import type { SessionRow } from "../session.store.ts";

export const MINUTE_MS = 60_000;

export const watchAgainIn = (seconds: number): OutboxOutcome => ({ retryAfterSeconds: seconds });

/** A little less than the pause between two looks, so that each session finds a pull of its own interval. */
export const PULL_AGE_MS = 29_000;

/** The `date_from` with which an operator is asked about a session. A minute early, as its clock may be behind ours. */
export const askSince = ({ requested_at }: Pick<SessionRow, "requested_at">) =>
  new Date(requested_at.getTime() - MINUTE_MS);

/**
 * What an operator is asked about a session. All sessions share its pulls: one that began within the last half minute
 * (`ageMs`) will do, unless it began before `after`.
 */
export const questionOf = (
  row: SessionRow,
  now: Date,
  { ageMs = PULL_AGE_MS, after }: { ageMs?: number; after?: Date | null } = {},
): { since: Date; notBefore: Date } => {
  const notBefore = new Date(Math.max(now.getTime() - ageMs, after?.getTime() ?? 0));
  return { since: askSince(row), notBefore };
};

/** A running session of which nothing was heard for so long is silent: it is over, if there is a CDR of it. */
export const QUIET_MS = 15 * MINUTE_MS;

/** Milliseconds since the operator last sent something of a session. */
export const silenceOf = (row: SessionRow, now: Date) =>
  now.getTime() - (row.news_at ?? row.requested_at).getTime();
