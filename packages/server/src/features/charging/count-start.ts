import { one, sql, type Tx } from "../../platform/database/database.ts";
import { countStart, keepLastCharge, type StartOutcome } from "../stations/index.ts";
import type { ChargingDeps } from "./change-session.ts";
import { lockSession, type SessionRow } from "./session.store.ts";

/** Starts that failed by the charger's or its operator's fault. */
const FAULTS: ReadonlySet<string> = new Set([
  "REJECTED",
  "OUT_OF_ORDER",
  "NO_ANSWER",
  "UNREACHABLE",
  "FAILED",
]);
/** Who stops sooner has changed their mind; later, it was because nothing happened. */
const CHANGED_MIND_MS = 120_000;

/** What a start says of its charger; null: nothing, or not yet (decision 0055). */
export function outcomeOf(row: SessionRow): StartOutcome | null {
  if ((row.kwh ?? 0) > 0) return "WORKED";
  if (row.open) return null;
  if (!row.start_at) return row.failure && FAULTS.has(row.failure.code) ? "FAILED" : null;
  if (row.stop_reason === "LIMIT" || row.stop_reason === "BALANCE") return null;
  const asked = row.stop_asked_at ?? row.end_at;
  const soon = asked !== null && asked.getTime() - row.start_at.getTime() < CHANGED_MIND_MS;
  return row.stop_reason === "DRIVER" && soon ? null : "FAILED";
}

/** Keeps for its station what a session says of the charger: once, however often and late this runs. */
export async function countSession(
  { database, clock }: Pick<ChargingDeps, "database" | "clock">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await database.transact(async (tx) => {
    const row = await lockSession(tx, userId, sessionId);
    if (!row) return;
    const now = outcomeOf(row);
    const at = { locationId: row.snapshot.location.id, evseUid: row.snapshot.evse_uid };
    const before = row.counted;
    if (now !== before) {
      await sql`update session set counted = ${now} where user_id = ${userId} and id = ${sessionId}`.execute(
        tx,
      );
      await countStart(tx, { ...at, requestedAt: row.requested_at }, { before, now });
    }
    if (now !== "WORKED" || row.open) return;
    // A session's own clock may run faster than ours.
    const endedAt = new Date(
      Math.min((row.end_at ?? clock.now()).getTime(), clock.now().getTime()),
    );
    await keepLastCharge(tx, at, { endedAt, powerKw: await highestPower(tx, row) });
  });
}

const highestPower = async (tx: Tx, row: SessionRow): Promise<number | null> =>
  (await one(
    tx,
    sql<{ kw: number | null }>`select max(power_kw) as kw from meter_value
      where user_id = ${row.user_id} and session_id = ${row.id}`,
  ))!.kw ?? row.power_kw;
