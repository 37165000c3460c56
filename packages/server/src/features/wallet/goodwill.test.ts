import { databases } from "@voltmarg/testkit/test-databases";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { checkLedger } from "@voltmarg/testkit/check-ledger";
import { captureHold, move, placeHold, readBalances, releaseHold } from "./ledger.store.ts";
import { closeWallet, sweepClosedWallets } from "./close-wallet.ts";
import { createWithdrawal, unused, type WithdrawDeps } from "./withdraw.ts";

/** Later each time: ids sort by their age. */
let time = Date.parse("2026-11-20T06:30:00Z");
const soon = () => new Date(time++);
let database: Database;
let deps: WithdrawDeps & { writeAudit: () => Promise<void> };
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 6);
  deps = {
    database,
    clock: fakeClock(new Date(time)),
    logger: createLogger("silent"),
    outbox: { enqueue: async () => {} } as unknown as WithdrawDeps["outbox"],
    writeAudit: async () => {},
  };
  return async () => {
    await database.close();
    await created.drop();
  };
});

let [drivers, keys] = [0, 0];
async function newDriver(): Promise<string> {
  const id = `usr_g${String(drivers++).padStart(4, "0")}`;
  await sql`select ledger_open_driver(${id})`.execute(database.db);
  return id;
}
type Postings = Parameters<typeof move>[1]["postings"];
const booked = (
  userId: string,
  kind: Parameters<typeof move>[1]["kind"],
  sessionId: string | null,
  postings: Postings,
  idem = `test:${keys++}`,
) =>
  move(database.db, {
    scope: userId,
    idem,
    kind,
    reason: kind,
    at: soon(),
    sessionId,
    cdrId: sessionId && `cdr_${keys}`,
    postings,
  });
const wallet = (userId: string) => [userId, "wallet"] as const;
const system = (kind: "payments" | "goodwill" | "sales" | "disputed") => ["system", kind] as const;

async function pay(userId: string, amount: bigint): Promise<void> {
  await booked(userId, "TOP_UP", null, [
    { source: system("payments"), destination: wallet(userId), amount },
  ]);
  await sql`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
    values (${userId}, ${`pay_g${keys++}`}, 'top', ${amount}, 'UPI', ${soon()})`.execute(
    database.db,
  );
}
const give = (userId: string, amount: bigint) =>
  booked(userId, "CORRECTION", null, [
    { source: system("goodwill"), destination: wallet(userId), amount },
  ]);
const credit = (userId: string, sessionId: string, amount: bigint) =>
  booked(userId, "REFUND", sessionId, [
    { source: system("sales"), destination: wallet(userId), amount },
  ]);
/** Sets so much aside, or gives it back, as a notice of a dispute does. */
const dispute = (userId: string, amount: bigint, id = "dsp") =>
  booked(
    userId,
    "DISPUTE",
    null,
    [{ source: wallet(userId), destination: system("disputed"), amount }],
    `dispute:${id}:begin`,
  );
const winDispute = (userId: string, amount: bigint, id = "dsp") =>
  booked(
    userId,
    "DISPUTE_RETURNED",
    null,
    [{ source: system("disputed"), destination: wallet(userId), amount }],
    `dispute:${id}:end`,
  );
/** Charges for so much; what the wallet does not have becomes a debt. */
async function charge(userId: string, total: bigint): Promise<string> {
  const sessionId = `ses_g${keys++}`;
  const { wallet: free } = await readBalances(database.db, userId);
  const amount = free < total ? free : total;
  if (amount > 0n)
    await placeHold(database.db, { userId, sessionId, amount, reason: "Held", at: soon() });
  const cdrId = `cdr_g${keys++}`;
  const bill = { userId, sessionId, cdrId, total, gst: 0n, reason: "Baner Hub", at: soon() };
  await captureHold(database.db, bill);
  return sessionId;
}
const standOf = async (userId: string) => {
  const balances = await readBalances(database.db, userId);
  const { wallet: free, goodwill, overdraft } = balances;
  return { wallet: free + overdraft, goodwill, returnable: unused(balances) };
};
const withdraw = (userId: string, amount: bigint | null = null) =>
  createWithdrawal(deps, userId, amount, null);
const withdrawn = async (userId: string) => (await readBalances(database.db, userId)).withdrawing;
const sound = async () => {
  const { drifted, unbalanced, misheld, overdrawn } = await checkLedger(database.db);
  expect({ drifted, unbalanced, misheld, overdrawn }).toEqual({
    drifted: 0,
    unbalanced: 0,
    misheld: 0,
    overdrawn: 0,
  });
};

describe("[B-11] goodwill", () => {
  test("is spent first, and what the driver paid in stays refundable", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 4_000n);
    expect(await standOf(id)).toEqual({ wallet: 14_000n, goodwill: 4_000n, returnable: 10_000n });
    await charge(id, 3_000n);
    expect(await standOf(id)).toEqual({ wallet: 11_000n, goodwill: 1_000n, returnable: 10_000n });
    await charge(id, 3_000n);
    expect(await standOf(id)).toEqual({ wallet: 8_000n, goodwill: 0n, returnable: 8_000n });
    await sound();
  });

  test("is not withdrawn by who paid in and spent it all before", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await charge(id, 10_000n);
    await give(id, 10_000n);
    expect(await withdraw(id)).toMatchObject({ ok: false, reason: "NOTHING_TO_WITHDRAW" });
    expect(await withdraw(id, 100n)).toMatchObject({ ok: false, reason: "NOTHING_TO_WITHDRAW" });
    expect(await standOf(id)).toMatchObject({ wallet: 10_000n, goodwill: 10_000n });
  });

  test("is not withdrawn by two withdrawals at once", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 10_000n);
    const outcomes = await Promise.all([
      withdraw(id),
      withdraw(id),
      withdraw(id, 10_000n),
      withdraw(id, 10_000n),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await withdrawn(id)).toBe(10_000n);
    expect(await standOf(id)).toEqual({ wallet: 10_000n, goodwill: 10_000n, returnable: 0n });
    await sound();
  });

  test("is refused by the database itself where the service would pay it out", async () => {
    const id = await newDriver();
    await give(id, 500n);
    const out = [{ source: wallet(id), destination: [id, "withdrawing"] as const, amount: 1n }];
    await expect(booked(id, "WITHDRAWAL", null, out)).rejects.toThrow("would be paid out");
  });

  test("is held before the driver's own money, which can be withdrawn meanwhile", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 10_000n);
    const held = { userId: id, sessionId: "ses_held", amount: 15_000n, reason: "", at: soon() };
    await placeHold(database.db, held);
    expect((await standOf(id)).returnable).toBe(5_000n);
    await withdraw(id);
    await releaseHold(database.db, { ...held, status: "RELEASED" });
    expect(await standOf(id)).toEqual({ wallet: 15_000n, goodwill: 10_000n, returnable: 5_000n });
    await sound();
  });

  test("comes back as goodwill when the bill that it paid is credited", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 4_000n);
    const session = await charge(id, 6_000n);
    expect(await standOf(id)).toMatchObject({ goodwill: 0n, returnable: 8_000n });
    await credit(id, session, 6_000n);
    expect(await standOf(id)).toEqual({ wallet: 14_000n, goodwill: 4_000n, returnable: 10_000n });
    await sound();
  });

  test("of a bill that becomes smaller is spent as if it had been so from the start", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 4_000n);
    const session = await charge(id, 6_000n);
    await credit(id, session, 1_000n);
    expect(await standOf(id)).toMatchObject({ goodwill: 0n, returnable: 9_000n });
    await credit(id, session, 2_000n);
    expect(await standOf(id)).toMatchObject({ goodwill: 1_000n, returnable: 10_000n });
    await sound();
  });

  test("that was spent long ago does not make the driver's own money goodwill", async () => {
    const id = await newDriver();
    await give(id, 5_000n);
    await charge(id, 5_000n);
    await pay(id, 5_000n);
    const session = await charge(id, 5_000n);
    await credit(id, session, 5_000n);
    expect(await standOf(id)).toEqual({ wallet: 5_000n, goodwill: 0n, returnable: 5_000n });
  });

  test("that paid a debt comes back as goodwill with the credit of what was owed", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    const session = await charge(id, 15_000n);
    await give(id, 5_000n);
    expect(await standOf(id)).toEqual({ wallet: 0n, goodwill: 0n, returnable: 0n });
    await pay(id, 10_000n);
    await charge(id, 10_000n);
    await credit(id, session, 15_000n);
    expect(await standOf(id)).toEqual({ wallet: 15_000n, goodwill: 5_000n, returnable: 10_000n });
    await sound();
  });

  test("that lies in a dispute comes back as goodwill", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await charge(id, 10_000n);
    await give(id, 7_000n);
    await dispute(id, 7_000n);
    expect(await standOf(id)).toEqual({ wallet: 0n, goodwill: 0n, returnable: 0n });
    await winDispute(id, 7_000n);
    expect(await standOf(id)).toEqual({ wallet: 7_000n, goodwill: 7_000n, returnable: 0n });
    await sound();
  });

  test("that paid a debt does not make the driver's own money goodwill when a later dispute is won", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await charge(id, 15_000n);
    await give(id, 5_000n);
    await pay(id, 10_000n);
    await dispute(id, 10_000n);
    await winDispute(id, 10_000n);
    expect(await standOf(id)).toEqual({ wallet: 10_000n, goodwill: 0n, returnable: 10_000n });
    await sound();
  });

  test("that a lost dispute has does not come back with another one that is won", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await charge(id, 10_000n);
    await give(id, 7_000n);
    await dispute(id, 7_000n, "lost");
    await pay(id, 8_000n);
    await dispute(id, 8_000n, "won");
    await winDispute(id, 8_000n, "won");
    expect(await standOf(id)).toEqual({ wallet: 8_000n, goodwill: 0n, returnable: 8_000n });
    await sound();
  });

  test("lapses with an account that is closed, and what was held of it with the rest of the hold", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 8_000n);
    const held = { userId: id, sessionId: "ses_late", amount: 11_000n, reason: "", at: soon() };
    await placeHold(database.db, held);
    const closed = await database.transact((tx) => closeWallet(deps, tx, id, { forGood: true }));
    expect(closed).toMatchObject({ refunding: 7_000n, notCovered: 0n });
    await releaseHold(database.db, { ...held, status: "RELEASED" });
    await sweepClosedWallets(deps);
    expect(await readBalances(database.db, id)).toEqual({
      wallet: 0n,
      held: 0n,
      withdrawing: 10_000n,
      overdraft: 0n,
      goodwill: 0n,
    });
    await sound();
  });

  test("stays where a company pays for a while", async () => {
    const id = await newDriver();
    await pay(id, 10_000n);
    await give(id, 8_000n);
    await database.transact((tx) => closeWallet(deps, tx, id, { forGood: false }));
    await sweepClosedWallets(deps);
    expect(await withdrawn(id)).toBe(10_000n);
    expect(await standOf(id)).toEqual({ wallet: 8_000n, goodwill: 8_000n, returnable: 0n });
  });

  test("is never the driver's own money, whatever they do in whatever order", async () => {
    const paise = fc.integer({ min: 100, max: 9_000 }).map(BigInt);
    const step = fc.oneof(
      fc.record({ does: fc.constantFrom("pay", "give", "charge", "withdraw"), paise }),
      fc.record({
        does: fc.constantFrom("credit", "dispute", "win", "lose"),
        paise,
        of: fc.nat(4),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const id = await newDriver();
        const sums = { paid: 0n, given: 0n, out: 0n, lost: 0n };
        const disputes = new Map<string, bigint>();
        const bills: { session: string; total: bigint }[] = [];
        for (const { does, paise: amount, ...more } of steps) {
          if (does === "pay") {
            await pay(id, amount);
            sums.paid += amount;
          } else if (does === "give") {
            await give(id, amount);
            sums.given += amount;
          } else if (does === "charge") {
            bills.push({ session: await charge(id, amount), total: amount });
          } else if (does === "withdraw") {
            const outcome = await withdraw(id);
            if (outcome.ok) sums.out += BigInt(outcome.value.amount_minor);
          } else if (does === "dispute") {
            const { wallet: free } = await readBalances(database.db, id);
            const aside = free < amount ? free : amount;
            if (aside === 0n) continue;
            const named = `dsp${disputes.size}`;
            await dispute(id, aside, named);
            disputes.set(named, aside);
          } else if (does === "win" || does === "lose") {
            const named = `dsp${(more as { of: number }).of}`;
            const aside = disputes.get(named) ?? 0n;
            if (aside === 0n) continue;
            disputes.set(named, 0n);
            if (does === "win") await winDispute(id, aside, named);
            // The bank has paid it out to the driver.
            else sums.lost += aside;
          } else {
            const bill = bills[(more as { of: number }).of];
            const back = bill && (bill.total < amount ? bill.total : amount);
            if (!bill || back === undefined || back === 0n) continue;
            await credit(id, bill.session, back);
            bill.total -= back;
          }
          const spent = bills.reduce((sum, { total }) => sum + total, sums.lost);
          const ownSpent = spent > sums.given ? spent - sums.given : 0n;
          const { returnable } = await standOf(id);
          // Had goodwill paid all it could have, bills and lost disputes, so much would be the driver's own.
          const most = sums.paid - sums.out - ownSpent;
          expect(returnable).toBeLessThanOrEqual(most > 0n ? most : 0n);
        }
      }),
      { numRuns: 60 },
    );
    await sound();
  });
});
