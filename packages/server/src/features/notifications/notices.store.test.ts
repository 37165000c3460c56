import { notifications } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { EXAMPLES } from "@voltmarg/testkit/message-examples";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { rows, sql } from "../../platform/database/database.ts";
import { KIND_OF, KINDS, type Channel, type Kind } from "./kinds.ts";
import { createNotices, wordsOfNotice } from "./notices.ts";
import {
  claimMail,
  claimPush,
  findNotice,
  findStanding,
  insertNotice,
  isStillWanted,
  markNotice,
  putWish,
} from "./notices.store.ts";
import { messagesTo, insertSent } from "./notifications.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const after = (ms: number) => new Date(START.getTime() + ms);
let made = 0;
/** A driver nobody was before, and how they are told. */
function driver() {
  const userId = `usr_told_${++made}`;
  const clock = fakeClock(START);
  const queued: [topic: string, payload: unknown, due: Date][] = [];
  const { database } = world;
  const outbox = {
    enqueue: async (_tx: unknown, topic: string, payload: unknown, due: Date) =>
      void queued.push([topic, payload, due]),
  } as unknown as Parameters<typeof createNotices>[0]["outbox"];
  const notices = createNotices({ database, clock, outbox });
  const insert = (id: string, kind: Kind = "BILL_READY", at = START) =>
    database.transact((tx) =>
      insertNotice(tx, {
        user_id: userId,
        id,
        kind,
        key: id,
        title: "A title",
        body: "A text",
        said: null,
        subject_type: "BILL",
        subject_id: id,
        created_at: at,
        push_due_at: at,
        mail_due_at: null,
      }),
    );
  const wish = (kind: Kind, channel: Channel, wanted: boolean) =>
    database.transact((tx) => putWish(tx, userId, { kind, channel, wanted }));
  const notice = (key: string, of: keyof typeof EXAMPLES = "BILL_READY") => ({
    userId,
    key,
    said: EXAMPLES[of],
    subject: { type: "BILL", id: key } as const,
  });
  return { userId, clock, queued, notices, insert, wish, notice };
}

test("[R-26] a notification is handed on once, and only while it is unread and wanted on that channel", async () => {
  const { userId, insert, wish } = driver();
  const { db, transact } = world.database;
  const wanted = (id: string, channel: Channel) => isStillWanted(db, { userId, id, channel });
  const push = async (id: string) =>
    (await transact((tx) => claimPush(tx, userId, id, after(5))))?.pushed_at ?? null;
  for (const id of ["read", "off", "good", "other-kind"])
    await insert(id, id === "off" ? "WALLET_LOW" : "BILL_READY");
  await markNotice(db, userId, "read", after(1));
  await wish("WALLET_LOW", "PUSH", false);
  await wish("BILL_READY", "PUSH", true);
  await wish("BILL_READY", "MAIL", false);
  expect(await Promise.all(["read", "off", "good"].map((id) => wanted(id, "PUSH")))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await Promise.all(["read", "off", "good"].map((id) => wanted(id, "MAIL")))).toEqual([
    false,
    true,
    false,
  ]);
  expect(await isStillWanted(db, { userId: "usr_other", id: "good", channel: "PUSH" })).toBe(false);
  expect([await push("read"), await push("off"), await push("good"), await push("good")]).toEqual([
    null,
    null,
    after(5),
    null,
  ]);
  expect(await findNotice(db, userId, "other-kind")).toMatchObject({ pushed_at: null });
});

test("[R-26] a notification is handed to the mailbox once, and no other is", async () => {
  const { userId, insert } = driver();
  const { db, transact } = world.database;
  await insert("a");
  await insert("b");
  const mail = (id: string) => transact((tx) => claimMail(tx, userId, id, after(5)));
  expect(await mail("a")).toMatchObject({ id: "a", mailed_at: after(5) });
  expect(await mail("a")).toBeNull();
  expect(await findNotice(db, userId, "b")).toMatchObject({ mailed_at: null });
});

test("[R-26] notices of one moment are listed in one order, page by page, and no other driver's are among them", async () => {
  const { userId, insert, notices } = driver();
  const other = driver();
  await other.insert("theirs");
  for (const id of ["a", "b", "c"]) await insert(id);
  await insert("old", "BILL_READY", after(-1));
  await markNotice(world.database.db, userId, "b", after(1));
  const list = async (query: { unread?: boolean; pageNo?: number; pageSize?: number }) => {
    const { content, total_elements, unread } = await notices.list(userId, "en", query);
    return [content.map(({ id }) => id).join(""), total_elements, unread];
  };
  expect(await list({})).toEqual(["cbaold", 4, 3]);
  expect(await list({ pageSize: 2 })).toEqual(["cb", 4, 3]);
  expect(await list({ pageNo: 1, pageSize: 2 })).toEqual(["aold", 4, 3]);
  expect(await list({ unread: true })).toEqual(["caold", 3, 3]);
  expect(await list({ unread: true, pageNo: 1, pageSize: 2 })).toEqual(["old", 3, 3]);
  expect(await notices.markAll(userId)).toBe(3);
  expect(await notices.markAll(userId)).toBe(0);
  expect(await list({ unread: true })).toEqual(["", 0, 0]);
  expect((await other.notices.list(other.userId, "en", {})).unread).toBe(1);
});

test("[R-26] a list without a size has twenty on its first page", async () => {
  const { userId, insert, notices } = driver();
  for (let n = 10; n < 31; n++) await insert(`n${n}`);
  const first = await notices.list(userId, "en", {});
  expect([first.content.length, first.content[0]!.id, first.total_pages]).toEqual([20, "n30", 2]);
});

test("[R-26] a driver is told each thing once, also where many are told at once", async () => {
  const { userId, notices, notice, queued } = driver();
  const { db, transact } = world.database;
  await transact((tx) => notices.notifyAll(tx, []));
  expect(await transact((tx) => notices.notify(tx, notice("a")))).toBe(true);
  expect(await transact((tx) => notices.notify(tx, notice("a", "WALLET_LOW")))).toBe(false);
  await transact((tx) => notices.notifyAll(tx, [notice("a"), notice("b"), notice("c")]));
  const { content } = await notices.list(userId, "en", {});
  expect(new Set(content.map(({ subject }) => subject.id))).toEqual(new Set(["a", "b", "c"]));
  expect(queued.map(([topic, , due]) => [topic, due])).toEqual(
    Array(3).fill(["notice.push", START]),
  );
  expect((await findStanding(db, userId, ["a", "z", "c"])).told.toSorted()).toEqual(["a", "c"]);
  expect(await findStanding(db, "usr_nobody", ["a"])).toEqual({
    wishes: [],
    quiet: null,
    told: [],
    closed: false,
  });
});

test("[R-26] each channel is queued where it is wanted, and by itself only push is", async () => {
  const { userId, notices, notice, wish, queued } = driver();
  const told = async (key: string) => {
    queued.length = 0;
    await world.database.transact((tx) => notices.notify(tx, notice(key)));
    return queued.map(([topic, payload]) => [topic, (payload as { userId: string }).userId]);
  };
  expect(await told("a")).toEqual([["notice.push", userId]]);
  await wish("BILL_READY", "MAIL", true);
  expect(await told("b")).toEqual([
    ["notice.push", userId],
    ["notice.mail", userId],
  ]);
  await wish("BILL_READY", "PUSH", false);
  expect(await told("c")).toEqual([["notice.mail", userId]]);
  await wish("BILL_READY", "MAIL", false);
  expect(await told("d")).toEqual([]);
  expect((await notices.list(userId, "en", {})).total_elements).toBe(4);
});

test("[R-26] quiet hours delay what can wait, and nothing that is useless later", async () => {
  const { userId, notices, notice, queued } = driver();
  // It is noon in India.
  await notices.change(userId, { quiet_hours: { from: "11:00", until: "13:00" } });
  const urgent = [];
  const seen = new Set<Kind>();
  for (const of of Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[]) {
    queued.length = 0;
    await world.database.transact((tx) => notices.notify(tx, notice(of, of)));
    const kind = KIND_OF[of];
    if (!seen.has(kind) && queued[0]![2].getTime() === START.getTime()) urgent.push(kind);
    seen.add(kind);
  }
  expect(seen.size).toBe(notifications.NotificationKind.options.length);
  const all: Kind[] = [
    "PARKING_FEE",
    "CHARGE_UNCLEAR",
    "START_FAILED",
    "CHARGER_FREE",
    "TRIP_STOP_LOST",
    "TRIP_STOP_TAKEN",
    "BREACH",
  ];
  expect(urgent.toSorted()).toEqual(all.toSorted());
  const { kinds } = await notices.preferences(userId);
  expect(
    kinds
      .filter((each) => each.urgent)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(all.toSorted());
});

test("[R-26] a tap leads to the charging session, the bill or the trip that it is about", () => {
  expect(
    Object.fromEntries(Object.entries(KINDS).map(([kind, { redirectTo }]) => [kind, redirectTo])),
  ).toEqual({
    CHARGE_STARTED: "active_session",
    LIMIT_NEAR: "active_session",
    PARKING_FEE: "active_session",
    CHARGE_UNCLEAR: "active_session",
    CHARGE_STOPPED: undefined,
    BILL_READY: "charging_summary",
    START_FAILED: undefined,
    CHARGER_FREE: undefined,
    TRIP_STOP_LOST: "trip",
    TRIP_STOP_TAKEN: "trip",
    WALLET_LOW: undefined,
    PAYMENT_DISPUTED: undefined,
    TICKET_ANSWERED: undefined,
    TICKET_RECEIVED: undefined,
    TICKET_ESCALATED: undefined,
    ACCOUNT_UNUSED: undefined,
    BREACH: undefined,
  });
});

test("[R-26] a change of one setting leaves all others as they are", async () => {
  const { userId, notices } = driver();
  await notices.change(userId, { quiet_hours: { from: "22:05", until: "07:10" }, language: "hi" });
  const off = await notices.change(userId, {
    kinds: [
      { kind: "WALLET_LOW", channels: { MAIL: true } },
      { kind: "LIMIT_NEAR", channels: { PUSH: false } },
    ],
  });
  const of = (told: typeof off, kind: Kind) =>
    told.kinds.find((each) => each.kind === kind)!.channels;
  expect([of(off, "WALLET_LOW"), of(off, "LIMIT_NEAR"), of(off, "BILL_READY")]).toEqual([
    { PUSH: true, MAIL: true },
    { PUSH: false, MAIL: false },
    { PUSH: true, MAIL: false },
  ]);
  expect([off.quiet_hours, off.language]).toEqual([{ from: "22:05", until: "07:10" }, "hi"]);
  const on = await notices.change(userId, {
    kinds: [{ kind: "LIMIT_NEAR", channels: { PUSH: true } }],
  });
  expect([of(on, "LIMIT_NEAR"), of(on, "WALLET_LOW")]).toEqual([
    { PUSH: true, MAIL: false },
    { PUSH: true, MAIL: true },
  ]);
  const loud = await notices.change(userId, { quiet_hours: null, language: "ur" });
  expect([loud.quiet_hours, loud.language]).toEqual([null, "ur"]);
  expect(await notices.preferences(userId)).toEqual(loud);
  expect((await notices.preferences("usr_nobody")).language).toBe("en");
});

test("[N-4] what an earlier release stored in English is shown in English", async () => {
  const { userId, insert } = driver();
  await insert("a");
  const row = (await findNotice(world.database.db, userId, "a"))!;
  expect(wordsOfNotice(row, "hi")).toEqual({ title: "A title", text: "A text", language: "en" });
  const told = wordsOfNotice({ ...row, said: EXAMPLES.WALLET_LOW }, "hi");
  expect(told).toMatchObject({ language: "hi", title: expect.stringMatching(/[\u0900-\u097F]/) });
});

test("what was sent in a demonstration is listed newest first, each message once, of one recipient or of all", async () => {
  const { db } = world.database;
  const send = (id: string, to: string, ms: number) =>
    insertSent(db, { id, channel: "push", to, text: id, at: after(ms) });
  await send("m1", "usr_a", 1);
  await send("m2", "usr_a", 2);
  await send("m3", "usr_a", 2);
  await send("m3", "usr_b", 9);
  await send("m4", "usr_b", 3);
  const texts = async (to?: string) => (await messagesTo(db, to)).map(({ text }) => text);
  expect(await texts("usr_a")).toEqual(["m3", "m2", "m1"]);
  expect(await texts("usr_b")).toEqual(["m4"]);
  expect(await texts()).toEqual(["m4", "m3", "m2", "m1"]);
  expect(await rows(db, sql<object>`select code from sent_message where id = 'm1'`)).toEqual([
    { code: null },
  ]);
});
