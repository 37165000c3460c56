import { accounts, notifications, wallet } from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLES } from "@voltmarg/testkit/message-examples";
import { fcmError, startFcm, type Fcm } from "@voltmarg/testkit/fcm";
import { START, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  startPushService,
  type PushAnswer,
  type PushService,
} from "@voltmarg/testkit/push-service";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { rows, sql } from "../../../platform/database/database.ts";
import { createOutbound } from "../../../platform/http/outbound.ts";
import { newWebPushKeys } from "../../../platform/config/web-push-keys.ts";
import { createNotices } from "../notices.ts";
import { createWebPush } from "./web-push.ts";

const keys = newWebPushKeys();
const clock = { now: () => 0 };
let browsers: PushService;
let fcm: Fcm;
let world: Harness;
beforeAll(async () => {
  browsers = await startPushService({ now: () => clock.now(), senderKey: keys.publicKey });
  fcm = await startFcm();
  const env = {
    WEB_PUSH_PUBLIC_KEY: keys.publicKey,
    WEB_PUSH_PRIVATE_KEY: keys.privateKey,
    WEB_PUSH_SUBJECT: "mailto:push@voltmarg.example",
    ...fcm.env,
  };
  world = await startHarness({ locations: 60, env });
  clock.now = () => world.clock.now().getTime();
});
afterAll(async () => {
  await world.stop();
  await browsers.close();
  await fcm.close();
});
afterEach(() => {
  browsers.answerBy(() => null);
  fcm.answerBy(() => null);
});

async function tell(driver: Driver, key: string, of: keyof typeof EXAMPLES = "BILL_READY") {
  const { database, service } = world;
  const notices = createNotices({ database, clock: world.clock, outbox: service.outbox });
  const subject = { type: of.startsWith("TRIP") ? "TRIP" : "BILL", id: key } as const;
  const told = { userId: driver.id, key, said: EXAMPLES[of], subject };
  await database.transact((tx) => notices.notify(tx, told));
  const { body } = await world.call(notifications.listNotifications, { token: driver.token });
  return body.content.find((each) => each.subject.id === key)!.id;
}
const registerBrowser = async (driver: Driver, { token }: { token: string }) =>
  world.call(notifications.registerPushyDevice, {
    params: { id: driver.id },
    body: { device_token: token },
    token: driver.token,
  });
const registerNative = (driver: Driver, token: string) =>
  world.call(notifications.registerDevice, {
    params: { id: driver.id, token },
    token: driver.token,
  });
/** A driver with a browser that may be told. */
async function withBrowser() {
  const driver = await world.signUp();
  const browser = browsers.subscribe();
  await registerBrowser(driver, browser);
  const got = () => browsers.pushed.filter(({ device }) => device === browser.device);
  return { driver, browser, got };
}
const devicesOf = async ({ id }: Driver) =>
  (
    await rows(
      world.database.db,
      sql<{
        token: string;
      }>`select token from device_token where user_id = ${id} order by registered_at, token`,
    )
  ).map(({ token }) => token);
/** Answers the first request for a device like this, the others 201. */
const firstIs = (answer: PushAnswer) => {
  let answered = false;
  browsers.answerBy(() => {
    const mine = answered ? null : answer;
    answered = true;
    return mine;
  });
};
const seconds = (from: number) => (pushed: { at: number }) => (pushed.at - from) / 1000;

describe("[N-5] a browser", () => {
  test("gets an opaque id and where to lead, encrypted for it and signed by us, and nothing else", async () => {
    const { driver, got } = await withBrowser();
    const bill = await tell(driver, "b1", "BILL_READY");
    const fee = await tell(driver, "b2", "PARKING_FEE");
    const stopped = await tell(driver, "b3", "CHARGE_STOPPED");
    const lost = await tell(driver, "trp_1", "TRIP_STOP_LOST");
    await world.drain();
    const byId = new Map(got().map((each) => [(each.payload as { id: string }).id, each]));
    expect([...byId.keys()].toSorted()).toEqual([bill, fee, stopped, lost].toSorted());
    for (const each of got()) {
      expect(each.faults).toEqual([]);
      expect(notifications.PushPayload.parse(each.payload)).toEqual(each.payload);
      expect(each.ttl).toBe(3600);
      expect(each.topic).toMatch(/^[\w-]{32}$/);
    }
    expect(byId.get(bill)!.payload).toEqual({ id: bill, redirectTo: "charging_summary" });
    expect(byId.get(fee)!.payload).toEqual({ id: fee, redirectTo: "active_session" });
    expect(byId.get(stopped)!.payload).toEqual({ id: stopped });
    expect(byId.get(lost)!.payload).toEqual({ id: lost, redirectTo: "trip", trip_id: "trp_1" });
    expect(byId.get(bill)!.urgency).toBe("normal");
    expect(byId.get(fee)!.urgency).toBe("high");
    expect(new Set(got().map(({ topic }) => topic)).size).toBe(4);
    // The key to subscribe with is public.
    const { body } = await world.call(wallet.getEmspConfig, { params: { id: "default" } });
    expect(body.data.web_push_key).toBe(keys.publicKey);
  });

  test.each([404, 410])(
    "that answers %i is forgotten at once, another of the driver's is not",
    async (status) => {
      const { driver, browser, got } = await withBrowser();
      const other = browsers.subscribe();
      await registerBrowser(driver, other);
      browsers.answerBy(({ device }) => (device === browser.device ? { status } : null));
      await tell(driver, "a");
      await world.drain();
      expect(got()).toHaveLength(1);
      expect(await devicesOf(driver)).toHaveLength(1);
      await tell(driver, "b");
      await world.pass(1200, 300);
      expect(got()).toHaveLength(1);
      expect(browsers.pushed.filter(({ device }) => device === other.device)).toHaveLength(2);
    },
  );

  test.each([
    ["seconds", () => "120", 120],
    ["a date", () => new Date(world.clock.now().getTime() + 90_000).toUTCString(), 90],
  ])("that says 429 with %s is left alone until then, for everything", async (_, after, wait) => {
    const { driver, got } = await withBrowser();
    firstIs({ status: 429, headers: { "retry-after": after() } });
    const from = clock.now();
    await tell(driver, "a");
    await world.drain();
    await tell(driver, "b");
    await world.pass(wait - 1, wait - 1);
    expect(got()).toHaveLength(1);
    await world.pass(2, 1);
    expect(got().map(seconds(from))).toEqual([0, wait, wait]);
    expect(got().map(({ status }) => status)).toEqual([429, 201, 201]);
  });

  test("that fails is retried, each time later, and not sent twice", async () => {
    const { driver, got } = await withBrowser();
    let broken = 4;
    browsers.answerBy(() => (broken-- > 0 ? { status: 503 } : null));
    const from = clock.now();
    const id = await tell(driver, "a");
    await world.drain();
    await world.pass(200, 5);
    expect(got().map(seconds(from))).toEqual([0, 5, 15, 35, 75]);
    expect(got().map(({ status }) => status)).toEqual([503, 503, 503, 503, 201]);
    expect(new Set(got().map(({ topic }) => topic)).size).toBe(1);
    for (const each of got()) expect(each.payload).toMatchObject({ id });
  });

  test("that refuses the size gets an empty push", async () => {
    const { driver, got } = await withBrowser();
    browsers.answerBy(({ payload }) => (payload === null ? null : { status: 413 }));
    await tell(driver, "a");
    await world.pass(60, 30);
    expect(got().map(({ status }) => status)).toEqual([413, 201]);
    expect(got()[1]).toMatchObject({ payload: null, faults: [], topic: got()[0]!.topic });
  });

  test("that never answers is given up when the notice is old", async () => {
    const { driver, got } = await withBrowser();
    browsers.answerBy(() => ({ status: 500 }));
    await tell(driver, "a", "PARKING_FEE");
    await world.pass(2 * 3600, 300);
    const tries = got().length;
    expect(tries).toBeGreaterThan(5);
    await world.pass(3600, 600);
    expect(got()).toHaveLength(tries);
    expect(await devicesOf(driver)).toHaveLength(1);
  });

  test("gets nothing in quiet hours that can wait, and nothing that was read or switched off meanwhile", async () => {
    const { driver, got } = await withBrowser();
    const me = async () => ({
      token: (
        await world.call(accounts.refreshToken, {
          query: { grant_type: "refresh_token", refresh_token: driver.refresh },
        })
      ).body.access_token,
    });
    const ist = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(11, 16);
    const quiet_hours = { from: ist(clock.now() - 60_000), until: ist(clock.now() + 3_600_000) };
    await world.call(notifications.updateNotificationPreferences, {
      body: { quiet_hours },
      token: driver.token,
    });
    const waits = await tell(driver, "a");
    const read = await tell(driver, "b");
    await tell(driver, "c", "WALLET_LOW");
    const urgent = await tell(driver, "d", "CHARGER_FREE");
    await world.drain();
    expect(got().map(({ payload }) => payload)).toEqual([{ id: urgent }]);
    await world.call(notifications.markNotification, {
      params: { id: read },
      body: { read: true },
      token: driver.token,
    });
    await world.pass(1800, 600);
    await world.call(notifications.updateNotificationPreferences, {
      body: { kinds: [{ kind: "WALLET_LOW", channels: { PUSH: false } }] },
      ...(await me()),
    });
    expect(got()).toHaveLength(1);
    await world.pass(2400, 300);
    expect(
      got()
        .slice(1)
        .map(({ payload }) => payload),
    ).toEqual([{ id: waits, redirectTo: "charging_summary" }]);
  });

  test("gets nothing after its driver has signed out there", async () => {
    const { driver, got } = await withBrowser();
    await world.call(accounts.logout, { token: driver.token });
    const { database, service } = world;
    const notices = createNotices({ database, clock: world.clock, outbox: service.outbox });
    const subject = { type: "WALLET", id: null } as const;
    await database.transact((tx) =>
      notices.notify(tx, {
        userId: driver.id,
        key: "x",
        said: { of: "WALLET_LOW" },
        subject,
      }),
    );
    await world.drain();
    expect(got()).toEqual([]);
    expect(await devicesOf(driver)).toEqual([]);
  });
});

describe("[A-7] devices", () => {
  test("are stored for their driver: the newest ten, each for its last driver", async () => {
    const owner = await world.signUp();
    const other = await world.signUp();
    for (let i = 0; i < 12; i++) {
      await registerNative(owner, `fcm:device-number-${i}`);
      world.clock.advance(1000);
    }
    await registerNative(owner, "fcm:device-number-11");
    await registerNative(other, "fcm:device-number-10");
    const browser = browsers.subscribe();
    await registerBrowser(other, browser);
    await registerBrowser(other, { token: JSON.stringify({ ...JSON.parse(browser.token), x: 1 }) });
    expect(await devicesOf(owner)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 11].map((i) => `fcm:device-number-${i}`),
    );
    const [native, web, ...more] = await devicesOf(other);
    expect([native, more]).toEqual(["fcm:device-number-10", []]);
    const { endpoint, keys: own } = JSON.parse(browser.token) as { endpoint: string; keys: object };
    expect(JSON.parse(web!)).toEqual({ endpoint, keys: own });
  });

  test("a subscription leads to push services of browsers only, and has keys", async () => {
    const driver = await world.signUp();
    const { endpoint, keys: own } = JSON.parse(browsers.subscribe().token) as {
      endpoint: string;
      keys: { p256dh: string; auth: string };
    };
    const wrong = [
      { endpoint: endpoint.replace("https:", "http:"), keys: own },
      { endpoint: "https://10.0.0.7/push", keys: own },
      { endpoint: "https://169.254.169.254/latest/meta-data", keys: own },
      { endpoint: "https://fcm.googleapis.com.evil.example/x", keys: own },
      { endpoint: "https://evilpush.apple.com.example/x", keys: own },
      { endpoint: "https://user@fcm.googleapis.com/x", keys: own },
      { endpoint: "https://127.0.0.1.nip.io/x", keys: own },
      { endpoint: "https://fcm.googleapis.com/x", keys: { ...own, auth: "AAAA" } },
      { endpoint: "https://fcm.googleapis.com/x", keys: { ...own, p256dh: "BAAA" } },
      { endpoint: "https://fcm.googleapis.com/x" },
      { endpoint: 7, keys: own },
      { endpoint: null, keys: null },
    ];
    for (const each of wrong) {
      const refused = await world.refused(notifications.registerPushyDevice, {
        params: { id: driver.id },
        body: { device_token: JSON.stringify(each) },
        token: driver.token,
      });
      expect([each, refused.body.code]).toEqual([each, "INVALID_INPUT"]);
    }
    expect(await devicesOf(driver)).toEqual([]);
    for (const host of [
      "fcm.googleapis.com",
      "updates.push.services.mozilla.com",
      "web.push.apple.com",
      "wns2-pn1p.notify.windows.com",
    ])
      await registerBrowser(driver, {
        token: JSON.stringify({ endpoint: `https://${host}/x`, keys: own }),
      });
    expect(await devicesOf(driver)).toHaveLength(4);
  });

  test("a push service's name that leads to this machine or a private net is not called in PROD", async () => {
    const { token } = browsers.subscribe();
    const { keys: own } = JSON.parse(token) as { keys: object };
    for (const address of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"]) {
      const before = browsers.pushed.length;
      const send = createWebPush({
        settings: { ...keys, subject: "mailto:push@voltmarg.example" },
        hosts: { named: ["push.example"], loopback: false },
        outbound: createOutbound("PROD", ((
          _host: string,
          _options: object,
          callback: (...told: unknown[]) => void,
        ) => callback(null, [{ address, family: address.includes(":") ? 6 : 4 }])) as never),
        clock: fakeClock(START),
      });
      const port = new URL(browsers.url).port;
      const named = JSON.stringify({ endpoint: `https://push.example:${port}/push/x`, keys: own });
      const verdict = await send({
        token: named,
        payload: { id: "ntf_1" },
        topic: "t",
        urgent: false,
        seconds: 60,
      });
      expect([address, verdict.is]).toEqual([address, "gone"]);
      const loopback = JSON.parse(token) as { endpoint: string };
      expect(
        (
          await send({
            token: JSON.stringify(loopback),
            payload: null,
            topic: "t",
            urgent: false,
            seconds: 60,
          })
        ).is,
      ).toBe("gone");
      expect(browsers.pushed).toHaveLength(before);
    }
  });
});

describe("[N-5] the native apps", () => {
  let count = 0;
  const withPhone = async () => {
    const driver = await world.signUp();
    const token = `fcm-token-of-phone-${++count}`;
    await registerNative(driver, token);
    return { driver, token, got: () => fcm.sent.filter((each) => each.token === token) };
  };

  test("get the same id and where to lead, and no words but the names of theirs", async () => {
    const { driver, got } = await withPhone();
    const id = await tell(driver, "a");
    await world.drain();
    const [message, ...more] = got();
    expect(more).toEqual([]);
    expect(message!.data).toEqual({ id, redirectTo: "charging_summary" });
    // Whose app it is, and the name of a sentence that stands in the apps, in each phone's language.
    const words = { title: world.config.party.name, text: "push_charging_summary" };
    expect(message).not.toHaveProperty("notification");
    expect(message!.android!.notification).toMatchObject({
      title: words.title,
      body_loc_key: words.text,
    });
    expect(message!.apns!.payload).toEqual({
      aps: { alert: { title: words.title, "loc-key": words.text } },
    });
    expect(JSON.stringify(message)).not.toMatch(/Koramangala|₹/);
    const tag = message!.android!.notification!.tag!;
    expect(message).toMatchObject({
      android: { ttl: "3600s", priority: "NORMAL", collapse_key: tag },
      apns: { headers: { "apns-priority": "5", "apns-collapse-id": tag } },
    });
    expect(tag.length).toBeLessThanOrEqual(64);
    // One access token serves many.
    const grants = fcm.grants();
    await tell(driver, "b", "WALLET_LOW");
    await world.drain();
    expect([got().length, fcm.grants()]).toEqual([2, grants]);
    expect(got()[1]!.android!.notification!.body_loc_key).toBe("push_notifications");
  });

  test.each([
    [fcmError(404, "UNREGISTERED"), 0],
    [fcmError(403, "SENDER_ID_MISMATCH"), 0],
    [fcmError(400, "INVALID_ARGUMENT", "message.token"), 0],
    // Not the token's fault: it stays.
    [fcmError(400, "INVALID_ARGUMENT", "message.data"), 1],
    [{ status: 404, body: { error: { status: "NOT_FOUND" } } }, 1],
    [fcmError(401, "THIRD_PARTY_AUTH_ERROR"), 1],
  ])("%# a token is given up when Google says it is the token", async (answer, left) => {
    const { driver, token, got } = await withPhone();
    fcm.answerBy((message) => (message.token === token ? answer : null));
    await tell(driver, "a");
    await world.pass(120, 60);
    expect(got()).toHaveLength(1);
    expect(await devicesOf(driver)).toHaveLength(left);
  });

  test("are waited for as Google asks, and after a minute where it does not say", async () => {
    const { driver, token, got } = await withPhone();
    const answers = [
      { ...fcmError(503, "UNAVAILABLE"), headers: { "retry-after": "30" } },
      fcmError(429, "QUOTA_EXCEEDED"),
    ];
    fcm.answerBy((message) => (message.token === token ? (answers.shift() ?? null) : null));
    await tell(driver, "a");
    await world.drain();
    await world.pass(29, 29);
    expect(got()).toHaveLength(1);
    await world.pass(1, 1);
    expect(got()).toHaveLength(2);
    await world.pass(59, 59);
    expect(got()).toHaveLength(2);
    await world.pass(1, 1);
    expect(got()).toHaveLength(3);
  });

  test("for iOS are made known to Firebase by Apple's token, once; one it does not take is given up", async () => {
    const driver = await world.signUp();
    const token = "a1b2c3d4".repeat(8);
    await registerNative(driver, token);
    const before = fcm.imports();
    await tell(driver, "a");
    await world.drain();
    await tell(driver, "b");
    await world.drain();
    const got = fcm.sent.filter((each) => each.token === `imported:${token}`);
    expect(got).toHaveLength(2);
    expect(got[0]!.apns!.headers!["apns-collapse-id"]).not.toBe(
      got[1]!.apns!.headers!["apns-collapse-id"],
    );
    expect(fcm.imports()).toBe(before + 1);
    expect(fcm.sent.some((each) => each.token === token)).toBe(false);
    await registerNative(driver, "00b2c3d4".repeat(8));
    await tell(driver, "c");
    await world.drain();
    expect(await devicesOf(driver)).toEqual([token]);
  });

  test("are reached again after Google has forgotten our access", async () => {
    const { driver, got } = await withPhone();
    await tell(driver, "a");
    await world.drain();
    fcm.forget();
    await tell(driver, "b");
    await world.pass(10, 5);
    expect(got()).toHaveLength(2);
    // And when it is over by itself.
    const grants = fcm.grants();
    world.clock.advance(3600_000);
    const again = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: driver.refresh },
    });
    await tell({ ...driver, token: again.body.access_token }, "c");
    await world.drain();
    expect([got().length, fcm.grants()]).toEqual([3, grants + 1]);
  });
});
