import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/http/admit.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { IDLE_DAYS } from "./sign-in.ts";
import { listSignIns, revokeOthers, revokeSignIn } from "./sign-in.store.ts";

export type DevicesDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  /** Called when a sign-in of this driver ended: caches drop it. */
  onEnded(userId: string): void;
};

const DAY_MS = 86_400_000;

/** The sign-ins of a driver: the calling device first, then by last use. */
export async function readDevices({ database, clock }: DevicesDeps, { userId, sid }: Caller) {
  const now = clock.now();
  const since = new Date(now.getTime() - IDLE_DAYS * DAY_MS);
  const found = await listSignIns(database.db, userId, now, since);
  const devices = found.map((row) => ({
    id: row.sid,
    device_type: row.device_type,
    browser: row.browser,
    system: row.system,
    signed_in_at: row.created_at.toISOString(),
    // It is the calling device.
    last_seen_at: (row.sid === sid ? now : row.seen_at).toISOString(),
    this_device: row.sid === sid,
  }));
  return devices.toSorted((a, b) => Number(b.this_device) - Number(a.this_device));
}

/** Signs one device out; the calling one is allowed. */
export async function endDevice(
  { database, clock, writeAudit, onEnded }: DevicesDeps,
  { userId, sid }: Caller,
  ended: string,
): Promise<Outcome<{ signed_out: number }, "NOT_FOUND">> {
  const found = await database.transact(async (tx) => {
    const row = await revokeSignIn(tx, userId, ended, clock.now());
    if (row) await writeAudit(tx, userId, ended === sid ? "SIGN_OUT" : "SIGN_OUT_OF_ONE");
    return row !== null;
  });
  onEnded(userId);
  return found ? done({ signed_out: 1 }) : refuse("NOT_FOUND");
}

/** Signs out every device but the calling one. */
export async function endOtherDevices(
  { database, clock, writeAudit, onEnded }: DevicesDeps,
  { userId, sid }: Caller,
): Promise<{ signed_out: number }> {
  const count = await database.transact(async (tx) => {
    const ended = await revokeOthers(tx, userId, sid, clock.now());
    await writeAudit(tx, userId, "SIGN_OUT_OF_OTHERS", { ended });
    return ended;
  });
  onEnded(userId);
  return { signed_out: count };
}
