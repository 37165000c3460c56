import type { Tx } from "../../platform/database/database.ts";
import { countStart, keepLastCharge, type StartOutcome } from "../stations/index.ts";
import { learnCurve } from "./learn-curve.ts";
import { learnPower } from "./learn-power.ts";
import { meterRows } from "./live/meter.store.ts";
import { lockSession, setCounted, type SessionRow } from "./session.store.ts";

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

/** What a start says of its charger; null: nothing, or not yet (decision 0016). */
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
export async function countSession(tx: Tx, seen: SessionRow, now: Date): Promise<void> {
  const isNew = outcomeOf(seen) !== seen.counted;
  const { user_id: userId, id } = seen;
  const row = isNew ? await lockSession(tx, userId, id) : seen;
  if (!row) return;
  const at = { locationId: row.snapshot.location.id, evseUid: row.snapshot.evse_uid };
  const of = { before: row.counted, now: outcomeOf(row) };
  if (of.now !== of.before) {
    await setCounted(tx, row, of.now);
    await countStart(tx, { ...at, requestedAt: row.requested_at }, of);
  }
  if (of.now !== "WORKED" || row.open) return;
  // A session's own clock may run faster than ours.
  const endedAt = new Date(Math.min((row.end_at ?? now).getTime(), now.getTime()));
  await learnPower(tx, row);
  await learnCurve(tx, row);
  await keepLastCharge(tx, at, { endedAt, powerKw: await highestPower(tx, row) });
}

/** kW */
async function highestPower(tx: Tx, row: SessionRow): Promise<number | null> {
  const meter = (await meterRows(tx, [row])).get(row.id) ?? [];
  const powers = meter.flatMap(({ power_kw: kw }) => (kw === null ? [] : [kw]));
  return powers.length > 0 ? Math.max(...powers) : row.power_kw;
}
