import type { Cdr } from "@voltmarg/ocpi";
import { exact } from "@voltmarg/rules";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountBalances,
  ledgerFaults,
  START,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import { rows, sql } from "../../platform/database/database.ts";
import type { Audit } from "./check-cdr.ts";
import type { Due } from "./limit-to-agreed.ts";
import {
  bookCorrection,
  bookOperatorCost,
  reverseOperatorCost,
  settleDisputedCost,
} from "./operator-cost.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** What the operator asks in rupees with GST, and what our check found in paise. */
const audited = (asked: string, checked: bigint, agreed: boolean): Audit => ({
  asked: { excl: exact("0"), incl: exact(asked) },
  checked: { inclMinor: checked } as Audit["checked"],
  tolerance: exact("0.005"),
  agreed,
});
const due = (more: Partial<Due>): Due => ({
  net: 0n,
  total: 10_000n,
  ours: null,
  audit: null,
  priced: 10_000n,
  above: null,
  ...more,
});

let made = 0;
/** An operator with its books and one billed record. */
async function operator() {
  const { database } = world;
  const id = `opr_cost_${++made}`;
  const cdrId = `cdr_cost_${made}`;
  await sql`insert into operator (id, name, versions_url, created_at)
    values (${id}, ${id}, ${`https://${id}.example`}, ${START})`.execute(database.db);
  await sql`insert into ledger_account (owner, kind, cached)
    values (${`operator:${id}`}, 'payable', true), (${`operator:${id}`}, 'disputed', true) on conflict do nothing`.execute(
    database.db,
  );
  return {
    book: (of: Partial<Due>) =>
      database.transact((tx) =>
        bookOperatorCost(tx, {
          operatorId: id,
          userId: "usr_1",
          sessionId: "ses_1",
          cdrId,
          cdr: {
            id: "ocpi-1",
            end_date_time: "2026-11-20T06:00:00Z",
            total_energy: 5,
            total_cost: { excl_vat: 70 },
          } as unknown as Cdr,
          due: due(of),
          at: START,
        }),
      ),
    correct: () =>
      database.transact((tx) =>
        bookCorrection(tx, { originalId: cdrId, id: `${cdrId}:corrected`, at: START }),
      ),
    settle: (owed: bigint) =>
      database.transact((tx) =>
        settleDisputedCost(tx, {
          dispute: { cdr_id: cdrId, session_id: "ses_1" },
          owed,
          at: START,
        }),
      ),
    reverse: (corrected = false) =>
      database.transact((tx) =>
        reverseOperatorCost(tx, {
          originalId: cdrId,
          id: `${cdrId}:credit`,
          cdr: { id: "ocpi-2" } as Cdr,
          sessionId: "ses_1",
          corrected,
          at: START,
        }),
      ),
    /** Asked, checked, payable, disputed and paid, of each line in the order of booking. */
    lines: async () =>
      (
        await rows(
          database.db,
          sql<Record<"asked" | "checked" | "payable" | "disputed" | "paid", bigint>>`
            select asked, checked, payable, disputed, paid from operator_cost
            where operator_id = ${id} order by at, cdr_id`,
        )
      ).map((row) =>
        [row.asked, row.checked, row.payable, row.disputed, row.paid].map((paise) => Number(paise)),
      ),
    facts: () =>
      rows(
        database.db,
        sql`select cdr_id, ocpi_id, kwh, reversed_by from operator_cost
          where operator_id = ${id} order by at, cdr_id`,
      ),
    books: async () => {
      const { payable = 0n, disputed = 0n } = await accountBalances(world, `operator:${id}`);
      return [Number(payable), Number(disputed)];
    },
    cdrId,
  };
}
async function linesOf(of: Partial<Due>) {
  const one = await operator();
  await one.book(of);
  const lines = await one.lines();
  expect(lines).toHaveLength(1);
  expect(await one.books()).toEqual(lines[0]!.slice(2, 4));
  return lines[0];
}

test("we owe what the operator asks where our check agrees, and nothing is disputed", async () => {
  expect(await linesOf({ audit: audited("100", 10_000n, true) })).toEqual([
    10_000, 10_000, 10_000, 0, 10_000,
  ]);
  // Within the tolerance the operator's own figure is paid.
  expect(await linesOf({ audit: audited("100.01", 10_000n, true) })).toEqual([
    10_001, 10_000, 10_001, 0, 10_000,
  ]);
});

test("we owe what our check found where the operator asks for more, and dispute the rest", async () => {
  expect(await linesOf({ audit: audited("150", 10_000n, false) })).toEqual([
    15_000, 10_000, 10_000, 5_000, 10_000,
  ]);
  expect(await linesOf({ audit: audited("100.01", 10_000n, false) })).toEqual([
    10_001, 10_000, 10_000, 1, 10_000,
  ]);
});

test("we owe no more than the operator asks where our check found more", async () => {
  expect(await linesOf({ audit: audited("80", 10_000n, false), total: 8_000n })).toEqual([
    8_000, 10_000, 8_000, 0, 8_000,
  ]);
});

test("without an agreed price we owe what the operator asks, not our price with our tax", async () => {
  expect(await linesOf({ priced: 8_260n, total: 8_260n })).toEqual([7_000, 7_000, 7_000, 0, 8_260]);
});

test("above the agreed maximum we owe only the operator's share of it, and dispute the rest", async () => {
  expect(
    await linesOf({ audit: audited("90", 9_000n, true), above: 5_000n, total: 4_000n }),
  ).toEqual([9_000, 9_000, 4_500, 4_500, 4_000]);
  // Of a part of a paisa nothing is owed.
  expect(await linesOf({ priced: 10_001n, above: 3n, total: 3n })).toEqual([
    7_000, 7_000, 2, 6_998, 3,
  ]);
  expect(await linesOf({ above: 0n, total: 0n })).toEqual([7_000, 7_000, 0, 7_000, 0]);
});

const disputed = async () => {
  const one = await operator();
  await one.book({ audit: audited("150", 10_000n, false) });
  return one;
};

test("a decision on a dispute may award nothing, all of it, and not a paisa more", async () => {
  const none = await disputed();
  expect(await none.settle(0n)).toBeNull();
  expect(await none.lines()).toEqual([
    [15_000, 10_000, 10_000, 5_000, 10_000],
    [0, 0, 0, -5_000, 0],
  ]);
  expect(await none.books()).toEqual([10_000, 0]);
  const all = await disputed();
  expect(await all.settle(5_001n)).toBe(5_000n);
  expect([await all.books(), (await all.lines()).length]).toEqual([[10_000, 5_000], 1]);
  expect(await all.settle(5_000n)).toBeNull();
  expect(await all.books()).toEqual([15_000, 0]);
  const part = await disputed();
  expect(await part.settle(1n)).toBeNull();
  expect((await part.lines())[1]).toEqual([0, 0, 1, -5_000, 0]);
  expect(await part.books()).toEqual([10_001, 0]);
});

test("where nothing is disputed there is nothing to decide", async () => {
  const one = await operator();
  expect(await one.settle(0n)).toBeNull();
  expect(await one.settle(1n)).toBe(0n);
  await one.book({ audit: audited("100", 10_000n, true) });
  expect(await one.settle(1n)).toBe(0n);
  expect(await one.settle(0n)).toBeNull();
  expect(await one.lines()).toHaveLength(1);
});

test("a credited record takes everything back, the decision on its dispute included", async () => {
  const one = await disputed();
  await one.reverse();
  expect((await one.lines())[1]).toEqual([-15_000, -10_000, -10_000, -5_000, -10_000]);
  expect(await one.books()).toEqual([0, 0]);
  expect(await one.facts()).toMatchObject([
    { cdr_id: one.cdrId, ocpi_id: "ocpi-1", kwh: 5, reversed_by: `${one.cdrId}:credit` },
    { cdr_id: `${one.cdrId}:credit`, ocpi_id: "ocpi-2", kwh: -5, reversed_by: null },
  ]);
  const decided = await disputed();
  await decided.settle(2_000n);
  await decided.reverse();
  expect((await decided.lines())[1]).toEqual([-15_000, -10_000, -12_000, 0, -10_000]);
  expect(await decided.books()).toEqual([0, 0]);
});

test("a bill that staff credited before is not taken back from the payer twice", async () => {
  const one = await disputed();
  await one.correct();
  expect((await one.lines())[1]).toEqual([0, 0, 0, 0, -10_000]);
  expect(await one.books()).toEqual([10_000, 5_000]);
  await one.reverse(true);
  const lines = await one.lines();
  expect(lines).toContainEqual([-15_000, -10_000, -10_000, -5_000, 0]);
  expect(lines.map((line) => line[4]!).reduce((sum, paid) => sum + paid, 0)).toBe(0);
  expect(await one.books()).toEqual([0, 0]);
});

test("a bill from before operators had books changes none", async () => {
  const one = await operator();
  await one.correct();
  await one.reverse();
  expect([await one.lines(), await one.books()]).toEqual([[], [0, 0]]);
});

test("the ledger balances after all of these", async () => {
  const { unbalanced, drifted } = await ledgerFaults(world);
  expect({ unbalanced, drifted }).toEqual({ unbalanced: 0, drifted: 0 });
});
