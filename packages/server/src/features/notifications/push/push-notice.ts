import { createHash } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { TopicHandler } from "../../../platform/feature.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import type { Metrics } from "../../../platform/observability/metrics.ts";
import type { Outbox, OutboxOutcome, OutboxRun } from "../../../platform/outbox/outbox.ts";
import { KINDS } from "../kinds.ts";
import { claimPush, findNotice, type NoticeRow } from "../notices.store.ts";
import {
  findDevice,
  holdDevice,
  listDevices,
  removeDevice,
  type DeviceRow,
} from "./devices.store.ts";
import type { PushCarrier, PushPayload } from "./push.ts";

export type PushDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  outbox: Outbox;
  /** The sender of each transport; null: not configured. */
  carriers: { webPush: PushCarrier | null; fcm: PushCarrier | null };
  /** Whether the sign-in with which a device was registered is still valid. */
  signInHolds(at: { userId: string; sid: string }): Promise<boolean>;
  /** Stores pushes where none are sent; null in production. */
  record: ((notice: NoticeRow) => Promise<void>) | null;
};

type At = { userId: string; id: string };
type AtDevice = At & { device: string; bare?: boolean };

const DAY_MS = 86_400_000;
/** Google deletes a token that was unused for so long; APNs may accept one that no longer exists. */
const OLDEST_DEVICE_MS = 270 * DAY_MS;
const LONGEST_TTL_S = 3_600;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 600;

/** Pushes have their own queue, as there may be very many at once. */
export const pushHandlers = (deps: PushDeps): Record<string, TopicHandler> => ({
  "notice.push": { queue: "push", handle: (at: At, row) => pushNotice(deps, at, row) },
  "push.send": {
    queue: "push",
    handle: (at: AtDevice, row) => sendPush(deps, at, row.attempts),
  },
});

/** A notification is due: queues one push for each device, in the same transaction and so once each. */
async function pushNotice(
  deps: PushDeps,
  { userId, id }: At,
  { finish }: Pick<OutboxRun, "finish">,
): Promise<void> {
  const { database, clock, outbox, carriers, record } = deps;
  const notice = await database.transact(async (tx) => {
    // Read, or push was switched off meanwhile: nothing is sent.
    const claimed = await claimPush(tx, userId, id, clock.now());
    const devices = claimed ? await listDevices(tx, userId) : [];
    for (const { token_hash } of devices)
      await outbox.enqueue(tx, "push.send", { userId, id, device: token_hash.toString("hex") });
    await finish(tx);
    return claimed;
  });
  if (notice && record && !carriers.webPush && !carriers.fcm) await record(notice);
}

/** Sends one notification to one device, until it is accepted, the device is gone, or it expires. */
async function sendPush(
  deps: PushDeps,
  { userId, id, device: hex, bare = false }: AtDevice,
  attempts: number,
): Promise<OutboxOutcome> {
  const { database, clock, logger, metrics, outbox } = deps;
  const notice = await findNotice(database.db, userId, id);
  const device = await findDevice(database.db, userId, Buffer.from(hex, "hex"));
  if (!notice?.pushed_at || !device) return;
  const transport = device.transport === "NATIVE" ? "fcm" : "webPush";
  const carrier = deps.carriers[transport];
  const count = (outcome: string): void => {
    metrics.pushes.inc({ transport, outcome });
  };
  if (!carrier) return count("no_carrier");
  const now = clock.now().getTime();
  const { urgent } = KINDS[notice.kind];
  const until = notice.pushed_at.getTime() + (urgent ? LONGEST_TTL_S * 1000 : DAY_MS);
  if (now >= until) return count("too_late");
  if (!(await isAlive(deps, device))) {
    await removeDevice(database.db, device);
    return count("signed_out");
  }
  const held = device.held_until ? device.held_until.getTime() - now : 0;
  if (held > 0) return { retryAfterSeconds: Math.ceil(held / 1000) };

  const verdict = await carrier({
    token: device.token,
    payload: bare ? null : payloadOf(notice),
    topic: createHash("sha256").update(id).digest("base64url").slice(0, 32),
    urgent,
    seconds: Math.min(LONGEST_TTL_S, Math.ceil((until - now) / 1000)),
  });
  count(verdict.is);
  switch (verdict.is) {
    case "sent":
      return;
    case "gone":
      return void (await removeDevice(database.db, device));
    case "too_large":
      // Without a payload it is as small as possible: the app only says that there is a notification.
      if (bare) return logger.error({ notice: id, transport }, "a push service takes nothing");
      return database.transact((tx) =>
        outbox.enqueue(tx, "push.send", { userId, id, device: hex, bare: true }),
      );
    case "later": {
      const at = clock.now().getTime();
      const { seconds } = verdict;
      // A Retry-After holds for all pushes to this device.
      if (seconds !== null)
        await holdDevice(database.db, device.token_hash, new Date(at + seconds * 1000));
      return { retryAfterSeconds: seconds ?? pauseAfter(attempts) };
    }
    case "refused":
      return logger.error({ notice: id, transport, reason: verdict.reason }, "a push was refused");
  }
}

/** A tap opens what the notification is about; of bills and charging sessions the app finds the newest. */
function payloadOf({ id, kind, subject_id }: NoticeRow): PushPayload {
  const { redirectTo } = KINDS[kind];
  const trip = redirectTo === "trip" ? subject_id : null;
  return {
    id,
    ...(redirectTo && { redirectTo }),
    ...(trip !== null && { trip_id: trip }),
  };
}

const pauseAfter = (attempts: number) =>
  Math.min(FIRST_PAUSE_S * 2 ** (attempts - 1), LONGEST_PAUSE_S);

async function isAlive(deps: PushDeps, device: DeviceRow): Promise<boolean> {
  const age = deps.clock.now().getTime() - device.registered_at.getTime();
  if (age > OLDEST_DEVICE_MS) return false;
  const { user_id: userId, sid } = device;
  return sid === null || deps.signInHolds({ userId, sid });
}
