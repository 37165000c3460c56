import type { Tx } from "../../../platform/database/database.ts";
import type { OnlyRow } from "../../../platform/outbox/outbox.ts";
import type { ChargingDeps } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";

type Watched = Pick<SessionRow, "user_id" | "id">;

/** The outbox row that watches a session: one, opened again when a session that was settled goes on. */
export const watchOf = ({ user_id: userId, id: sessionId }: Watched): OnlyRow => ({
  id: `watch:${sessionId}`,
  payload: { userId, sessionId },
});

/** The session is watched, and looked at by `at` at the latest, in the caller's transaction. */
export const watchAt = ({ outbox }: ChargingDeps, tx: Tx, row: Watched, at: Date): Promise<void> =>
  outbox.enqueueOnce(tx, "charging.watch", [watchOf(row)], { at, sooner: true });

/** Schedules a look at the session in five seconds: the watch may have ended, or be due much later. */
export const watchSoon = (deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> =>
  watchAt(deps, tx, row, new Date(deps.clock.now().getTime() + 5_000));
