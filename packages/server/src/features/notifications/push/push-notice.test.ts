import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { rows, sql } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { createMetrics } from "../../../platform/observability/metrics.ts";
import type { Kind } from "../kinds.ts";
import { insertNotice, type NoticeRow } from "../notices.store.ts";
import { putDevice } from "./devices.store.ts";
import { pushHandlers, type PushDeps } from "./push-notice.ts";
import type { Push, PushVerdict } from "./push.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
beforeEach(() => clock.set(START));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = fakeClock(START);
const metrics = createMetrics();
let made = 0;

/** A driver with one notification, and services that answer as the test says. */
async function driver({
  kind = "BILL_READY",
  subject = null,
}: { kind?: Kind; subject?: string | null } = {}) {
  const userId = `usr_push_${++made}`;
  const id = `ntf_${made}`;
  const hash = createHash("sha256").update(userId).digest();
  const pushed: Push[] = [];
  const queued: [string, unknown][] = [];
  const recorded: string[] = [];
  const faults: string[] = [];
  const state = {
    verdict: { is: "sent" } as PushVerdict,
    signedIn: true,
    asked: [] as string[],
  };
  const { database } = world;
  const carrier = async (push: Push) => {
    pushed.push(push);
    return state.verdict;
  };
  const deps = {
    database,
    clock,
    metrics,
    logger: createLogger("error", { write: (line) => faults.push(line) }),
    outbox: {
      enqueue: async (_tx: unknown, topic: string, payload: unknown) =>
        void queued.push([topic, payload]),
    } as unknown as PushDeps["outbox"],
    carriers: { webPush: carrier, fcm: carrier } as PushDeps["carriers"],
    signInHolds: async ({ sid }: { sid: string }) => {
      state.asked.push(sid);
      return state.signedIn;
    },
    record: null as PushDeps["record"],
  };
  await database.transact((tx) =>
    insertNotice(tx, {
      user_id: userId,
      id,
      kind,
      key: id,
      title: "A title",
      body: "A text",
      said: null,
      subject_type: kind.startsWith("TRIP") ? "TRIP" : "BILL",
      subject_id: subject,
      created_at: START,
      push_due_at: START,
      mail_due_at: null,
    }),
  );
  const handlers = () => pushHandlers(deps);
  type Run = { queue: string; handle: (payload: object, row: object) => Promise<unknown> };
  const run = (topic: string, payload: object, row: object) =>
    (handlers()[topic] as unknown as Run).handle(payload, row);
  return {
    userId,
    id,
    hash,
    deps,
    state,
    pushed,
    queued,
    faults,
    recorded,
    register: (
      more: Partial<{ at: Date; transport: "NATIVE" | "OTHER"; sid: string | null }> = {},
    ) =>
      database.transact((tx) =>
        putDevice(
          tx,
          {
            userId,
            sid: "sid_1",
            token: "a-token",
            hash,
            transport: "OTHER",
            at: START,
            ...more,
          } as Parameters<typeof putDevice>[1],
          10,
        ),
      ),
    devices: async () =>
      (
        await rows(
          database.db,
          sql<{
            held_until: Date | null;
          }>`select held_until from device_token where user_id = ${userId}`,
        )
      ).map(({ held_until }) => held_until?.toISOString() ?? null),
    due: () => run("notice.push", { userId, id }, { finish: async () => {} }),
    claim: (at = START) =>
      sql`update notification set pushed_at = ${at} where user_id = ${userId}`.execute(database.db),
    send: (attempts = 1, more: object = {}) =>
      run("push.send", { userId, id, device: hash.toString("hex"), ...more }, { attempts }),
  };
}
const ready = async (of: Parameters<typeof driver>[0] = {}) => {
  const one = await driver(of);
  await one.register();
  await one.claim();
  return one;
};
const counted = async (transport: string, outcome: string) =>
  (await metrics.pushes.get()).values.find(
    ({ labels }) => labels["transport"] === transport && labels["outcome"] === outcome,
  )?.value ?? 0;

test("a notification that is due goes to each device once", async () => {
  const one = await driver();
  await one.register();
  await one.due();
  const sent = [
    "push.send",
    { userId: one.userId, id: one.id, device: one.hash.toString("hex") },
  ] as const;
  expect(one.queued).toEqual([sent]);
  await one.due();
  expect(one.queued).toEqual([sent]);
  const none = await driver();
  await none.due();
  expect(none.queued).toEqual([]);
});

test("notifications are stored for a look only where nothing can send them", async () => {
  const stored: string[] = [];
  const record = async ({ id }: NoticeRow) => void stored.push(id);
  const carrier = async () => ({ is: "sent" }) as const;
  const one = await driver();
  Object.assign(one.deps, { record, carriers: { webPush: null, fcm: null } });
  await one.due();
  expect(stored).toEqual([one.id]);
  // It was told already.
  await one.due();
  expect(stored).toEqual([one.id]);
  for (const carriers of [
    { webPush: carrier, fcm: null },
    { webPush: null, fcm: carrier },
  ]) {
    const other = await driver();
    Object.assign(other.deps, { record, carriers });
    await other.due();
  }
  expect(stored).toEqual([one.id]);
});

test("a browser and a phone are each reached by their own service, or not at all", async () => {
  const one = await ready();
  const before = [await counted("webPush", "no_carrier"), await counted("fcm", "no_carrier")];
  one.deps.carriers = { webPush: null, fcm: one.deps.carriers.fcm };
  expect(await one.send()).toBeUndefined();
  expect(one.pushed).toEqual([]);
  await one.register({ transport: "NATIVE" });
  await one.send();
  expect(one.pushed).toHaveLength(1);
  one.deps.carriers = { webPush: one.deps.carriers.fcm, fcm: null };
  await one.send();
  expect(one.pushed).toHaveLength(1);
  expect([await counted("webPush", "no_carrier"), await counted("fcm", "no_carrier")]).toEqual([
    before[0]! + 1,
    before[1]! + 1,
  ]);
});

test("nothing is sent to a device that is not there, or of a notification that was not due", async () => {
  const one = await driver();
  await one.register();
  await one.send();
  await one.claim();
  await one.send(1, { id: "ntf_absent" });
  await one.send(1, { device: "00" });
  expect(one.pushed).toEqual([]);
  await one.send();
  expect(one.pushed).toHaveLength(1);
});

test("a push lives an hour at most, and a notification a day, or an hour where it is urgent", async () => {
  const slow = await ready();
  const urgent = await ready({ kind: "PARKING_FEE" });
  const secondsAfter = async (one: typeof slow, ms: number) => {
    clock.set(new Date(START.getTime() + ms));
    const before = one.pushed.length;
    await one.send();
    return one.pushed.slice(before).map((push) => [push.seconds, push.urgent]);
  };
  expect(await secondsAfter(slow, 0)).toEqual([[3_600, false]]);
  expect(await secondsAfter(slow, DAY_MS - HOUR_MS)).toEqual([[3_600, false]]);
  expect(await secondsAfter(slow, DAY_MS - HOUR_MS + 1_000)).toEqual([[3_599, false]]);
  expect(await secondsAfter(slow, DAY_MS - 1)).toEqual([[1, false]]);
  const late = await counted("webPush", "too_late");
  expect(await secondsAfter(slow, DAY_MS)).toEqual([]);
  expect(await counted("webPush", "too_late")).toBe(late + 1);
  expect(await secondsAfter(urgent, 0)).toEqual([[3_600, true]]);
  expect(await secondsAfter(urgent, HOUR_MS - 1_500)).toEqual([[2, true]]);
  expect(await secondsAfter(urgent, HOUR_MS - 1)).toEqual([[1, true]]);
  expect(await secondsAfter(urgent, HOUR_MS)).toEqual([]);
  expect([await slow.devices(), await urgent.devices()]).toEqual([[null], [null]]);
});

test("a device is forgotten after 270 days, and not on the last of them", async () => {
  const one = await ready();
  await one.register({ at: new Date(START.getTime() - 270 * DAY_MS) });
  await one.send();
  expect([one.pushed.length, await one.devices()]).toEqual([1, [null]]);
  await one.register({ at: new Date(START.getTime() - 270 * DAY_MS - 1) });
  const before = await counted("webPush", "signed_out");
  await one.send();
  expect([one.pushed.length, await one.devices()]).toEqual([1, []]);
  expect(await counted("webPush", "signed_out")).toBe(before + 1);
});

test("a device whose sign-in has ended is forgotten; one from before sign-ins were stored is not asked", async () => {
  const one = await ready();
  one.state.signedIn = false;
  await one.register({ sid: null });
  await one.send();
  expect([one.state.asked, one.pushed.length]).toEqual([[], 1]);
  await one.register();
  await one.send();
  expect([one.state.asked, one.pushed.length]).toEqual([["sid_1"], 1]);
  expect(await one.devices()).toEqual([]);
});

test("a device that is left alone is tried again in the second in which it may be", async () => {
  const one = await ready();
  const hold = (ms: number) =>
    sql`update device_token set held_until = ${new Date(START.getTime() + ms)}
      where user_id = ${one.userId}`.execute(world.database.db);
  await hold(1_001);
  expect(await one.send()).toEqual({ retryAfterSeconds: 2 });
  await hold(1);
  expect(await one.send()).toEqual({ retryAfterSeconds: 1 });
  expect(one.pushed).toEqual([]);
  await hold(0);
  expect(await one.send()).toBeUndefined();
  await hold(-1);
  await one.send();
  expect(one.pushed).toHaveLength(2);
});

test("a push that fails pauses 5 s, then twice as long each time, ten minutes at most", async () => {
  const one = await ready();
  one.state.verdict = { is: "later", seconds: null, reason: "HTTP 503" };
  const pauses: unknown[] = [];
  for (const attempts of [1, 2, 3, 7, 8, 20]) pauses.push(await one.send(attempts));
  expect(pauses).toEqual(
    [5, 10, 20, 320, 600, 600].map((seconds) => ({ retryAfterSeconds: seconds })),
  );
  expect(await one.devices()).toEqual([null]);
});

test("a service that says how long to wait is obeyed, for the whole device", async () => {
  const one = await ready();
  one.state.verdict = { is: "later", seconds: 30, reason: "HTTP 429" };
  expect(await one.send(7)).toEqual({ retryAfterSeconds: 30 });
  const until = new Date(START.getTime() + 30_000).toISOString();
  expect(await one.devices()).toEqual([until]);
  // A shorter wait of another push does not end it.
  clock.set(new Date(START.getTime() + 30_000));
  one.state.verdict = { is: "later", seconds: 0, reason: "HTTP 429" };
  expect(await one.send(7)).toEqual({ retryAfterSeconds: 0 });
  expect(await one.devices()).toEqual([until]);
});

test("a push that is too large is sent once more with nothing in it, and then no more", async () => {
  const one = await ready();
  one.state.verdict = { is: "too_large" };
  expect(await one.send()).toBeUndefined();
  const again = { userId: one.userId, id: one.id, device: one.hash.toString("hex"), bare: true };
  expect(one.queued).toEqual([["push.send", again]]);
  expect(one.faults).toEqual([]);
  await one.send(1, { bare: true });
  expect(one.queued).toHaveLength(1);
  expect(one.faults).toEqual([expect.stringContaining("a push service takes nothing")]);
  expect(one.pushed.map(({ payload }) => payload)).toEqual([
    { id: one.id, redirectTo: "charging_summary" },
    null,
  ]);
  expect(await one.devices()).toEqual([null]);
});

test("a refused push is reported and not tried again; a device that is gone is forgotten, and no other", async () => {
  const one = await ready();
  const other = await ready();
  one.state.verdict = { is: "refused", reason: "HTTP 400" };
  expect(await one.send()).toBeUndefined();
  expect(one.faults).toEqual([expect.stringContaining("HTTP 400")]);
  expect(await one.devices()).toEqual([null]);
  one.state.verdict = { is: "gone", reason: "HTTP 410" };
  expect(await one.send()).toBeUndefined();
  expect(await one.devices()).toEqual([]);
  expect(await other.devices()).toEqual([null]);
  expect(one.faults).toHaveLength(1);
});

test("a device that registers again while the push service says that it is gone is kept", async () => {
  const one = await ready();
  one.state.verdict = { is: "gone", reason: "HTTP 410" };
  const { webPush } = one.deps.carriers;
  one.deps.carriers.webPush = async (push) => {
    await one.register({ at: new Date(START.getTime() + 1) });
    return webPush!(push);
  };
  await one.send();
  expect(await one.devices()).toEqual([null]);
});

test("a tap opens the trip that it is about, and no trip of another notification", async () => {
  const shown = async (kind: Kind, subject: string | null) => {
    const one = await ready({ kind, subject });
    await one.send();
    return { ...one.pushed[0]!.payload, id: undefined };
  };
  expect(await shown("TRIP_STOP_LOST", "trp_1")).toEqual({ redirectTo: "trip", trip_id: "trp_1" });
  expect(await shown("TRIP_STOP_LOST", null)).toEqual({ redirectTo: "trip" });
  expect(await shown("BILL_READY", "cdr_1")).toEqual({ redirectTo: "charging_summary" });
  expect(await shown("CHARGE_STOPPED", "ses_1")).toEqual({});
});

test("each try of a notification replaces the one before on the device", async () => {
  const one = await ready();
  await one.send();
  await one.send(2);
  const other = await ready();
  await other.send();
  const topics = [...one.pushed, ...other.pushed].map(({ topic }) => topic);
  expect(topics[0]).toBe(topics[1]);
  expect(topics[2]).not.toBe(topics[0]);
  for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/);
});
