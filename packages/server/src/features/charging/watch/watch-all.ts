import type { OutboxOutcome } from "../../../platform/outbox/outbox.ts";
import type { ChargingDeps } from "../change-session.ts";
import { oldestRunning, unsettledSessions } from "../session.store.ts";
import { askSince, watchAgainIn } from "./silence.ts";
import { watchOf } from "./watch-soon.ts";

/** Pushes of an operator that may not have reached us: `at` is when, its running sessions began after `since`. */
export type Missed = { operatorId: string; since: string; at: string };

/**
 * After a start of the service: every session that is not settled has its watch, and operators with running sessions are
 * asked once for what they pushed meanwhile.
 */
export async function watchAll(deps: ChargingDeps): Promise<void> {
  const { database, outbox } = deps;
  const at = deps.clock.now();
  const watches = (await unsettledSessions(database.db)).map(watchOf);
  const missed = (await oldestRunning(database.db)).map((oldest) => {
    const { operator_id: operatorId } = oldest;
    const since = askSince(oldest).toISOString();
    const payload: Missed = { operatorId, since, at: at.toISOString() };
    return { id: `missed:${operatorId}`, payload };
  });
  await database.transact(async (tx) => {
    await outbox.enqueueOnce(tx, "charging.watch", watches, { at, sooner: false });
    await outbox.enqueueOnce(tx, "charging.missed", missed, { at, sooner: true });
  });
}

/** Asks an operator for what it pushed while the service was away. */
export async function askForMissed(deps: ChargingDeps, missed: Missed): Promise<OutboxOutcome> {
  const [since, notBefore] = [new Date(missed.since), new Date(missed.at)];
  const asked = await deps.ask.sessions(missed.operatorId, { since, notBefore });
  return asked === "RUNNING" ? watchAgainIn(5) : undefined;
}
