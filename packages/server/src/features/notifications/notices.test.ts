import { accounts, charging, notifications } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { EXAMPLES } from "@voltmarg/testkit/message-examples";
import { rows, sql } from "../../platform/database/database.ts";
import { createNotices } from "./notices.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 60 });
});
afterAll(() => world.stop());

const list = async ({ token }: Driver, query: object = {}) =>
  (await world.call(notifications.listNotifications, { token, query })).body;
const kinds = async (driver: Driver) =>
  (await list(driver, { page_size: 100 })).content.map(({ kind }) => kind);
const change = async ({ token }: Driver, body: object) =>
  (await world.call(notifications.updateNotificationPreferences, { token, body })).body.data;

/** The same driver some time later: access tokens end after ten minutes. */
async function again(driver: Driver): Promise<Driver> {
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: driver.refresh },
  });
  return { ...driver, token: body.access_token, refresh: body.refresh_token };
}

/** What any feature does to tell a driver something. */
async function tell(driver: Driver, key: string, of: keyof typeof EXAMPLES = "BILL_READY") {
  const notices = createNotices({
    database: world.database,
    clock: world.clock,
    outbox: world.service.outbox,
  });
  return world.database.transact((tx) =>
    notices.notify(tx, {
      userId: driver.id,
      key,
      said: EXAMPLES[of],
      subject: { type: "BILL", id: key },
    }),
  );
}
/** From when on which channel may carry it. */
const due = async (driver: Driver, key: string) => {
  const [row] = await rows(
    world.database.db,
    sql<{ push_due_at: Date | null; mail_due_at: Date | null }>`
      select push_due_at, mail_due_at from notification where user_id = ${driver.id} and key = ${key}`,
  );
  return [row?.push_due_at?.toISOString() ?? null, row?.mail_due_at?.toISOString() ?? null];
};

async function charge(
  driver: Driver,
  chosen: object,
  fits: (kw: number) => boolean = () => true,
): Promise<string> {
  const plug = await world.freePlug(driver, ({ connector }) => fits(connector.powerInKwh ?? 0));
  const body = {
    location_id: plug.location.id,
    evse_uid: plug.evse.uid,
    connector_id: plug.connector.id,
    estimation_info: chosen,
  };
  return (await world.call(charging.startSession, { body, token: driver.token })).body.data.id;
}

describe("the list of notifications", () => {
  test("[R-26] shows notices newest first, by pages, with the number of unread ones", async () => {
    const driver = await world.signUp();
    expect(await list(driver)).toMatchObject({ content: [], total_elements: 0, unread: 0 });
    for (const key of ["a", "b", "c"]) {
      expect(await tell(driver, key)).toBe(true);
      world.clock.advance(1000);
    }
    expect(await tell(driver, "a")).toBe(false);
    const first = await list(driver, { page_size: 2 });
    expect(first).toMatchObject({ total_elements: 3, total_pages: 2, unread: 3 });
    expect(first.content.map(({ subject }) => subject.id)).toEqual(["c", "b"]);
    expect((await list(driver, { page_size: 2, page_no: 1 })).content).toMatchObject([
      { kind: "BILL_READY", title: "Your bill is ready", subject: { id: "a" }, read_at: null },
    ]);
  });

  test("[R-26] one is marked read and unread, and all at once; others do not change", async () => {
    const driver = await world.signUp();
    for (const key of ["a", "b", "c"]) await tell(driver, key);
    const { id } = (await list(driver)).content[1]!;
    const mark = async (read: boolean) =>
      (
        await world.call(notifications.markNotification, {
          params: { id },
          body: { read },
          token: driver.token,
        })
      ).body.data.read_at;
    const read = await mark(true);
    expect(read).toBe(world.clock.now().toISOString());
    world.clock.advance(5000);
    expect(await mark(true)).toBe(read);
    const unread = await list(driver, { state: "UNREAD" });
    expect(unread).toMatchObject({ total_elements: 2, unread: 2 });
    expect(unread.content.map((each) => each.id)).not.toContain(id);
    expect(await mark(false)).toBe(null);
    expect((await list(driver)).unread).toBe(3);
    await mark(true);
    const all = await world.call(notifications.markAllNotifications, { token: driver.token });
    expect(all.body.data).toEqual({ marked: 2 });
    expect((await list(driver)).unread).toBe(0);
  });

  test("[R-26] each kind can be switched off on each channel; quiet hours delay what can wait", async () => {
    const driver = await world.signUp();
    const now = world.clock.now().toISOString();
    const { data } = (
      await world.call(notifications.getNotificationPreferences, { token: driver.token })
    ).body;
    expect(data.quiet_hours).toBe(null);
    expect(data.kinds.map(({ kind }) => kind)).toEqual(notifications.NotificationKind.options);
    expect(data.kinds.every(({ channels }) => channels.PUSH)).toBe(true);
    const mailed = data.kinds.filter(({ channels }) => channels.MAIL);
    expect(mailed.map(({ kind }) => kind)).toEqual(["ACCOUNT_UNUSED"]);
    await tell(driver, "a");
    expect(await due(driver, "a")).toEqual([now, null]);

    const changed = await change(driver, {
      kinds: [{ kind: "BILL_READY", channels: { PUSH: false, MAIL: true } }],
    });
    expect(changed.kinds.find(({ kind }) => kind === "BILL_READY")!.channels).toEqual({
      PUSH: false,
      MAIL: true,
    });
    await tell(driver, "b");
    expect(await due(driver, "b")).toEqual([null, now]);
    await tell(driver, "c", "WALLET_LOW");
    expect(await due(driver, "c")).toEqual([now, null]);

    // It is noon in India.
    const quiet = { from: "11:00", until: "15:30" };
    expect((await change(driver, { quiet_hours: quiet })).quiet_hours).toEqual(quiet);
    await tell(driver, "d");
    expect(await due(driver, "d")).toEqual([null, "2026-11-20T10:00:00.000Z"]);
    await tell(driver, "e", "PARKING_FEE");
    expect((await due(driver, "e"))[0]).toBe(world.clock.now().toISOString());
    // Everything is in the list at once.
    expect((await list(driver)).total_elements).toBe(5);
    expect((await change(driver, { quiet_hours: null })).quiet_hours).toBe(null);
    const wrong = await world.refused(notifications.updateNotificationPreferences, {
      body: { quiet_hours: { from: "25:00", until: "07:00" } },
      token: driver.token,
    });
    expect(wrong.body.code).toBe("INVALID_INPUT");
  });

  test("[N-4] an old notice can be read in any language", async () => {
    const driver = await world.signUp();
    await tell(driver, "a");
    const ask = (accept: string) =>
      world.call(notifications.listNotifications, {
        token: driver.token,
        send: { "accept-language": accept },
      });
    const hindi = await ask("hi-IN");
    expect(hindi.headers.get("content-language")).toBe("hi");
    expect(hindi.headers.get("vary")).toContain("accept-language");
    expect(hindi.body.content[0]).toMatchObject({
      title: "आपका बिल तैयार है",
      text: "Koramangala Hub पर आपकी चार्जिंग का बिल आ गया है।",
      language: "hi",
    });
    expect((await ask("ur")).body.content[0]!.text).toContain("\u2068Koramangala Hub\u2069");
    expect((await ask("en-IN, hi;q=0.9")).body.content[0]!.text).toBe(
      "The bill for your charging at Koramangala Hub has come.",
    );
    // What was told before that was kept is in English, and says so.
    await sql`update notification set said = null where user_id = ${driver.id}`.execute(
      world.database.db,
    );
    const old = await ask("hi");
    expect(old.headers.get("content-language")).toBe("en");
    expect(old.body.content[0]).toMatchObject({ title: "Your bill is ready", language: "en" });
  });

  test("[R-26] notices are sent in English until the app has set another language", async () => {
    const driver = await world.signUp();
    expect((await change(driver, {})).language).toBe("en");
    expect((await change(driver, { language: "ur" })).language).toBe("ur");
    expect((await change(driver, { quiet_hours: null })).language).toBe("ur");
    const wrong = await world.refused(notifications.updateNotificationPreferences, {
      body: { language: "ta" as never },
      token: driver.token,
    });
    expect(wrong.body.code).toBe("INVALID_INPUT");
  });

  test("nobody can read or mark another driver's notices", async () => {
    const owner = await world.signUp();
    const other = await world.signUp();
    await tell(owner, "a");
    expect((await list(other)).total_elements).toBe(0);
    const { id } = (await list(owner)).content[0]!;
    const input = { body: { read: true }, token: other.token };
    const theirs = await world.refused(notifications.markNotification, {
      ...input,
      params: { id },
    });
    const absent = await world.refused(notifications.markNotification, {
      ...input,
      params: { id: "ntf_absent" },
    });
    expect([theirs.status, theirs.body]).toEqual([absent.status, absent.body]);
    await world.call(notifications.markAllNotifications, { token: other.token });
    expect((await list(owner)).unread).toBe(1);
  });
});

describe("a driver is notified", () => {
  test("[S-1] [S-3] [B-3] that a charge started, ended and is billed, each once", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 50_000);
    const id = await charge(driver, { selectedPower: 8, limitBy: "ENERGY" });
    await world.pass(60, 10);
    expect(await kinds(driver)).toEqual(["CHARGE_STARTED"]);
    await world.call(charging.stopSession, { body: { session_id: id }, token: driver.token });
    await world.pass(60, 10);
    const told = (await list(driver)).content;
    expect(told.map(({ kind }) => kind).toSorted()).toEqual([
      "BILL_READY",
      "CHARGE_STARTED",
      "CHARGE_STOPPED",
    ]);
    const of = (kind: string) => told.find((each) => each.kind === kind)!;
    expect(of("CHARGE_STOPPED")).toMatchObject({ subject: { type: "SESSION", id } });
    expect(of("CHARGE_STOPPED").text).toContain("You stopped charging");
    const params = { id: of("BILL_READY").subject.id! };
    const bill = await world.call(charging.getCdr, { params, token: driver.token });
    expect(bill.body.data.session_id).toBe(id);
    // In the list with what stands on it; the same when it is marked as read.
    const { amount_minor, total_energy: kwh } = bill.body.data;
    expect(of("BILL_READY").bill).toEqual({ amount_minor, kwh });
    expect(of("CHARGE_STOPPED").bill).toBeNull();
    const marked = await world.call(notifications.markNotification, {
      params: { id: of("BILL_READY").id },
      body: { read: true },
      token: driver.token,
    });
    expect(marked.body.data.bill).toEqual({ amount_minor, kwh });
    // Nothing of it is told again by what comes later.
    await world.pass(700, 60);
    expect(await kinds(await again(driver))).toHaveLength(3);
    // No amounts on a locked screen.
    for (const { text } of told) expect(text).not.toMatch(/[₹\d]/);
  });

  /** Lets the charge run in steps of so many seconds until its bill is told of; what was told, the oldest first. */
  async function untilBilled(driver: Driver, stepSeconds: number): Promise<string[]> {
    let me = driver;
    for (let minutes = 0; minutes < 60; minutes += 3) {
      if ((await kinds(me)).includes("BILL_READY")) break;
      await world.pass(3 * 60, stepSeconds);
      me = await again(me);
    }
    const told = (await list(me)).content.toReversed();
    expect(told.find(({ kind }) => kind === "CHARGE_STOPPED")!.text).toContain(
      "the limit you chose",
    );
    return told.map(({ kind }) => kind);
  }

  test("[S-7] that the limit is nearly reached, and why the session stopped", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 20_000);
    const slow = (kw: number) => kw > 5 && kw < 11;
    await charge(driver, { selectedTime: 30, limitBy: "TIME" }, slow);
    await world.pass(20, 5);
    const told = await untilBilled(driver, 60);
    expect(told.slice(0, 2)).toEqual(["CHARGE_STARTED", "LIMIT_NEAR"]);
    expect(told.slice(2).toSorted()).toEqual(["BILL_READY", "CHARGE_STOPPED"]);
  });

  test("[B-1] that the wallet is low", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 20_000);
    await charge(driver, { selectedMoney: 120, limitBy: "MONEY" }, (kw) => kw >= 50);
    expect(await untilBilled(driver, 20)).toContain("WALLET_LOW");
  });

  test("[S-1] that a start failed, and whether it cost anything", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    const plug = await world.freePlug(driver);
    const evse_uid = plug.evse.uid;
    await world.control("/control/scenario", { name: "rejects", evse_uid, times: 1 });
    const id = await charge(driver, { selectedPower: 5 });
    await world.drain();
    const { body } = await world.call(charging.getSession, {
      params: { id },
      token: driver.token,
    });
    expect(body.data.status).toBe("FAILED");
    const [told] = (await list(driver)).content;
    expect(told).toMatchObject({ kind: "START_FAILED", subject: { type: "SESSION", id } });
    expect(told!.text).toBe(`${body.data.failure!.message} You were not charged.`);
  });
});
