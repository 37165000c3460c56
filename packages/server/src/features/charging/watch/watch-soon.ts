import type { Tx } from "../../../platform/database/database.ts";
import type { OnlyRow } from "../../../platform/outbox/outbox.ts";
import { watchId, type ChargingDeps } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";
import { MINUTE_MS } from "./silence.ts";

type Watched = Pick<SessionRow, "user_id" | "id">;

/** The outbox row that watches a session: one, opened again when a session that was settled goes on. */
export const watchOf = ({ user_id: userId, id: sessionId }: Watched): OnlyRow => ({
  id: watchId(sessionId),
  payload: { userId, sessionId },
});

/** The session is watched, and looked at by `at` at the latest, in the caller's transaction. */
export const watchAt = ({ outbox }: ChargingDeps, tx: Tx, row: Watched, at: Date): Promise<void> =>
  outbox.enqueueOnce(tx, "charging.watch", [watchOf(row)], { at, sooner: true });

/** The operator of a running session is asked after so long without an update. */
export const SILENT_MS = MINUTE_MS;
/** How much later that may be: of frequent updates only one in so long puts the watch off. */
const SLACK_MS = 30_000;

/**
 * A running session has just had an update: its watch is put off until the operator would be silent. Not while it waits
 * for the hour of a parking fee.
 */
export async function watchSilence(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (row.step !== "STARTED" && row.step !== "FLOWING") return;
  const now = deps.clock.now().getTime();
  const at = new Date(now + SILENT_MS + SLACK_MS);
  const before = row.parking_fee_at ? {} : { before: new Date(now + SILENT_MS) };
  await deps.outbox.enqueueOnce(tx, "charging.watch", [watchOf(row)], {
    at,
    sooner: true,
    ...before,
  });
}

/** A stop was sent: whether it has had an effect is looked at after so long, no sooner and no later. */
export function watchStopped(deps: ChargingDeps, tx: Tx, row: Watched): Promise<void> {
  const at = new Date(deps.clock.now().getTime() + SLACK_MS);
  return deps.outbox.enqueueOnce(tx, "charging.watch", [watchOf(row)], {
    at,
    sooner: true,
    before: at,
  });
}

/** Schedules a look at the session in five seconds: the watch may have ended, or be due much later. */
export const watchSoon = (deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> =>
  watchAt(deps, tx, row, new Date(deps.clock.now().getTime() + 5_000));
