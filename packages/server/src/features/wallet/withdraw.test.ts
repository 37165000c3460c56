import { databases } from "@voltmarg/testkit/test-databases";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { captureHold, move, placeHold, readBalances, releaseHold } from "./ledger.store.ts";
import { planWithdrawal } from "./plan-withdrawal.ts";
import { closeWallet, reopenWallet, sweepClosed, sweepClosedWallets } from "./close-wallet.ts";
import { createWithdrawal, getWithdrawals, unused, type WithdrawDeps } from "./withdraw.ts";

const START = new Date("2026-11-20T06:30:00Z");
const clock = fakeClock(START);

let database: Database;
let deps: WithdrawDeps & { writeAudit: (...entry: unknown[]) => Promise<void> };
let queued: { topic: string; payload: { userId: string; refundId?: string }; due?: Date }[] = [];
let audited: unknown[] = [];
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 4);
  const enqueue = async (_tx: unknown, topic: string, payload: never, due?: Date) =>
    void queued.push({ topic, payload, ...(due && { due }) });
  deps = {
    database,
    clock,
    logger: createLogger("silent"),
    outbox: { enqueue } as unknown as WithdrawDeps["outbox"],
    writeAudit: async (_tx, ...entry) => void audited.push(entry),
  };
  return async () => {
    await database.close();
    await created.drop();
  };
});

beforeEach(() => {
  [queued, audited] = [[], []];
  clock.set(new Date(START));
});

let drivers = 0;
/** A driver with payments of this many paise, the newest last. */
async function driverWith(...payments: { paid: bigint; source?: string }[]): Promise<string> {
  const userId = `usr_${String(drivers++).padStart(3, "0")}`;
  await sql`select ledger_open_driver(${userId})`.execute(database.db);
  for (const [n, { paid, source = "UPI" }] of payments.entries()) {
    await add(userId, paid, n);
    await sql`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
      values (${userId}, ${`pay_${n}`}, 'top', ${paid}, ${source}, ${new Date(START.getTime() + n)})`.execute(
      database.db,
    );
  }
  return userId;
}
const add = (userId: string, amount: bigint, key: number | string) =>
  move(database.db, {
    scope: userId,
    idem: `add:${key}`,
    kind: "CORRECTION",
    reason: "Added",
    at: START,
    sessionId: null,
    cdrId: null,
    postings: [{ source: ["system", "payments"], destination: [userId, "wallet"], amount }],
  });
const hold = (userId: string, amount: bigint) =>
  placeHold(database.db, { userId, sessionId: "ses", amount, reason: "Held", at: START });
const release = (userId: string) =>
  releaseHold(database.db, { userId, sessionId: "ses", status: "RELEASED", reason: "", at: START });
const owe = (userId: string, total: bigint) =>
  captureHold(database.db, {
    userId,
    sessionId: "ses_debt",
    cdrId: `cdr_${userId}`,
    total,
    gst: 0n,
    reason: "Baner Hub",
    at: START,
  });
const balances = (userId: string) => readBalances(database.db, userId);
const withdraw = (userId: string, asked: bigint | null = null, key: string | null = null) =>
  createWithdrawal(deps, userId, asked, key);
const made = async (userId: string, asked: bigint | null = null, key: string | null = null) => {
  const outcome = await withdraw(userId, asked, key);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
};
const close = (userId: string) =>
  database.transact((tx) => closeWallet(deps, tx, userId, { forGood: true }));
const reopen = (userId: string) => database.transact((tx) => reopenWallet(tx, userId));
const sweep = (userId: string, attempts = 1) => sweepClosed(deps, { userId }, attempts);
const pages = async (userId: string, no: number, size: number) =>
  getWithdrawals(database.db, userId, no, size);
/** Sets the states of the refunds of a driver's only withdrawal, in the order in which they are shown. */
async function settle(userId: string, states: readonly string[]): Promise<void> {
  const [only] = (await pages(userId, 0, 1)).content;
  const found = await sql<{ id: string }>`
    select r.id from withdrawal_refund r join wallet_payment p using (user_id, payment_id)
    where user_id = ${userId} and withdrawal_id = ${only!.id}
    order by r.created_at, p.credited_at desc, r.id`.execute(database.db);
  for (const [n, { id }] of found.rows.entries())
    await sql`update withdrawal_refund set status = ${states[n]}, settled_at = ${START} where id = ${id}`.execute(
      database.db,
    );
}

describe("[B-1] a withdrawal", () => {
  test.each([
    [0n, 0n, 0n],
    [100n, 0n, 100n],
    [100n, -40n, 60n],
    [100n, -100n, 0n],
    [100n, -101n, 0n],
  ])("of a wallet with %s and a debt of %s: %s", (wallet, overdraft, left) => {
    expect(unused({ wallet, overdraft, held: 7n, withdrawing: 9n, goodwill: 0n })).toBe(left);
  });

  test("is of all there is at most, and of ₹1 at least", async () => {
    const id = await driverWith({ paid: 1_000n });
    expect(await withdraw(id, 1_001n)).toMatchObject({
      ok: false,
      reason: "WITHDRAWAL_TOO_LARGE",
      extra: { available_minor: 1_000 },
    });
    expect(await withdraw(id, 99n)).toMatchObject({
      reason: "AMOUNT_TOO_SMALL",
      extra: { least_minor: 100 },
    });
    expect(audited).toEqual([]);
    expect(await made(id, 100n)).toMatchObject({ amount_minor: 100 });
    expect(audited).toEqual([[id, "WITHDRAWAL", { amount_minor: 100 }]]);
    expect(queued).toMatchObject([{ topic: "payment.refund", payload: { userId: id } }]);
    expect(await made(id, 900n)).toMatchObject({ amount_minor: 900, status: "REQUESTED" });
    expect(await withdraw(id)).toMatchObject({ reason: "NOTHING_TO_WITHDRAW" });
    expect(await withdraw(id, 100n)).toMatchObject({ reason: "NOTHING_TO_WITHDRAW" });
    expect(await balances(id)).toMatchObject({ wallet: 0n, withdrawing: 1_000n });
  });

  test("of less than ₹1, when that is all there is, is refused", async () => {
    const id = await driverWith({ paid: 99n });
    expect(await withdraw(id)).toMatchObject({ reason: "AMOUNT_TOO_SMALL" });
  });

  test("is refused where payments do not cover it, by a paisa too", async () => {
    const id = await driverWith({ paid: 1_000n });
    await add(id, 1n, "gift");
    expect(await withdraw(id)).toMatchObject({
      reason: "WITHDRAWAL_NOT_COVERED",
      extra: { refundable_minor: 1_000 },
    });
    expect(await made(id, 1_000n)).toMatchObject({ amount_minor: 1_000 });
  });

  test("pays a debt of the wallet first, and cannot take what is held", async () => {
    const id = await driverWith({ paid: 1_000n });
    await hold(id, 300n);
    await owe(id, 200n);
    expect(await made(id)).toMatchObject({ amount_minor: 500 });
    expect(await balances(id)).toEqual({
      wallet: 0n,
      held: 300n,
      withdrawing: 500n,
      overdraft: 0n,
      goodwill: 0n,
    });
  });

  test("with the key of an earlier one is that one, or refused", async () => {
    const id = await driverWith({ paid: 1_000n });
    const first = await made(id, 400n, "key");
    expect(await made(id, 400n, "key")).toEqual(first);
    expect(await withdraw(id, null, "key")).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    expect(await withdraw(id, 401n, "key")).toMatchObject({ reason: "IDEMPOTENCY_KEY_REUSED" });
    expect((await made(id, 400n, "another")).id).not.toBe(first.id);
    expect(await balances(id)).toMatchObject({ wallet: 200n, withdrawing: 800n });
  });

  test.each<[string[], string]>([
    [["UPI"], "Refund to UPI"],
    [["UPI", "UPI"], "Refund to UPI"],
    [["UPI", "card"], "Refund to card and UPI"],
    [["UPI", "card", "UPI", "net banking"], "Refund to net banking, UPI and card"],
  ])("to payments of %j names each once", async (sources, reason) => {
    const id = await driverWith(...sources.map((source) => ({ paid: 200n, source })));
    await made(id);
    const { rows } = await sql<{ reason: string }>`
      select reason from ledger_transfer where scope = ${id} and kind = 'WITHDRAWAL'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ reason }]);
  });

  test.each<[string[], string, number, number]>([
    [["REQUESTED", "REQUESTED"], "REQUESTED", 0, 0],
    [["REQUESTED", "SENT"], "PROCESSING", 0, 0],
    [["SENT", "SENT"], "PROCESSING", 0, 0],
    [["DONE", "REQUESTED"], "PROCESSING", 600, 0],
    [["DONE", "SENT"], "PROCESSING", 600, 0],
    [["FAILED", "SENT"], "PROCESSING", 0, 600],
    [["DONE", "DONE"], "DONE", 1_000, 0],
    [["DONE", "FAILED"], "PARTLY_FAILED", 600, 400],
    [["FAILED", "FAILED"], "FAILED", 0, 1_000],
  ])("whose refunds are %j is %s: %s paid out, %s returned", async (states, status, ...sums) => {
    const id = await driverWith({ paid: 400n, source: "card" }, { paid: 600n });
    await made(id);
    await settle(id, states);
    const [shown] = (await pages(id, 0, 10)).content;
    const at = START.toISOString();
    expect(shown).toMatchObject({
      status,
      done_minor: sums[0],
      returned_minor: sums[1],
      cause: "REQUEST",
      parts: [600, 400].map((amount_minor, n) => ({
        amount_minor,
        to: n === 0 ? "UPI" : "card",
        status: states[n] === "SENT" ? "PROCESSING" : states[n],
        settled_at: at,
      })),
    });
  });

  test("is listed with its own refunds, newest first, in pages", async () => {
    const id = await driverWith({ paid: 1_000n });
    expect(await pages(id, 0, 2)).toMatchObject({ content: [], total_elements: 0 });
    for (const amount of [100n, 200n, 300n]) {
      await made(id, amount);
      clock.advance(1_000);
    }
    const first = await pages(id, 0, 2);
    expect(first.total_elements).toBe(3);
    expect(first.content.map((each) => each.amount_minor)).toEqual([300, 200]);
    expect(first.content.map(({ parts }) => parts.map((part) => part.amount_minor))).toEqual([
      [300],
      [200],
    ]);
    expect((await pages(id, 1, 2)).content.map((each) => each.amount_minor)).toEqual([100]);
    expect((await pages(id, 2, 2)).content).toEqual([]);
  });

  test("is planned for at most what there is, each destination once", async () => {
    const id = await driverWith({ paid: 400n }, { paid: 300n, source: "card" }, { paid: 300n });
    const plan = (asked: bigint | null) => planWithdrawal(database.db, id, asked);
    for (const asked of [null, 1_000n, 1_001n])
      expect(await plan(asked)).toEqual({
        amount_minor: 1_000,
        parts: [
          { to: "UPI", amount_minor: 700 },
          { to: "card", amount_minor: 300 },
        ],
      });
    expect(await plan(999n)).toMatchObject({ amount_minor: 999 });
    expect(await plan(0n)).toEqual({ amount_minor: 0, parts: [] });
  });
});

describe("[A-6] a closed wallet", () => {
  test("is emptied at once; what is held is looked for from a minute later", async () => {
    const id = await driverWith({ paid: 1_000n }, { paid: 500n, source: "card" });
    await hold(id, 300n);
    await add(id, 50n, "gift");
    expect(await made(id, 100n)).toMatchObject({ amount_minor: 100 });
    clock.advance(1_000);
    queued = [];
    expect(await close(id)).toEqual({
      refunding: 1_250n,
      to: [
        { amount: 400n, source: "card" },
        { amount: 750n, source: "UPI" },
      ],
      held: 300n,
      notCovered: 0n,
    });
    expect(queued.filter(({ topic }) => topic === "wallet.sweep")).toEqual([
      {
        topic: "wallet.sweep",
        payload: { userId: id },
        due: new Date(START.getTime() + 61_000),
      },
    ]);
    const [closing] = (await pages(id, 0, 1)).content;
    expect(closing).toMatchObject({ cause: "CLOSURE", amount_minor: 1_150 });
  });

  test("without held money is not looked at again, and names what no payment covers", async () => {
    const id = await driverWith({ paid: 500n });
    await add(id, 70n, "gift");
    expect(await close(id)).toEqual({
      refunding: 500n,
      to: [{ amount: 500n, source: "UPI" }],
      held: 0n,
      notCovered: 70n,
    });
    expect(queued.map(({ topic }) => topic)).toEqual(["payment.refund"]);
    expect(await close(id)).toEqual({ refunding: 500n, to: [], held: 0n, notCovered: 70n });
    expect(queued).toHaveLength(1);
  });

  test("with held money is looked at after a minute, then twice as late each time, up to six hours", async () => {
    const id = await driverWith({ paid: 1_000n });
    await hold(id, 300n);
    await close(id);
    for (const [attempts, seconds] of [
      [0, 60],
      [1, 120],
      [2, 240],
      [8, 15_360],
      [9, 21_600],
      [30, 21_600],
    ] as const)
      expect(await sweep(id, attempts)).toEqual({ retryAfterSeconds: seconds });
    expect(await balances(id)).toMatchObject({ held: 300n, withdrawing: 700n });
    await release(id);
    expect(await sweep(id, 3)).toBeUndefined();
    expect(await balances(id)).toEqual({
      wallet: 0n,
      held: 0n,
      withdrawing: 1_000n,
      overdraft: 0n,
      goodwill: 0n,
    });
  });

  test("that was opened again is not looked at, although money is held", async () => {
    const id = await driverWith({ paid: 1_000n });
    await hold(id, 300n);
    await close(id);
    await reopen(id);
    await add(id, 100n, "later");
    expect(await sweep(id)).toBeUndefined();
    await sweepClosedWallets(deps);
    expect(await balances(id)).toMatchObject({ wallet: 100n, held: 300n });
  });

  test("gets what comes later sent back, from ₹1 on and after a debt", async () => {
    const [enough, little, owing, open] = [
      await driverWith({ paid: 1_000n }),
      await driverWith({ paid: 1_000n }),
      await driverWith({ paid: 1_000n }),
      await driverWith({ paid: 1_000n }),
    ];
    for (const id of [enough, little, owing]) {
      await move(database.db, {
        scope: id,
        idem: "spent",
        kind: "CORRECTION",
        reason: "Spent",
        at: START,
        sessionId: null,
        cdrId: null,
        postings: [{ source: [id, "wallet"], destination: ["system", "sales"], amount: 500n }],
      });
      await close(id);
    }
    await owe(owing, 200n);
    await add(enough, 100n, "later");
    await add(little, 99n, "later");
    await add(owing, 299n, "later");
    queued = [];
    await sweepClosedWallets(deps);
    expect(queued.map(({ payload }) => payload.userId)).toEqual([enough]);
    expect(await balances(enough)).toMatchObject({ wallet: 0n, withdrawing: 600n });
    expect(await balances(little)).toMatchObject({ wallet: 99n, withdrawing: 500n });
    await add(owing, 1n, "a paisa");
    await sweepClosedWallets(deps);
    expect(await balances(owing)).toMatchObject({ wallet: 0n, withdrawing: 600n, overdraft: 0n });
    expect(await balances(open)).toMatchObject({ wallet: 1_000n, withdrawing: 0n });
  });
});
