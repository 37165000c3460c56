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
/** How much later that may be: of updates every 30 s only every second one puts the watch off. */
const PUT_OFF_MS = 45_000;
/** When it is looked at whether a stop has had an effect. */
const STOP_LOOK_MS = 30_000;

/**
 * Running sessions have just had an update: their watches are put off until the operator would be silent. Of frequent
 * updates only some do that, as the session keeps until when it was put off. Not while it waits for the hour of a parking
 * fee.
 */
export async function watchSilence(
  deps: ChargingDeps,
  tx: Tx,
  rows: readonly SessionRow[],
): Promise<void> {
  const now = deps.clock.now().getTime();
  const at = new Date(now + SILENT_MS + PUT_OFF_MS);
  const before = new Date(now + SILENT_MS);
  const due = rows.filter(
    ({ step, watch_due_at: until }) =>
      (step === "STARTED" || step === "FLOWING") &&
      // Later than that only after a clock that was ahead.
      (!until || until < before || until > at),
  );
  const [parked, others] = [due.filter(waitsToPark), due.filter((row) => !waitsToPark(row))];
  for (const row of others) row.watch_due_at = at;
  const watch = (watched: readonly SessionRow[], when: { before?: Date }) =>
    deps.outbox.enqueueOnce(tx, "charging.watch", watched.map(watchOf), {
      at,
      sooner: true,
      ...when,
    });
  await watch(parked, {});
  await watch(others, { before });
}

const waitsToPark = ({ parking_fee_at }: SessionRow) => parking_fee_at !== null;

/** A stop was sent: whether it has had an effect is looked at after so long, no sooner and no later. */
export function watchStopped(deps: ChargingDeps, tx: Tx, row: Watched): Promise<void> {
  const at = new Date(deps.clock.now().getTime() + STOP_LOOK_MS);
  return deps.outbox.enqueueOnce(tx, "charging.watch", [watchOf(row)], {
    at,
    sooner: true,
    before: at,
  });
}

/** Schedules a look at the session in five seconds: the watch may have ended, or be due much later. */
export const watchSoon = (deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> =>
  watchAt(deps, tx, row, new Date(deps.clock.now().getTime() + 5_000));
