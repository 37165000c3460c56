import { checkLedger } from "@voltmarg/testkit/check-ledger";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Queryable, sql, type Tx } from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/sql-state.ts";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { checkLedgerSlice, LEDGER_START, type LedgerFaults } from "./check-ledger.store.ts";
import {
  captureHold,
  KeyReused,
  move,
  placeHold,
  readBalances,
  releaseHold,
  type Balances,
} from "./ledger.store.ts";
import { listMovements as listMovementRows } from "./movements.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const SOUND: LedgerFaults = {
  unbalanced: 0,
  drifted: 0,
  misheld: 0,
  overdrawn: 0,
  below_bound: 0,
  miscredited: 0,
  misbilled: 0,
  misrefunded: 0,
  stranded: 0,
};
const listMovements = (userId: string) =>
  listMovementRows(
    world.database.db,
    userId,
    { kind: null, from: null, until: null, perSession: false },
    { offset: 0, limit: 100 },
  );
/** The random captures here belong to no session; the bound of a debt has its own test below. */
/** What slices of a few owners and transfers find together. */
async function inSlices(on: Queryable): Promise<LedgerFaults> {
  const total: Record<string, number> = {};
  let next = LEDGER_START;
  while (next.owner !== null || next.transfer !== null) {
    const slice = await checkLedgerSlice(on, next, { owners: 7, transfers: 400 });
    for (const [kind, count] of Object.entries(slice.faults))
      total[kind] = (total[kind] ?? 0) + count;
    next = slice.next;
  }
  return total as LedgerFaults;
}
const faults = async () => ({ ...(await checkLedger(world.database.db)), below_bound: 0 });
const balances = (userId: string) => readBalances(world.database.db, userId);

let owners = 0;
async function openBooks(): Promise<string> {
  const userId = `usr_ledger_${owners++}`;
  await world.database.pool.query("select ledger_open_driver($1)", [userId]);
  return userId;
}

/** Runs one move of money in its own transaction. Returns its result, or the database's refusal. */
async function run(work: (tx: Tx) => Promise<boolean>): Promise<boolean | string> {
  world.clock.advance(1);
  try {
    return await world.database.transact(work);
  } catch (error) {
    const state = sqlState(error instanceof KeyReused ? error.cause : error);
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
          kind: "CORRECTION",
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

const NOTHING: Balances = { wallet: 0n, held: 0n, withdrawing: 0n, overdraft: 0n, goodwill: 0n };

/** A model of the ledger in a few lines, without a database. */
function bookkeeper() {
  const books: Balances = { ...NOTHING };
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

  /** What the wallet has pays a debt at once. */
  const net = () => {
    const paid = books.wallet < -books.overdraft ? books.wallet : -books.overdraft;
    books.wallet -= paid;
    books.overdraft += paid;
  };
  const expected = (command: Command): boolean | string => {
    switch (command.do) {
      case "add":
        return once(`add:${command.key}`, command, () => {
          books.wallet += command.amount;
          net();
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
        net();
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
          net();
          return true;
        });
    }
  };
  return { books, expected };
}

const amount = fc.bigInt({ min: 1n, max: 60_000n });
/** An amount, or all that is in an account, and a paisa less or more. */
type Relative = bigint | { all: keyof Balances; and: bigint };
const relative: fc.Arbitrary<Relative> = fc.oneof(
  amount,
  fc.record({
    all: fc.constantFrom("wallet" as const, "held" as const),
    and: fc.constantFrom(-1n, 0n, 1n),
  }),
);
const amountIn = (books: Balances, of: Relative, least: bigint): bigint => {
  const is = typeof of === "bigint" ? of : books[of.all] + of.and;
  return is < least ? least : is;
};
type Drawn = (books: Balances) => Command;
const few = fc.integer({ min: 0, max: 3 });
const command: fc.Arbitrary<Drawn> = fc.oneof(
  fc.tuple(few, amount).map(([key, added]) => () => ({ do: "add" as const, key, amount: added })),
  fc.tuple(few, relative).map(([session, of]) => (books: Balances) => ({
    do: "hold" as const,
    session,
    amount: amountIn(books, of, 1n),
  })),
  few.map((session) => () => ({ do: "release" as const, session })),
  fc.tuple(few, few, relative).map(([session, cdr, of]) => (books: Balances) => ({
    do: "capture" as const,
    session,
    cdr,
    total: amountIn(books, of, 0n),
  })),
);

describe("the ledger", () => {
  test("[B-1] equals the model after any sequence of top-ups, holds, releases and captures, replays included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 24 }), async (commands) => {
        const userId = await openBooks();
        const { books, expected } = bookkeeper();
        for (const drawn of commands) {
          const each = drawn(books);
          const should = expected(each);
          expect(await perform(userId, each)).toBe(should);
          expect(await balances(userId)).toEqual(books);
          // Repeated at once: nothing may change.
          const again = await perform(userId, each);
          expect(again).toBe(should === true ? false : should);
          expect(await balances(userId)).toEqual(books);
        }
        expect(books.wallet).toBeGreaterThanOrEqual(0n);
        const movements = await listMovements(userId);
        const shown = movements.filter(({ kind }) => kind !== "HOLD" && kind !== "RELEASE");
        const sum = shown.reduce((total, each) => total + each.amount, 0n);
        expect(sum).toBe(books.wallet + books.held + books.overdraft);
        if (movements[0]) expect(movements[0].balance_after).toBe(sum);
      }),
      { numRuns: 120 },
    );
    expect(await faults()).toEqual(SOUND);
  });

  test("[B-1] a released hold leaves everything unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(amount, fc.bigInt({ min: 1n, max: 100n }), async (has, percent) => {
        const userId = await openBooks();
        await perform(userId, { do: "add", key: 0, amount: has });
        const before = await balances(userId);
        const part = (has * percent) / 100n || 1n;
        expect(await perform(userId, { do: "hold", session: 1, amount: part })).toBe(true);
        expect(await balances(userId)).toEqual({ ...NOTHING, wallet: has - part, held: part });
        expect(await perform(userId, { do: "release", session: 1 })).toBe(true);
        expect(await balances(userId)).toEqual(before);
        expect(await perform(userId, { do: "release", session: 1 })).toBe(false);
        expect(await balances(userId)).toEqual(before);
      }),
      { numRuns: 20 },
    );
    expect(await faults()).toEqual(SOUND);
  });

  test("[B-2] parallel holds never exceed the wallet", async () => {
    const userId = await openBooks();
    await perform(userId, { do: "add", key: 0, amount: 10_500n });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, session) =>
        perform(userId, { do: "hold", session, amount: 1_000n }),
      ),
    );
    expect(answers.filter((answer) => answer === true)).toHaveLength(10);
    expect(answers.filter((answer) => answer === "23514")).toHaveLength(20);
    expect(await balances(userId)).toEqual({ ...NOTHING, wallet: 500n, held: 10_000n });
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

  test("[B-1] concurrent moves of several drivers keep all accounts correct, and return their results", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), command), {
          minLength: 8,
          maxLength: 40,
        }),
        async (commands) => {
          const users = await Promise.all([openBooks(), openBooks(), openBooks()]);
          // What is in an account meanwhile is not known: these amounts may be there, or not.
          const perhaps = { ...NOTHING, wallet: 40_000n, held: 20_000n };
          const all = commands.map(([user, drawn]) => perform(users[user]!, drawn(perhaps)));
          await Promise.all(all);
          for (const userId of users) {
            const { wallet: free, held, overdraft } = await balances(userId);
            expect(free).toBeGreaterThanOrEqual(0n);
            expect(held).toBeGreaterThanOrEqual(0n);
            const shown = await listMovements(userId);
            const sum = shown
              .filter(({ kind }) => kind !== "HOLD" && kind !== "RELEASE")
              .reduce((total, each) => total + each.amount, 0n);
            expect(sum).toBe(free + held + overdraft);
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(await faults()).toEqual(SOUND);
  });

  test.each(["source", "destination"] as const)(
    "a move whose %s is another driver than its scope is refused, and changes nothing",
    async (side) => {
      const [one, two] = [await openBooks(), await openBooks()];
      for (const id of [one, two]) await perform(id, { do: "add", key: 0, amount: 50_000n });
      const posting = {
        source: [one, "wallet"],
        destination: [two, "wallet"],
        amount: 1n,
      } as const;
      const answer = await run((tx) =>
        move(tx, {
          scope: side === "source" ? two : one,
          idem: "pass",
          kind: "CORRECTION",
          reason: "Passed on",
          at: at(),
          sessionId: null,
          cdrId: null,
          postings: [posting],
        }),
      );
      expect(answer).toBe("VM002");
      for (const id of [one, two])
        expect(await balances(id)).toEqual({ ...NOTHING, wallet: 50_000n });
      expect(await faults()).toEqual(SOUND);
    },
  );

  test("a move of a driver without a wallet is refused", async () => {
    expect(await perform("usr_nobody", { do: "add", key: 0, amount: 1n })).toBe("VM002");
    expect(await perform("usr_nobody", { do: "hold", session: 0, amount: 1n })).toBe("VM002");
    expect(await faults()).toEqual(SOUND);
  });

  test("no row of a transfer can be changed, its postings least of all", async () => {
    const { pool } = world.database;
    for (const change of [
      "update ledger_transfer set reason = 'Another'",
      "delete from ledger_transfer where scope = 'nobody'",
      "truncate ledger_transfer",
    ]) {
      await expect(pool.query(change)).rejects.toMatchObject({ code: "VM003" });
    }
    for (const change of ["update ledger_posting set amount = 0", "delete from ledger_posting"]) {
      // A view of the transfers: there is nothing to write to.
      await expect(pool.query(change)).rejects.toMatchObject({ code: "55000" });
    }
    for (const amounts of ["'{}'", "'{-1}'", "'{null}'", "'{1,2}'"]) {
      const halves = `insert into ledger_transfer values
        ('x', 'x', 'x', '', 'CORRECTION', '', now(), null, null, 0, '{a}', '{b}', '{c}', '{d}', ${amounts})`;
      await expect(pool.query(halves)).rejects.toMatchObject({ code: "23514" });
    }
  });

  test("transfers of a driver whose wallet is gone are found, in slices too", async () => {
    const userId = await openBooks();
    await perform(userId, { do: "add", key: 0, amount: 5_000n });
    const before = await inSlices(world.database.db);
    const undo = new Error("taken back");
    const damaged = world.database.transact(async (tx) => {
      await sql`delete from ledger_wallet where owner = ${userId}`.execute(tx);
      expect((await checkLedger(tx)).drifted).toBe(1);
      expect((await inSlices(tx)).drifted - before.drifted).toBe(1);
      throw undo;
    });
    await expect(damaged).rejects.toBe(undo);
  });

  // Negative controls: a check that cannot fail proves nothing.
  test.each([
    ["drifted", "update ledger_wallet set wallet = wallet + 1 where owner = $1"],
    [
      "drifted",
      "update ledger_transfer set amount[1] = amount[1] + 1 where scope = $1 and kind = 'CORRECTION'",
    ],
    ["misheld", "update ledger_hold set status = 'RELEASED' where user_id = $1"],
    [
      "unbalanced",
      `alter table ledger_transfer drop constraint ledger_transfer_postings;
       insert into ledger_transfer values
        ($1, 'trf_lost', 'lost', '', 'CORRECTION', '', now(), null, null, 0, '{}', '{}', '{}', '{}', '{}')`,
    ],
    [
      "miscredited",
      `insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
       values ($1, 'pay_lost', 'top_lost', 1, 'UPI', now())`,
    ],
    [
      "miscredited",
      `insert into top_up (user_id, id, amount, status, created_at) values ($1, 'top_lost', 1, 'CREDITED', now())`,
    ],
    [
      "misbilled",
      `insert into cdr (user_id, id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at)
       values ($1, 'cdr_lost', 'IN', 'XYZ', 'x', 1, 1, '{}', '{}', now())`,
    ],
    [
      "misrefunded",
      `insert into withdrawal_refund (user_id, id, withdrawal_id, payment_id, amount, status, created_at)
       values ($1, 'rfd_lost', 'wdr_lost', 'pay_lost', 1, 'REQUESTED', now())`,
    ],
    [
      "misrefunded",
      `insert into withdrawal_refund (user_id, id, withdrawal_id, payment_id, amount, status, created_at)
       values ($1, 'rfd_lost', 'wdr_lost', 'pay_lost', 1, 'DONE', now())`,
    ],
    [
      "stranded",
      `insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
         answer_due_at, open)
       select $1, session_id, 'opr', 'FAILED', 'EXPIRED', 1, '{}', '[]', now(), now(), false
       from ledger_hold where user_id = $1`,
    ],
    [
      "below_bound",
      `update ledger_wallet set wallet = 0, overdraft = -5001 where owner = $1;
       insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
         answer_due_at, open)
       values ($1, 'ses_debt', 'opr', 'COMPLETED', 'BILLED', 1, '{"bound_minor": 5000}', '[]', now(), now(), false);
       insert into ledger_transfer values ($1, 'trf_debt', 'debt', '', 'CHARGE', '', '2099-01-01', 'ses_debt', null, 0,
         array[$1, $1], array['overdraft', 'wallet'], array['system', 'system'], array['sales', 'sales'],
         array[5001, 3000])`,
    ],
  ] as const)("the check finds books that are %s: %s", async (fault, damage) => {
    const userId = await openBooks();
    await perform(userId, { do: "add", key: 0, amount: 5_000n });
    await perform(userId, { do: "hold", session: 1, amount: 2_000n });
    expect(await faults()).toEqual(SOUND);
    const { below_bound: owing } = await checkLedger(world.database.db);
    const before = (await inSlices(world.database.db))[fault];
    const seen: LedgerFaults[] = [];
    let sliced = 0;
    const undo = new Error("taken back");
    const damaged = world.database.transact(async (tx) => {
      // As a superuser, with triggers switched off.
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const each of damage.replaceAll("$1", `'${userId}'`).split(";")) {
        const { rowCount } = await sql.raw(each).execute(tx);
        expect(rowCount ?? 1).toBe(1);
      }
      const found = await checkLedger(tx);
      seen.push({ ...found, below_bound: fault === "below_bound" ? found.below_bound - owing : 0 });
      sliced = (await inSlices(tx))[fault] - before;
      throw undo;
    });
    await expect(damaged).rejects.toBe(undo);
    expect(sliced, "in slices").toBe(1);
    expect(seen).toEqual([{ ...SOUND, [fault]: 1 }]);
  });
});
