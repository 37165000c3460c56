import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlState, type Tx } from "../../platform/database.ts";
import { startHarness, type Harness } from "../../../test/harness.ts";
import {
  captureHold,
  checkLedger,
  listMovements,
  move,
  placeHold,
  readBalances,
  releaseHold,
  type Balances,
} from "./ledger.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const SOUND = { unbalanced: 0, drifted: 0, misheld: 0 };
const faults = () => checkLedger(world.database.db);
const balances = (userId: string) => readBalances(world.database.db, userId);

let owners = 0;
async function openBooks(): Promise<string> {
  const userId = `usr_ledger_${owners++}`;
  await world.database.pool.query("select ledger_open_driver($1)", [userId]);
  return userId;
}

/** Runs one move of money in a transaction of its own: its answer, or the database's refusal. */
async function run(work: (tx: Tx) => Promise<boolean>): Promise<boolean | string> {
  world.clock.advance(1);
  try {
    return await world.database.transact(work);
  } catch (error) {
    const state = sqlState(error);
    if (state === undefined) throw error;
    return state;
  }
}

type Command =
  | { do: "add"; key: number; amount: bigint }
  | { do: "hold"; session: number; amount: bigint }
  | { do: "release"; session: number }
  | { do: "capture"; session: number; cdr: number; total: bigint };

const at = () => world.clock.now();
const perform = (userId: string, command: Command) =>
  run((tx) => {
    switch (command.do) {
      case "add":
        return move(tx, {
          scope: userId,
          idem: `add:${command.key}`,
          kind: "TOP_UP",
          reason: "Added",
          at: at(),
          sessionId: null,
          cdrId: null,
          postings: [
            {
              source: ["system", "payments"],
              destination: [userId, "wallet"],
              amount: command.amount,
            },
          ],
        });
      case "hold":
        return placeHold(tx, {
          userId,
          sessionId: `ses_${command.session}`,
          amount: command.amount,
          reason: "Held",
          at: at(),
        });
      case "release":
        return releaseHold(tx, {
          userId,
          sessionId: `ses_${command.session}`,
          status: "RELEASED",
          reason: "Back",
          at: at(),
        });
      case "capture":
        return captureHold(tx, {
          userId,
          sessionId: `ses_${command.session}`,
          cdrId: `cdr_${command.cdr}`,
          total: command.total,
          gst: (command.total * 18n) / 118n,
          reason: "Charge",
          at: at(),
        });
    }
  });

/** What an accountant would write down, in a few lines and without a database. */
function bookkeeper() {
  const books: Balances = { wallet: 0n, held: 0n, overdraft: 0n };
  const seen = new Map<string, string>();
  const holds = new Map<number, { amount: bigint; open: boolean }>();

  const once = (key: string, command: Command, apply: () => boolean | string) => {
    const input = JSON.stringify(command, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    const before = seen.get(key);
    if (before !== undefined) return before === input ? false : "VM001";
    const outcome = apply();
    if (outcome === true) seen.set(key, input);
    return outcome;
  };

  const expected = (command: Command): boolean | string => {
    switch (command.do) {
      case "add":
        return once(`add:${command.key}`, command, () => {
          books.wallet += command.amount;
          return true;
        });
      case "hold":
        return once(`hold:${command.session}`, command, () => {
          if (books.wallet < command.amount) return "23514";
          books.wallet -= command.amount;
          books.held += command.amount;
          holds.set(command.session, { amount: command.amount, open: true });
          return true;
        });
      case "release": {
        const hold = holds.get(command.session);
        if (!hold?.open) return false;
        hold.open = false;
        books.held -= hold.amount;
        books.wallet += hold.amount;
        return true;
      }
      case "capture":
        return once(`bill:${command.cdr}`, command, () => {
          const hold = holds.get(command.session);
          const held = hold?.open ? hold.amount : 0n;
          const covered = command.total < held ? command.total : held;
          books.held -= held;
          books.wallet += held - covered;
          books.overdraft -= command.total - covered;
          if (hold) hold.open = false;
          return true;
        });
    }
  };
  return { books, expected };
}

const amount = fc.bigInt({ min: 1n, max: 60_000n });
const few = fc.integer({ min: 0, max: 3 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), key: few, amount }),
  fc.record({ do: fc.constant("hold" as const), session: few, amount }),
  fc.record({ do: fc.constant("release" as const), session: few }),
  fc.record({
    do: fc.constant("capture" as const),
    session: few,
    cdr: few,
    total: fc.bigInt({ min: 0n, max: 80_000n }),
  }),
);

describe("the ledger", () => {
  test("[B-1] keeps the books of any sequence of top-ups, holds, releases and captures, replays included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 24 }), async (commands) => {
        const userId = await openBooks();
        const { books, expected } = bookkeeper();
        for (const each of commands) {
          const should = expected(each);
          expect(await perform(userId, each)).toBe(should);
          expect(await balances(userId)).toEqual(books);
          // Again at once: nothing may change, whatever it was.
          const again = await perform(userId, each);
          expect(again).toBe(should === true ? false : should);
          expect(await balances(userId)).toEqual(books);
        }
        expect(books.wallet).toBeGreaterThanOrEqual(0n);
        const movements = await listMovements(world.database.db, userId, 0, 100);
        const shown = movements.filter(({ kind }) => kind !== "HOLD" && kind !== "RELEASE");
        const sum = shown.reduce((total, each) => total + each.amount, 0n);
        expect(sum).toBe(books.wallet + books.held + books.overdraft);
        if (movements[0]) expect(movements[0].balance_after).toBe(sum);
      }),
      { numRuns: 120 },
    );
    expect(await faults()).toEqual(SOUND);
  });

  test("[B-1] a hold given back leaves everything as it was", async () => {
    await fc.assert(
      fc.asyncProperty(amount, fc.bigInt({ min: 1n, max: 100n }), async (has, percent) => {
        const userId = await openBooks();
        await perform(userId, { do: "add", key: 0, amount: has });
        const before = await balances(userId);
        const part = (has * percent) / 100n || 1n;
        expect(await perform(userId, { do: "hold", session: 1, amount: part })).toBe(true);
        expect(await balances(userId)).toEqual({ wallet: has - part, held: part, overdraft: 0n });
        expect(await perform(userId, { do: "release", session: 1 })).toBe(true);
        expect(await balances(userId)).toEqual(before);
        expect(await perform(userId, { do: "release", session: 1 })).toBe(false);
        expect(await balances(userId)).toEqual(before);
      }),
      { numRuns: 20 },
    );
    expect(await faults()).toEqual(SOUND);
  });

  test("[B-2] a floor holds under parallel holds", async () => {
    const userId = await openBooks();
    await perform(userId, { do: "add", key: 0, amount: 10_500n });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, session) =>
        perform(userId, { do: "hold", session, amount: 1_000n }),
      ),
    );
    expect(answers.filter((answer) => answer === true)).toHaveLength(10);
    expect(answers.filter((answer) => answer === "23514")).toHaveLength(20);
    expect(await balances(userId)).toEqual({ wallet: 500n, held: 10_000n, overdraft: 0n });
    expect(await faults()).toEqual(SOUND);
  });

  test("the same move fifty times at once is booked once", async () => {
    const userId = await openBooks();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => perform(userId, { do: "add", key: 7, amount: 123n })),
    );
    expect(answers.filter((answer) => answer === true)).toHaveLength(1);
    expect((await balances(userId)).wallet).toBe(123n);
  });

  test("a bill of nothing, without a hold, is booked like any other", async () => {
    const userId = await openBooks();
    const bill = { do: "capture", session: 1, cdr: 1, total: 0n } as const;
    expect(await perform(userId, bill)).toBe(true);
    expect(await perform(userId, bill)).toBe(false);
    expect(await faults()).toEqual(SOUND);
  });

  // Negative controls: a check that cannot fail proves nothing.
  test.each([
    [
      "drifted",
      "update ledger_account set balance = balance + 1 where owner = $1 and kind = 'wallet'",
    ],
    [
      "drifted",
      "update ledger_posting set amount = amount + 1 where scope = $1 and source_kind = 'payments'",
    ],
    ["misheld", "update ledger_hold set status = 'RELEASED' where user_id = $1"],
    [
      "unbalanced",
      `insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at)
       values ($1, 'trf_lost', 'lost', '', 'CORRECTION', '', now())`,
    ],
  ])("the check finds books that are %s: %s", async (fault, damage) => {
    const userId = await openBooks();
    await perform(userId, { do: "add", key: 0, amount: 5_000n });
    await perform(userId, { do: "hold", session: 1, amount: 2_000n });
    expect(await faults()).toEqual(SOUND);
    const { pool } = world.database;
    try {
      expect((await pool.query(damage, [userId])).rowCount).toBe(1);
      expect(await faults()).toEqual({ ...SOUND, [fault]: 1 });
    } finally {
      await pool.query("delete from ledger_posting where scope = $1", [userId]);
      await pool.query("delete from ledger_transfer where scope = $1", [userId]);
      await pool.query("delete from ledger_hold where user_id = $1", [userId]);
      await pool.query("delete from ledger_account where owner = $1", [userId]);
    }
  });
});
