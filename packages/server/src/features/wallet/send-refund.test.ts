import { databases } from "@voltmarg/testkit/test-databases";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { move, readBalances } from "./ledger.store.ts";
import type { Named, Payment, Razorpay, Refund, RefundAnswer } from "./razorpay.ts";
import { retryDelay } from "./retry-delay.ts";
import { onRefundNotice, sendRefund, type RefundDeps, type RefundNews } from "./send-refund.ts";
import { closeWallet } from "./close-wallet.ts";
import { createWithdrawal } from "./withdraw.ts";
import { findRefund } from "./withdrawal.store.ts";

const START = new Date("2026-11-20T06:30:00Z");
const HOUR_S = 3_600;

let database: Database;
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 4);
  return async () => {
    await database.close();
    await created.drop();
  };
});

/** What the provider knows of the payment and the refunds under test; null: it cannot be asked. */
let payment: Named<Partial<Payment>>;
let listed: Refund[] | null;
let named: Named<Refund>;
let answer: RefundAnswer | (() => Promise<RefundAnswer>);
/** What was asked of the provider, the driver's news, the refunds on their way, and the log. */
let calls: string[];
let news: RefundNews[];
let queued: { userId: string; refundId: string }[];
let lines: { level: number; msg: string }[];
const clock = fakeClock(START);
beforeEach(() => {
  clock.set(new Date(START));
  payment = {};
  listed = [];
  named = null;
  answer = { outcome: "LATER", reason: "busy", afterSeconds: null };
  [calls, news, queued, lines] = [[], [], [], []];
});

const asked = <T>(call: string, result: T): Promise<T> => {
  calls.push(call);
  return Promise.resolve(result);
};
const deps = (): RefundDeps & { writeAudit: () => Promise<void> } => ({
  database,
  clock,
  logger: createLogger("warn", { write: (line) => lines.push(JSON.parse(line) as never) }),
  outbox: {
    enqueue: (_tx: unknown, _topic: string, payload: never) =>
      asked("enqueue", queued.push(payload)),
  } as unknown as RefundDeps["outbox"],
  razorpay: {
    payment: (id: string) => asked(`payment ${id}`, payment),
    refundsOf: (id: string) => asked(`refundsOf ${id}`, listed),
    refundNamed: (id: string) => asked(`refundNamed ${id}`, named),
    refund: async (_id: string, paymentId: string, amount: bigint) => {
      calls.push(`refund ${paymentId} ${amount}`);
      return typeof answer === "function" ? answer() : answer;
    },
  } as unknown as Razorpay,
  tellDriver: async (_tx, _userId, told) => void news.push(told),
  writeAudit: async () => {},
});

type Case = { userId: string; refundId: string; paymentId: string };
let drivers = 0;
/** A driver with payments (the last is the newest) and one withdrawal of `amount`. */
async function withdrawn(amount = 10_000n, payments: readonly bigint[] = [10_000n]): Promise<Case> {
  const userId = `usr_${drivers++}`;
  await sql`select ledger_open_driver(${userId})`.execute(database.db);
  for (const [n, paid] of payments.entries()) {
    const id = `pay_${userId}_${n}`;
    await move(database.db, {
      scope: userId,
      idem: `top-up:${id}`,
      kind: "TOP_UP",
      reason: "Added",
      at: START,
      sessionId: null,
      cdrId: null,
      postings: [{ source: ["system", "payments"], destination: [userId, "wallet"], amount: paid }],
    });
    await sql`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
      values (${userId}, ${id}, 'top', ${paid}, ${n === 0 ? "UPI" : "card"}, ${new Date(START.getTime() + n)})`.execute(
      database.db,
    );
  }
  expect(await createWithdrawal(deps(), userId, amount, null)).toMatchObject({ ok: true });
  calls = [];
  return {
    userId,
    refundId: queued.at(-1)!.refundId,
    paymentId: `pay_${userId}_${payments.length - 1}`,
  };
}
/** The refund as the provider has it. */
const theirs = (of: Case, more: Partial<Refund> = {}): Refund => ({
  id: `rfnd_${of.userId}`,
  payment_id: of.paymentId,
  amount: 10_000,
  status: "processed",
  receipt: of.refundId,
  ...more,
});
const made = (refund: Refund): RefundAnswer => ({ outcome: "MADE", refund });
const send = (of: Case, attempts = 1) => sendRefund(deps(), of, attempts);
const hear = (told: Refund, attempts = 1) => onRefundNotice(deps(), told, attempts);
const rowOf = ({ userId, refundId }: Case) => findRefund(database.db, userId, refundId);
const books = async ({ userId }: Case) => {
  const { wallet, withdrawing } = await readBalances(database.db, userId);
  return { wallet, withdrawing };
};
const ON_ITS_WAY = { wallet: 0n, withdrawing: 10_000n };
const RETURNED = { wallet: 10_000n, withdrawing: 0n };
const PAID_OUT = { wallet: 0n, withdrawing: 0n };
const suspense = async () =>
  (await one(
    database.db,
    sql<{ total: bigint }>`select coalesce(sum(amount), 0)::bigint as total from ledger_posting
      where source_kind = 'suspense' and destination_kind = 'payments'`,
  ))!.total;
const waits = (outcome: unknown) => (outcome as { retryAfterSeconds: number }).retryAfterSeconds;

describe("[B-1] a refund that is sent", () => {
  test("and processed is paid out of the money set aside", async () => {
    const of = await withdrawn();
    answer = made(theirs(of));
    expect(await send(of)).toBeUndefined();
    // The first time there is nothing to look for.
    expect(calls).toEqual([`refund ${of.paymentId} 10000`]);
    expect(await rowOf(of)).toMatchObject({
      status: "DONE",
      refund_id: `rfnd_${of.userId}`,
      failure: null,
      settled_at: START,
    });
    expect(await books(of)).toEqual(PAID_OUT);
    calls = [];
    expect(await send(of)).toBeUndefined();
    expect(await send({ ...of, refundId: "rfd_absent" })).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test("and pending is asked for by its id an hour later, until the bank has it", async () => {
    const of = await withdrawn();
    answer = made(theirs(of, { status: "pending" }));
    expect(await send(of)).toEqual({ retryAfterSeconds: HOUR_S });
    expect(await rowOf(of)).toMatchObject({ status: "SENT", settled_at: null });
    expect(await books(of)).toEqual(ON_ITS_WAY);
    calls = [];
    named = theirs(of, { status: "pending" });
    expect(await send(of, 2)).toEqual({ retryAfterSeconds: HOUR_S });
    for (const unknown of [null, "NONE"] as const) {
      named = unknown;
      expect(waits(await send(of, 3))).toBeGreaterThanOrEqual(4);
      expect(await rowOf(of)).toMatchObject({ status: "SENT" });
    }
    named = theirs(of, { id: "rfnd_another" });
    await send(of, 3);
    expect(lines.at(-1)).toMatchObject({ level: 50, msg: "refunded twice" });
    expect(await rowOf(of)).toMatchObject({ status: "SENT" });
    expect(await books(of)).toEqual(ON_ITS_WAY);
    named = theirs(of);
    expect(await send(of, 4)).toBeUndefined();
    expect(await rowOf(of)).toMatchObject({ status: "DONE", settled_at: START });
    expect(new Set(calls)).toEqual(new Set([`refundNamed rfnd_${of.userId}`]));
  });

  test.each<[string, RefundAnswer | "failed", string]>([
    ["refused", { outcome: "REFUSED", reason: "no such payment" }, "no such payment"],
    ["not taken by the bank", "failed", "the bank did not take it"],
  ])("and %s returns to the wallet, and its payment gets no more", async (_name, told, why) => {
    const of = await withdrawn();
    answer = told === "failed" ? made(theirs(of, { status: "failed" })) : told;
    expect(await send(of)).toBeUndefined();
    expect(await rowOf(of)).toMatchObject({ status: "FAILED", failure: why, settled_at: START });
    expect(await books(of)).toEqual(RETURNED);
    expect(news).toEqual([
      { kind: "REFUND_TO_WALLET", variables: { amount: "₹100.00", source: "UPI" } },
    ]);
    expect(queued).toHaveLength(1);
    calls = [];
    expect(await send(of)).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test("and fails goes to the other payments; only what they do not cover returns", async () => {
    const of = await withdrawn(10_000n, [4_000n, 10_000n]);
    answer = { outcome: "REFUSED", reason: "too old" };
    await send(of);
    expect(await books(of)).toEqual({ wallet: 10_000n, withdrawing: 4_000n });
    expect(news).toEqual([
      { kind: "REFUND_TO_WALLET", variables: { amount: "₹60.00", source: "card" } },
    ]);
    expect(queued).toHaveLength(2);
    expect(await rowOf({ ...of, refundId: queued[1]!.refundId })).toMatchObject({
      status: "REQUESTED",
      amount: 4_000n,
      payment_id: `pay_${of.userId}_0`,
    });
  });

  test("and fails is no news to the driver where another payment covers it whole", async () => {
    const of = await withdrawn(10_000n, [20_000n, 10_000n]);
    answer = { outcome: "REFUSED", reason: "too old" };
    await send(of);
    expect(await books(of)).toEqual({ wallet: 20_000n, withdrawing: 10_000n });
    expect(news).toEqual([]);
    expect(queued).toHaveLength(2);
  });

  test("of a closed account that fails is left to support", async () => {
    const of = await withdrawn();
    await database.transact((tx) => closeWallet(deps(), tx, of.userId, { forGood: true }));
    answer = { outcome: "REFUSED", reason: "too old" };
    await send(of);
    expect(news).toMatchObject([{ kind: "REFUND_BY_SUPPORT" }]);
  });

  test.each(["processed", "failed"] as const)(
    "and %s by a notice before the answer is settled once",
    async (status) => {
      const of = await withdrawn();
      answer = async () => {
        named = theirs(of, { status });
        await hear(named);
        return made(theirs(of, { status: status === "failed" ? "processed" : "failed" }));
      };
      await send(of);
      expect(await rowOf(of)).toMatchObject({ status: status === "failed" ? "FAILED" : "DONE" });
      expect(await books(of)).toEqual(status === "failed" ? RETURNED : PAID_OUT);
      expect(news).toHaveLength(status === "failed" ? 1 : 0);
    },
  );
});

describe("[B-1] a refund that may have been sent", () => {
  test("is sent again only when the provider has none: it is looked for from the second try", async () => {
    const of = await withdrawn();
    await send(of, 2);
    expect(calls).toEqual([
      `payment ${of.paymentId}`,
      `refundsOf ${of.paymentId}`,
      `refund ${of.paymentId} 10000`,
    ]);
    calls = [];
    listed = [theirs(of, { receipt: null, amount: 5 }), theirs(of)];
    expect(await send(of, 2)).toBeUndefined();
    expect(calls).toHaveLength(2);
    expect(await rowOf(of)).toMatchObject({ status: "DONE" });
  });

  test("is found when the provider refuses it because it has it", async () => {
    const of = await withdrawn();
    answer = { outcome: "REFUSED", reason: "fully refunded already" };
    listed = [theirs(of, { status: "pending" })];
    expect(await send(of)).toEqual({ retryAfterSeconds: HOUR_S });
    expect(await rowOf(of)).toMatchObject({ status: "SENT" });
  });

  test.each<[string, Partial<Refund>]>([
    ["another payment", { payment_id: "pay_other" }],
    ["another amount", { amount: 9_999 }],
    ["another receipt", { receipt: "rfd_other" }],
  ])("is not one of %s", async (_name, more) => {
    const of = await withdrawn();
    answer = made(theirs(of));
    listed = [theirs(of, { id: "rfnd_foreign", ...more })];
    await send(of, 2);
    expect(await rowOf(of)).toMatchObject({ refund_id: `rfnd_${of.userId}` });
    expect(calls.at(-1)).toBe(`refund ${of.paymentId} 10000`);
  });

  test.each<[string, () => void, boolean]>([
    ["the payment cannot be asked for", () => (payment = null), false],
    ["the refunds cannot be asked for", () => (listed = null), false],
    ["the provider does not know the payment", () => ([payment, listed] = ["NONE", null]), true],
    ["the list is not whole", () => (payment = { amount_refunded: 301 }), false],
    ["the list is whole", () => (payment = { amount_refunded: 300 }), true],
    ["nothing was refunded", () => ([payment, listed] = [{}, []]), true],
  ])("where %s: sent again: %s", async (_name, so, sent) => {
    const of = await withdrawn();
    answer = made(theirs(of));
    const others = { payment_id: of.paymentId, receipt: null };
    listed = [
      theirs(of, { ...others, amount: 100 }),
      theirs(of, { ...others, amount: 200, status: "pending" }),
      theirs(of, { ...others, amount: 700, status: "failed" }),
    ];
    so();
    const outcome = await send(of, 2);
    expect(calls.some((call) => call.startsWith("refund "))).toBe(sent);
    expect(await books(of)).toEqual(sent ? PAID_OUT : ON_ITS_WAY);
    expect(outcome === undefined).toBe(sent);
  });

  test("waits as long as the provider says, and is an error in the log from the 21st try", async () => {
    const of = await withdrawn();
    answer = { outcome: "LATER", reason: "busy", afterSeconds: 900 };
    const first = waits(await send(of, 1));
    expect(first).toBeGreaterThanOrEqual(900);
    expect(first).toBeLessThanOrEqual(901);
    for (const attempts of [20, 21]) await send(of, attempts);
    expect(lines.map(({ level }) => level)).toEqual([40, 40, 50]);
    expect(await rowOf(of)).toMatchObject({ status: "REQUESTED" });
  });
});

describe("[B-1] a notice of a refund", () => {
  test("counts as the provider confirms it", async () => {
    for (const [status, after] of [
      ["pending", ON_ITS_WAY],
      ["processed", PAID_OUT],
      ["failed", RETURNED],
    ] as const) {
      const of = await withdrawn();
      named = theirs(of, { status });
      expect(await hear(theirs(of))).toBeUndefined();
      expect(await books(of)).toEqual(after);
    }
    expect(await suspense()).toBe(0n);
  });

  test("of one that is settled is not asked about again, unless it failed and is processed after all", async () => {
    const before = await suspense();
    for (const settled of ["processed", "failed"] as const) {
      const of = await withdrawn();
      answer = made(theirs(of, { status: settled }));
      await send(of);
      calls = [];
      for (const status of ["pending", "failed", "processed"] as const) {
        named = theirs(of, { status });
        expect(await hear(theirs(of, { status }))).toBeUndefined();
      }
      const asks = settled === "failed" ? [`refundNamed rfnd_${of.userId}`] : [];
      expect(calls).toEqual(asks);
      expect(await rowOf(of)).toMatchObject({ status: settled === "failed" ? "FAILED" : "DONE" });
    }
    // The money is in the wallet already: what the provider paid nevertheless is in suspense.
    expect((await suspense()) - before).toBe(10_000n);
  });

  test("of one that failed here without an id counts only when it is processed", async () => {
    const of = await withdrawn();
    answer = { outcome: "REFUSED", reason: "too old" };
    await send(of);
    const before = await suspense();
    for (const status of ["pending", "failed"] as const) {
      named = theirs(of, { status });
      expect(await hear(named)).toBeUndefined();
    }
    expect(lines.filter(({ level }) => level === 50)).toEqual([]);
    expect(await suspense()).toBe(before);
    named = theirs(of);
    for (const _ of [1, 2]) await hear(named);
    expect((await suspense()) - before).toBe(10_000n);
    expect(await books(of)).toEqual(RETURNED);
  });

  test.each<[string, Partial<Refund>]>([
    ["without a receipt", { receipt: null }],
    ["with an unknown receipt", { receipt: "rfd_absent" }],
    ["of another amount", { amount: 300 }],
    ["of another payment", { payment_id: "pay_other" }],
  ])("%s is nobody's: in suspense once it is processed", async (_name, more) => {
    const of = await withdrawn();
    const before = await suspense();
    named = theirs(of, { id: `rfnd_of_${of.userId}`, status: "pending", ...more });
    expect(await hear(named)).toBeUndefined();
    expect(await suspense()).toBe(before);
    named = { ...named, status: "processed" };
    for (const _ of [1, 2]) expect(await hear(named)).toBeUndefined();
    expect((await suspense()) - before).toBe(BigInt(named.amount));
    expect(await books(of)).toEqual(ON_ITS_WAY);
  });

  test("of a second one under a receipt that has its refund is nobody's", async () => {
    const before = await suspense();
    for (const status of ["pending", "processed"] as const) {
      const of = await withdrawn();
      answer = made(theirs(of, { status }));
      await send(of);
      named = theirs(of, { id: `rfnd_second_${of.userId}` });
      await hear(named);
      expect(await rowOf(of)).toMatchObject({ refund_id: `rfnd_${of.userId}` });
      expect(await books(of)).toEqual(status === "pending" ? ON_ITS_WAY : PAID_OUT);
    }
    expect((await suspense()) - before).toBe(20_000n);
  });

  test("is asked about again while the provider cannot say; of one it does not know thirteen times", async () => {
    const of = await withdrawn();
    named = null;
    for (const attempts of [1, 13, 40])
      expect(waits(await hear(theirs(of), attempts))).toBeGreaterThanOrEqual(1);
    named = "NONE";
    expect(waits(await hear(theirs(of), 12))).toBeGreaterThanOrEqual(1_800);
    expect(lines).toEqual([]);
    expect(await hear(theirs(of), 13)).toBeUndefined();
    expect(lines).toMatchObject([{ level: 50 }]);
    expect(await books(of)).toEqual(ON_ITS_WAY);
  });
});

test("a retry waits for twice as long each time, at most an hour, and up to half of that is random", () => {
  for (const [attempts, told, least, most] of [
    [1, undefined, 1, 2],
    [6, undefined, 32, 64],
    [10, undefined, 512, 1_024],
    [11, undefined, 1_024, 2_048],
    [12, undefined, 1_800, 3_600],
    [40, undefined, 1_800, 3_600],
    [10, 30, 30, 542],
    [10, null, 512, 1_024],
    [10, 0, 0, 512],
  ] as const) {
    const drawn = Array.from({ length: 400 }, () => retryDelay(attempts, told));
    const [shortest, longest] = [Math.min(...drawn), Math.max(...drawn)];
    expect(shortest).toBeGreaterThanOrEqual(least);
    expect(longest).toBeLessThanOrEqual(most);
    expect(longest - shortest).toBeGreaterThanOrEqual(Math.floor((most - least) * 0.9));
    expect(drawn.every(Number.isInteger)).toBe(true);
  }
});
