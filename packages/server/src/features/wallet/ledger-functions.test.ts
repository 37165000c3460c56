import { databases } from "@voltmarg/testkit/test-databases";
import { beforeAll, describe, expect, test } from "vitest";
import {
  one,
  openDatabase,
  rows,
  sql,
  type Database,
  type Tx,
} from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/sql-state.ts";
import {
  captureHold,
  growHold,
  move,
  placeHold,
  readBalances,
  releaseHold,
  renewHold,
  type Posting,
} from "./ledger.store.ts";

let time = Date.parse("2026-11-20T06:30:00Z");
/** A millisecond later each time: ids sort by their age. */
const soon = () => new Date(time++);
const NO_BOOKS = "VM002";
const TOO_LITTLE = "23514";

let database: Database;
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 6);
  return async () => {
    await database.close();
    await created.drop();
  };
});

let drivers = 0;
/** A driver with these balances; booked as if each came from outside. */
async function driverWith({ wallet = 0n, held = 0n, overdraft = 0n, withdrawing = 0n } = {}) {
  const id = `usr_${String(drivers++).padStart(3, "0")}`;
  await sql`select ledger_open_driver(${id})`.execute(database.db);
  await sql`update ledger_wallet set wallet = ${wallet}, held = ${held}, overdraft = ${overdraft},
    withdrawing = ${withdrawing} where owner = ${id}`.execute(database.db);
  return id;
}
const books = async (id: string) => {
  const { wallet, held, withdrawing, overdraft } = await readBalances(database.db, id);
  return [wallet, held, withdrawing, overdraft];
};
type Transfer = { kind: string; balance_after: bigint | null; postings: string[] };
/** Of a scope, in the order in which they were booked. */
const transfersOf = async (scope: string): Promise<Transfer[]> =>
  (
    await rows(
      database.db,
      sql<{
        kind: string;
        balance_after: bigint | null;
        from: string[];
        to: string[];
        amount: string[];
      }>`select kind, balance_after, source_kind as from, destination_kind as to, amount::text[] as amount
         from ledger_transfer where scope = ${scope} order by id`,
    )
  ).map(({ kind, balance_after, from, to, amount }) => ({
    kind,
    balance_after,
    postings: amount.map((paise, n) => `${from[n]} ${to[n]} ${paise}`),
  }));
const lastOf = async (scope: string) => (await transfersOf(scope)).at(-1);

/** The result of a work in a transaction of its own, or the database's refusal. */
const run = async <T>(work: (tx: Tx) => Promise<T>): Promise<T | string> => {
  try {
    return await database.transact(work);
  } catch (error) {
    const state = sqlState(error) ?? sqlState((error as Error).cause);
    if (state === undefined) throw error;
    return state;
  }
};

let keys = 0;
const booking = (scope: string, postings: readonly Posting[], idem = `key:${keys++}`) => ({
  scope,
  idem,
  kind: "CORRECTION" as const,
  reason: "Moved",
  at: soon(),
  sessionId: null,
  cdrId: null,
  postings,
});
const book = (scope: string, postings: readonly Posting[]) =>
  run((tx) => move(tx, booking(scope, postings)));
const posting = (
  source: Posting["source"],
  destination: Posting["destination"],
  amount: bigint,
) => ({
  source,
  destination,
  amount,
});

/** Runs `first` in a transaction that stays open until `second` waits for it. Returns the result of `second`. */
async function meanwhile<T>(
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<T>,
): Promise<T | string> {
  let waiting: Promise<T | string> | undefined;
  await database.transact(async (tx) => {
    await first(tx);
    waiting = run(second);
    const waiters = async () =>
      (await one(
        database.db,
        sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      ))!.n;
    await expect.poll(waiters, { interval: 5 }).toBe(1);
  });
  return waiting!;
}

const hold = (userId: string, sessionId: string, amount: bigint) => ({
  userId,
  sessionId,
  amount,
  reason: "Held",
  at: soon(),
});
const place = (userId: string, sessionId: string, amount: bigint) =>
  run((tx) => placeHold(tx, hold(userId, sessionId, amount)));
const renew = (userId: string, sessionId: string, amount: bigint) =>
  run((tx) => renewHold(tx, hold(userId, sessionId, amount)));
const growth = (userId: string, sessionId: string, wanted: bigint) => ({
  userId,
  sessionId,
  wanted,
  reason: "More",
  at: soon(),
});
const grow = (userId: string, sessionId: string, wanted: bigint) =>
  run((tx) => growHold(tx, growth(userId, sessionId, wanted)));
const release = (userId: string, sessionId: string, status: "RELEASED" | "EXPIRED" = "RELEASED") =>
  run((tx) => releaseHold(tx, { userId, sessionId, status, reason: "Back", at: soon() }));
const bill = (userId: string, sessionId: string, total: bigint, gst = 0n) => ({
  userId,
  sessionId,
  cdrId: `cdr_${userId}_${sessionId}`,
  total,
  gst,
  reason: "Charge",
  at: soon(),
});
const capture = (userId: string, sessionId: string, total: bigint, gst = 0n) =>
  run((tx) => captureHold(tx, bill(userId, sessionId, total, gst)));
const holdsOf = (userId: string) =>
  rows(
    database.db,
    sql<{ session_id: string; status: string; amount: bigint; captured: bigint; settled: boolean }>`
      select session_id, status, amount, captured, settled_at is not null as settled
      from ledger_hold where user_id = ${userId} order by session_id`,
  );

describe("[B-1] a move", () => {
  test("changes each of a driver's balances by what was posted, and names the balance after it", async () => {
    const id = await driverWith({ wallet: 1_000n, held: 200n, withdrawing: 30n, overdraft: -4n });
    const out = ["system", "payments"] as const;
    expect(
      await book(id, [
        posting(out, [id, "wallet"], 100n),
        posting(out, [id, "held"], 20n),
        posting(out, [id, "withdrawing"], 3n),
        posting([id, "overdraft"], out, 5n),
      ]),
    ).toBe(true);
    expect(await books(id)).toEqual([1_091n, 220n, 33n, 0n]);
    expect((await lastOf(id))?.postings.at(-1)).toBe("wallet overdraft 9");
    // What is on its way to the bank is no longer the driver's balance.
    expect(await lastOf(id)).toMatchObject({ balance_after: 1_311n });
    expect(
      await book(id, [
        posting([id, "wallet"], out, 10n),
        posting([id, "held"], out, 2n),
        posting([id, "withdrawing"], out, 1n),
      ]),
    ).toBe(true);
    expect(await books(id)).toEqual([1_081n, 218n, 32n, 0n]);
    expect(await lastOf(id)).toMatchObject({ balance_after: 1_299n });
  });

  test("leaves postings of nothing out, and a move of nothing keeps its first", async () => {
    const id = await driverWith();
    const out = ["system", "payments"] as const;
    await book(id, [
      posting(out, [id, "wallet"], 0n),
      posting(out, [id, "held"], 7n),
      posting(out, [id, "withdrawing"], 0n),
    ]);
    expect((await lastOf(id))?.postings).toEqual(["payments held 7"]);
    await book(id, [posting(out, [id, "wallet"], 0n), posting(out, [id, "held"], 0n)]);
    expect((await lastOf(id))?.postings).toEqual(["payments wallet 0"]);
    expect(await books(id)).toEqual([0n, 7n, 0n, 0n]);
  });

  test.each(["wallet", "held", "withdrawing", "overdraft"] as const)(
    "of %s is refused for another driver, and for one without books",
    async (kind) => {
      const [own, other] = [await driverWith(), await driverWith()];
      const out = ["system", "payments"] as const;
      expect(await book(own, [posting(out, [other, kind], 0n)])).toBe(NO_BOOKS);
      expect(await book("usr_none", [posting(out, ["usr_none", kind], 0n)])).toBe(NO_BOOKS);
      expect(await book(own, [posting(out, [own, kind], 0n)])).toBe(true);
    },
  );

  test("of a company's account needs no wallet, and changes only what is stored of that account", async () => {
    for (const [owner, kind, cached] of [
      ["com_1", "receivable", true],
      ["com_1", "deposit", true],
      ["com_1", "goodwill", false],
      ["com_2", "receivable", true],
    ])
      await sql`insert into ledger_account (owner, kind, cached) values (${owner}, ${kind}, ${cached})`.execute(
        database.db,
      );
    const sales = ["system", "sales"] as const;
    expect(
      await book("com_1", [
        posting(["com_1", "receivable"], sales, 500n),
        posting(sales, ["com_1", "receivable"], 20n),
        posting(sales, ["com_1", "goodwill"], 60n),
      ]),
    ).toBe(true);
    const stored = await rows(
      database.db,
      sql<{ owner: string; kind: string; balance: bigint }>`
        select owner, kind, balance from ledger_account where owner like 'com_%' order by owner, kind`,
    );
    expect(stored.map(({ owner, kind, balance }) => [owner, kind, balance])).toEqual([
      ["com_1", "deposit", 0n],
      ["com_1", "goodwill", 0n],
      ["com_1", "receivable", -480n],
      ["com_2", "receivable", 0n],
    ]);
    expect(await lastOf("com_1")).toMatchObject({ balance_after: null });
    expect(await book("com_1", [posting(["com_2", "receivable"], sales, 5n)])).toBe(NO_BOOKS);
    expect(await book("com_1", [posting(sales, ["com_2", "receivable"], 5n)])).toBe(NO_BOOKS);
  });

  test("of system accounts that is booked twice at once is booked once", async () => {
    const twice = booking("system", [posting(["system", "payments"], ["system", "suspense"], 9n)]);
    expect(
      await meanwhile(
        (tx) => move(tx, twice),
        (tx) => move(tx, twice),
      ),
    ).toBe(false);
  });
});

describe("[B-2] a hold", () => {
  test("takes all of the wallet at most, and only of its driver", async () => {
    const id = await driverWith({ wallet: 100n, held: 20n, overdraft: -3n });
    const other = await driverWith({ wallet: 1_000n });
    expect(await place(id, "ses_a", 101n)).toBe(TOO_LITTLE);
    expect(await holdsOf(id)).toEqual([]);
    expect(await place(id, "ses_a", 100n)).toBe(true);
    expect(await books(id)).toEqual([0n, 120n, 0n, -3n]);
    expect(await lastOf(id)).toEqual({
      kind: "HOLD",
      balance_after: 117n,
      postings: ["wallet held 100"],
    });
    expect(await holdsOf(id)).toEqual([
      { session_id: "ses_a", status: "HELD", amount: 100n, captured: 0n, settled: false },
    ]);
    expect(await books(other)).toEqual([1_000n, 0n, 0n, 0n]);
    expect(await place("usr_none", "ses_a", 1n)).toBe(NO_BOOKS);
  });

  test("that is placed again changes nothing, whether the wallet has enough for it or not", async () => {
    for (const wallet of [50n, 5_000n]) {
      const id = await driverWith({ wallet });
      expect(await place(id, "ses_a", 40n)).toBe(true);
      expect(await place(id, "ses_a", 40n)).toBe(false);
      expect(await place(id, "ses_a", 41n)).toBe("VM001");
      expect(await books(id)).toEqual([wallet - 40n, 40n, 0n, 0n]);
      expect(await holdsOf(id)).toHaveLength(1);
    }
  });

  test("that is placed twice at once is placed once", async () => {
    const id = await driverWith({ wallet: 100n });
    expect(
      await meanwhile(
        (tx) => placeHold(tx, hold(id, "ses_a", 60n)),
        (tx) => placeHold(tx, hold(id, "ses_a", 60n)),
      ),
    ).toBe(false);
    expect(await books(id)).toEqual([40n, 60n, 0n, 0n]);
  });

  test("is given back whole, once, and only that of its session and driver", async () => {
    const [id, other] = [await driverWith({ wallet: 100n, overdraft: -5n }), await driverWith()];
    await place(id, "ses_a", 30n);
    await place(id, "ses_b", 20n);
    expect(await release(other, "ses_a")).toBe(false);
    expect(await release(id, "ses_c")).toBe(false);
    expect(await release(id, "ses_a", "EXPIRED")).toBe(true);
    expect(await release(id, "ses_a")).toBe(false);
    expect(await books(id)).toEqual([75n, 20n, 0n, 0n]);
    expect(await lastOf(id)).toEqual({
      kind: "RELEASE",
      balance_after: 95n,
      postings: ["held wallet 30", "wallet overdraft 5"],
    });
    expect(await holdsOf(id)).toEqual([
      { session_id: "ses_a", status: "EXPIRED", amount: 30n, captured: 0n, settled: true },
      { session_id: "ses_b", status: "HELD", amount: 20n, captured: 0n, settled: false },
    ]);
  });

  test("that was given back is held again, with another amount, as often as it was given back", async () => {
    const id = await driverWith({ wallet: 100n, overdraft: -5n });
    await place(id, "ses_a", 30n);
    await place(id, "ses_b", 10n);
    await release(id, "ses_b");
    expect(await renew(id, "ses_a", 30n)).toBe(false);
    expect(await renew(id, "ses_c", 30n)).toBe(false);
    await release(id, "ses_a");
    expect(await renew(id, "ses_a", 96n)).toBe(TOO_LITTLE);
    expect(await books(id)).toEqual([95n, 0n, 0n, 0n]);
    expect(await renew(id, "ses_a", 95n)).toBe(true);
    expect(await books(id)).toEqual([0n, 95n, 0n, 0n]);
    expect(await lastOf(id)).toEqual({
      kind: "HOLD",
      balance_after: 95n,
      postings: ["wallet held 95"],
    });
    expect(await release(id, "ses_a", "EXPIRED")).toBe(true);
    expect(await renew(id, "ses_a", 40n)).toBe(true);
    expect(await holdsOf(id)).toEqual([
      { session_id: "ses_a", status: "HELD", amount: 40n, captured: 0n, settled: false },
      { session_id: "ses_b", status: "RELEASED", amount: 10n, captured: 0n, settled: true },
    ]);
  });

  test("that paid a bill is not held again", async () => {
    const [id, other] = [await driverWith({ wallet: 100n }), await driverWith({ wallet: 100n })];
    await place(id, "ses_a", 30n);
    await capture(id, "ses_a", 30n);
    expect(await renew(id, "ses_a", 30n)).toBe(false);
    await place(other, "ses_a", 30n);
    await release(other, "ses_a");
    // Another driver's session of that name was given back.
    expect(await renew(id, "ses_a", 30n)).toBe(false);
    expect(await holdsOf(id)).toMatchObject([{ status: "CAPTURED", captured: 30n }]);
  });

  test("grows by what is wanted, at most by what the wallet has after a debt", async () => {
    const id = await driverWith({ wallet: 100n, overdraft: -15n });
    await place(id, "ses_a", 30n);
    await place(id, "ses_b", 10n);
    expect(await grow(id, "ses_a", 5n)).toBe(5n);
    expect(await lastOf(id)).toEqual({
      kind: "HOLD",
      balance_after: 85n,
      postings: ["wallet held 5"],
    });
    expect(await books(id)).toEqual([55n, 45n, 0n, -15n]);
    expect(await grow(id, "ses_a", 0n)).toBe(0n);
    expect(await grow(id, "ses_a", 1_000n)).toBe(40n);
    expect(await books(id)).toEqual([15n, 85n, 0n, -15n]);
    const count = (await transfersOf(id)).length;
    expect(await grow(id, "ses_a", 1n)).toBe(0n);
    expect(await transfersOf(id)).toHaveLength(count);
    expect(await holdsOf(id)).toMatchObject([{ amount: 75n }, { amount: 10n }]);
  });

  test("does not grow for a driver who owes more than the wallet has, for another session or another driver", async () => {
    const [id, other] = [
      await driverWith({ wallet: 30n, overdraft: -50n }),
      await driverWith({ wallet: 100n }),
    ];
    await place(id, "ses_a", 10n);
    expect(await grow(id, "ses_a", 5n)).toBe(0n);
    expect(await grow(other, "ses_a", 5n)).toBe(0n);
    await place(other, "ses_b", 10n);
    expect(await grow(other, "ses_a", 5n)).toBe(0n);
    await release(other, "ses_b");
    expect(await grow(other, "ses_b", 5n)).toBe(0n);
    expect(await books(other)).toEqual([100n, 0n, 0n, 0n]);
  });

  test("does not grow while it is given back", async () => {
    const id = await driverWith({ wallet: 100n });
    await place(id, "ses_a", 30n);
    expect(
      await meanwhile(
        (tx) =>
          releaseHold(tx, {
            userId: id,
            sessionId: "ses_a",
            status: "RELEASED",
            reason: "",
            at: soon(),
          }),
        (tx) => growHold(tx, growth(id, "ses_a", 20n)),
      ),
    ).toBe(0n);
    expect(await books(id)).toEqual([100n, 0n, 0n, 0n]);
  });

  test("grows by what another hold, placed at the same moment, leaves", async () => {
    const id = await driverWith({ wallet: 100n });
    await place(id, "ses_a", 30n);
    expect(
      await meanwhile(
        (tx) => placeHold(tx, hold(id, "ses_b", 65n)),
        (tx) => growHold(tx, growth(id, "ses_a", 20n)),
      ),
    ).toBe(5n);
    expect(await books(id)).toEqual([0n, 100n, 0n, 0n]);
  });
});

describe("[B-1] a bill", () => {
  test.each<[string, bigint, bigint, bigint, string[], bigint[], bigint]>([
    [
      "less than the hold",
      60n,
      40n,
      6n,
      ["held sales 40", "sales gst 6", "held wallet 20"],
      [60n, 0n, 0n, 0n],
      40n,
    ],
    ["the whole hold", 60n, 60n, 9n, ["held sales 60", "sales gst 9"], [40n, 0n, 0n, 0n], 60n],
    [
      "more than the hold",
      60n,
      75n,
      0n,
      ["held sales 60", "overdraft sales 15", "wallet overdraft 15"],
      [25n, 0n, 0n, 0n],
      60n,
    ],
    [
      "more than the driver has",
      60n,
      101n,
      0n,
      ["held sales 60", "overdraft sales 41", "wallet overdraft 40"],
      [0n, 0n, 0n, -1n],
      60n,
    ],
    ["nothing of a hold", 60n, 0n, 0n, ["held wallet 60"], [100n, 0n, 0n, 0n], 0n],
  ])("of %s books what was taken, and no posting of nothing", async (...row) => {
    const [, held, total, gst, postings, after, captured] = row;
    const id = await driverWith({ wallet: 100n });
    await place(id, "ses_a", held);
    expect(await capture(id, "ses_a", total, gst)).toBe(true);
    expect(await books(id)).toEqual(after);
    expect(await lastOf(id)).toEqual({ kind: "CHARGE", balance_after: 100n - total, postings });
    expect(await holdsOf(id)).toMatchObject([{ status: "CAPTURED", captured, settled: true }]);
    expect(await capture(id, "ses_a", total, gst)).toBe(false);
    expect(await capture(id, "ses_a", total + 1n, gst)).toBe("VM001");
    expect(await books(id)).toEqual(after);
  });

  test("without a hold becomes a debt; of nothing it keeps one posting", async () => {
    const id = await driverWith({ held: 35n, overdraft: -2n });
    expect(await capture(id, "ses_a", 20n, 3n)).toBe(true);
    expect(await books(id)).toEqual([0n, 35n, 0n, -22n]);
    expect(await lastOf(id)).toEqual({
      kind: "CHARGE",
      balance_after: 13n,
      postings: ["overdraft sales 20", "sales gst 3"],
    });
    expect(await capture(id, "ses_b", 0n)).toBe(true);
    expect((await lastOf(id))?.postings).toEqual(["held sales 0"]);
    expect(await capture("usr_none", "ses_a", 1n)).toBe(NO_BOOKS);
  });

  test("takes only the hold of its session and driver, and none that was given back", async () => {
    const [id, other] = [await driverWith({ wallet: 100n }), await driverWith({ wallet: 100n })];
    await place(id, "ses_a", 30n);
    await place(id, "ses_b", 20n);
    await place(other, "ses_c", 10n);
    expect(await capture(id, "ses_c", 5n)).toBe(true);
    expect(await books(id)).toEqual([45n, 50n, 0n, 0n]);
    await release(id, "ses_b");
    expect(await capture(id, "ses_b", 5n)).toBe(true);
    expect(await books(id)).toEqual([60n, 30n, 0n, 0n]);
    expect((await holdsOf(id)).map(({ status }) => status)).toEqual(["HELD", "RELEASED"]);
    expect(await books(other)).toEqual([90n, 10n, 0n, 0n]);
  });

  test.each([true, false])("that is taken twice at once is taken once (held: %s)", async (held) => {
    const id = await driverWith({ wallet: 100n });
    if (held) await place(id, "ses_a", 60n);
    expect(
      await meanwhile(
        (tx) => captureHold(tx, bill(id, "ses_a", 40n)),
        (tx) => captureHold(tx, bill(id, "ses_a", 40n)),
      ),
    ).toBe(false);
    expect(await books(id)).toEqual([60n, 0n, 0n, 0n]);
  });
});

test("the same keys of two drivers are two moves", async () => {
  const [first, second] = [await driverWith(), await driverWith()];
  const add = (id: string, idem: string, amount: bigint) =>
    run((tx) =>
      move(tx, booking(id, [posting(["system", "payments"], [id, "wallet"], amount)], idem)),
    );
  expect(await add(first, "shared", 1n)).toBe(true);
  expect(await add(second, "shared", 2n)).toBe(true);
  expect(await add(second, "another", 3n)).toBe(true);
  expect(await add(first, "shared", 1n)).toBe(false);
  expect(await add(first, "shared", 2n)).toBe("VM001");
});
