import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import type { SessionRow } from "../session.store.ts";

export const MINUTE_MS = 60_000;

export const watchAgainIn = (seconds: number): OutboxOutcome => ({ retryAfterSeconds: seconds });

/** The `date_from` with which an operator is asked for its sessions. A minute early, as its clock may be behind ours. */
export const askSince = (row: SessionRow) => new Date(row.requested_at.getTime() - MINUTE_MS);

/** Milliseconds since the operator last sent something of a session. */
export const silenceOf = (row: SessionRow, now: Date) =>
  now.getTime() - (row.news_at ?? row.requested_at).getTime();
