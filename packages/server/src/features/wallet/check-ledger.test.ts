import { checkLedger } from "@voltmarg/testkit/check-ledger";
import { databases } from "@voltmarg/testkit/test-databases";
import { beforeAll, describe, expect, test } from "vitest";
import {
  openDatabase,
  sql,
  type Database,
  type Queryable,
} from "../../platform/database/database.ts";
import { checkLedgerSlice, LEDGER_START, type LedgerFaults } from "./check-ledger.store.ts";
import { move, type Move, type Posting } from "./ledger.store.ts";

let database: Database;
beforeAll(async () => {
  const created = await databases.create();
  database = openDatabase(created.connectionString, () => {}, 2);
  await keepBooks();
  return async () => {
    await database.close();
    await created.drop();
  };
});

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
const AT = Date.parse("2026-11-20T06:30:00Z");
const minute = (n: number) => new Date(AT + n * 60_000);
const out = ["system", "payments"] as const;
const sales = ["system", "sales"] as const;

let keys = 0;
const book = (
  scope: string,
  kind: Move["kind"],
  postings: [Posting["source"], Posting["destination"], bigint][],
  more: Partial<Move> = {},
) =>
  move(database.db, {
    scope,
    idem: `key:${keys++}`,
    kind,
    reason: "Booked",
    at: minute(5),
    sessionId: null,
    cdrId: null,
    ...more,
    postings: postings.map(([source, destination, amount]) => ({ source, destination, amount })),
  });
const run = (text: string) => database.pool.query(text);

/** Sound books with all that the check reads: payments, holds, bills, credits, refunds in each state, a company. */
async function keepBooks(): Promise<void> {
  for (const id of ["usr_a", "usr_b", "usr_c", "usr_d", "usr_none"])
    await run(`select ledger_open_driver('${id}')`);
  const added = async (id: string, amount: bigint, payment: string, topUp: string) => {
    await book(id, "TOP_UP", [[out, [id, "wallet"], amount]], { idem: `top-up:${payment}` });
    await run(`insert into wallet_payment (user_id, payment_id, top_up_id, amount, source, credited_at)
      values ('${id}', '${payment}', '${topUp}', ${amount}, 'UPI', now())`);
  };
  await run(`insert into top_up (user_id, id, amount, status, created_at) values
    ('usr_a', 'top_a', 1, 'CREDITED', now()), ('usr_a', 'top_waits', 1, 'CREATED', now()),
    ('usr_b', 'top_b', 1, 'CREDITED', now())`);
  await added("usr_a", 60_000n, "pay_a", "top_a");
  await added("usr_a", 40_000n, "pay_a2", "top_a");
  await added("usr_b", 50_000n, "pay_b", "top_b");
  // Of before there were payments, and a key that only looks like one.
  await book("usr_a", "TOP_UP", [[out, ["usr_a", "wallet"], 100n]], { idem: "legacy:1" });
  await book("usr_a", "CORRECTION", [[out, ["usr_a", "wallet"], 100n]], { idem: "top-up:no" });

  await run(`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
      answer_due_at, open)
    select u, id, 'opr', status, step, 1, jsonb_build_object('bound_minor', bound), '[]', now(), now(), false
    from (values ('usr_a', 'ses_open', 'ACTIVE', 'CHARGING', 0), ('usr_b', 'ses_open', 'FAILED', 'EXPIRED', 0),
      ('usr_b', 'ses_b', 'ACTIVE', 'CHARGING', 0), ('usr_b', 'ses_gone', 'INVALID', 'EXPIRED', 0),
      ('usr_a', 'ses_billed', 'COMPLETED', 'BILLED', 0), ('usr_a', 'ses_failed', 'FAILED', 'EXPIRED', 0),
      ('usr_d', 'ses_held', 'ACTIVE', 'CHARGING', 9000), ('usr_d', 'ses_debt', 'COMPLETED', 'BILLED', 5000),
      ('usr_d', 'ses_before', 'COMPLETED', 'BILLED', 100000)) s (u, id, status, step, bound)`);
  const held = async (
    id: string,
    session: string,
    amount: bigint,
    status: string,
    at = minute(9),
  ) => {
    await run(`insert into ledger_hold (user_id, id, session_id, amount, status, created_at)
      values ('${id}', 'hld_${id}_${session}', '${session}', ${amount}, '${status}', now())`);
    await book(id, "HOLD", [[[id, "wallet"], [id, "held"], amount]], { sessionId: session, at });
    if (status !== "HELD")
      await book(id, "RELEASE", [[[id, "held"], [id, "wallet"], amount]], { sessionId: session });
  };
  await held("usr_a", "ses_open", 1_000n, "HELD");
  await held("usr_a", "ses_billed", 2_000n, "CAPTURED");
  await held("usr_a", "ses_failed", 3_000n, "RELEASED");
  await held("usr_b", "ses_b", 700n, "HELD");

  const cdr = (id: string, name: string, creditOf: string | null) =>
    run(`insert into cdr (user_id, id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at,
        credit_of)
      values ('${id}', '${name}', 'IN', 'XYZ', 'x', 1, 1, '{}', '{}', now(), ${creditOf ? `'${creditOf}'` : "null"})`);
  const charged = async (id: string, name: string, amount: bigint, more: Partial<Move> = {}) => {
    await cdr(id, name, null);
    await book(id, "CHARGE", [[[id, "wallet"], sales, amount]], { cdrId: name, ...more });
  };
  await charged("usr_a", "cdr_a", 900n, { sessionId: "ses_billed" });
  await cdr("usr_a", "cdr_a_credit", "cdr_a");
  await book("usr_a", "REFUND", [[sales, ["usr_a", "wallet"], 900n]], { cdrId: "cdr_a_credit" });
  await book("usr_a", "CORRECTION", [[sales, ["usr_a", "wallet"], 1n]], { cdrId: "cdr_a" });
  await charged("usr_b", "cdr_b", 0n);
  await run("insert into ledger_account (owner, kind, cached) values ('com', 'receivable', true)");
  await cdr("usr_b", "cdr_com", null);
  await book("com", "CHARGE", [[["com", "receivable"], sales, 800n]], { cdrId: "cdr_com" });

  // Owes exactly the bound of the one charge since the last hold.
  await book("usr_d", "CORRECTION", [[out, ["usr_d", "wallet"], 9_010n]]);
  await charged("usr_d", "cdr_before", 0n, { sessionId: "ses_before", at: minute(0) });
  await held("usr_d", "ses_held", 9_000n, "HELD", minute(1));
  await cdr("usr_d", "cdr_debt", null);
  await book("usr_d", "CHARGE", [[["usr_d", "overdraft"], sales, 5_010n]], {
    cdrId: "cdr_debt",
    sessionId: "ses_debt",
    at: minute(1),
  });

  await run(`insert into withdrawal (user_id, id, amount, cause, created_at) values
    ('usr_a', 'wdr', 1, 'REQUEST', now()), ('usr_b', 'wdr', 1, 'REQUEST', now())`);
  const refunded = async (id: string, name: string, amount: bigint, status: string) => {
    await run(`insert into withdrawal_refund (user_id, id, withdrawal_id, payment_id, amount, status, created_at)
      values ('${id}', '${name}', 'wdr', '${id === "usr_a" ? "pay_a" : "pay_b"}', ${amount}, '${status}', now())`);
    await book(id, "WITHDRAWAL", [[[id, "wallet"], [id, "withdrawing"], amount]]);
  };
  const settled = (
    id: string,
    name: string,
    amount: bigint,
    kind: "PAYOUT" | "WITHDRAWAL_RETURNED",
  ) =>
    book(id, kind, [[[id, "withdrawing"], kind === "PAYOUT" ? out : [id, "wallet"], amount]], {
      idem: `refund:${name}`,
    });
  await refunded("usr_a", "rfd_asked", 500n, "REQUESTED");
  await refunded("usr_a", "rfd_sent", 300n, "SENT");
  await refunded("usr_a", "rfd_done", 200n, "DONE");
  await settled("usr_a", "rfd_done", 200n, "PAYOUT");
  await refunded("usr_a", "rfd_back", 100n, "FAILED");
  await settled("usr_a", "rfd_back", 100n, "WITHDRAWAL_RETURNED");
  await refunded("usr_b", "rfd_b", 400n, "SENT");
  // It went to another payment instead, which has been paid.
  await run(`insert into withdrawal_refund (user_id, id, withdrawal_id, payment_id, amount, status, created_at)
    values ('usr_b', 'rfd_moved', 'wdr', 'pay_b', 50, 'FAILED', now())`);
  await refunded("usr_b", "rfd_instead", 50n, "DONE");
  await settled("usr_b", "rfd_instead", 50n, "PAYOUT");

  const approval = (id: string, name: string, kind: string, state: string, amount: bigint) =>
    run(`insert into desk_approval (id, kind, state, user_id, amount, subject, reference, reason, proposed_by, person,
        proposed_at)
      values ('${name}', '${kind}', '${state}', '${id}', ${amount}, '${id}', '${name}', '', '', '', now())`);
  for (const [state, kind] of [
    ["WAITING", null],
    ["BOOKED", "PAYOUT"],
    ["CONFIRMED", "PAYOUT"],
    ["REJECTED", "WITHDRAWAL_RETURNED"],
    ["EXPIRED", "WITHDRAWAL_RETURNED"],
  ] as const) {
    const name = `apr_${state.toLowerCase()}`;
    await approval("usr_b", name, "BANK_REFUND", state, 70n);
    await book("usr_b", "WITHDRAWAL", [[["usr_b", "wallet"], ["usr_b", "withdrawing"], 70n]]);
    if (kind) await settled("usr_b", name, 70n, kind);
    await approval("usr_b", `${name}_goodwill`, "GOODWILL", state, 33n);
  }
  await book("system", "CORRECTION", [[out, ["system", "suspense"], 5n]]);
}

const most = { owners: 2, transfers: 7 };
/** What slices of a few owners and transfers find together. */
async function inSlices(on: Queryable): Promise<LedgerFaults> {
  const total = { ...SOUND };
  let next = LEDGER_START;
  for (let n = 0; next.owner !== null || next.transfer !== null; n++) {
    if (n === 50) throw new Error("the check in slices does not end");
    const slice = await checkLedgerSlice(on, next, most);
    for (const kind of Object.keys(SOUND) as (keyof LedgerFaults)[])
      total[kind] += slice.faults[kind];
    next = slice.next;
  }
  return total;
}

/** What the check finds after a damage, whole and in slices; the damage is undone. */
async function found(damage: string): Promise<[LedgerFaults, LedgerFaults]> {
  const undo = new Error("taken back");
  let both: [LedgerFaults, LedgerFaults] | undefined;
  const damaged = database.transact(async (tx) => {
    // As a superuser, with triggers switched off.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const each of damage.split(";")) {
      const { rowCount } = await sql.raw(each).execute(tx);
      expect(rowCount ?? 1, each).toBe(1);
    }
    both = [await checkLedger(tx), await inSlices(tx)];
    throw undo;
  });
  await expect(damaged).rejects.toBe(undo);
  return both!;
}

const noFloor = "alter table ledger_wallet drop constraint ledger_wallet_floor;";
const noShape = "alter table ledger_transfer drop constraint ledger_transfer_postings;";
const transfer = (scope: string, more: string, kind = "CORRECTION", cdr = "null") =>
  `insert into ledger_transfer values ('${scope}', 'trf_0lost', 'lost', '', '${kind}', '', now(), null, ${cdr}, 0, ${more})`;
const nothing = (owner: string) => `'{${owner}}', '{note}', '{${owner}}', '{note}', '{0}'`;

test("[B-1] finds nothing in sound books, whole or in slices", async () => {
  expect(await checkLedger(database.db)).toEqual(SOUND);
  expect(await inSlices(database.db)).toEqual(SOUND);
});

describe("[B-1] the check finds", () => {
  test.each<[string, Partial<LedgerFaults>, string]>([
    [
      "a transfer without postings",
      { unbalanced: 1 },
      transfer("sys", "'{}', '{}', '{}', '{}', '{}'"),
    ],
    [
      "a negative posting",
      { unbalanced: 1 },
      transfer("sys", "'{s}', '{n}', '{s}', '{n}', '{-1}'"),
    ],
    [
      "a posting without an amount",
      { unbalanced: 1 },
      transfer("sys", "'{s,s}', '{n,n}', '{s,s}', '{n,n}', '{1,null}'"),
    ],
    ...["'{}', '{n}', '{s}', '{n}'", "'{s}', '{}', '{s}', '{n}'", "'{s}', '{n}', '{}', '{n}'"]
      .concat("'{s}', '{n}', '{s}', '{}'")
      .map((halves, n): [string, Partial<LedgerFaults>, string] => [
        `a posting that lacks part ${n}`,
        { unbalanced: 1 },
        transfer("sys", `${halves}, '{0}'`),
      ]),
  ])("%s", async (_name, faults, damage) => {
    const [whole, slices] = await found(noShape + damage);
    expect(whole).toEqual({ ...SOUND, ...faults });
    expect(slices).toEqual(whole);
  });

  test.each<[string, Partial<LedgerFaults>, string]>([
    [
      "money in a wallet that nothing brought there",
      { drifted: 1 },
      "update ledger_wallet set wallet = 1 where owner = 'usr_none'",
    ],
    [
      "a company's balance that differs",
      { drifted: 1 },
      "update ledger_account set balance = -801 where owner = 'com'",
    ],
    [
      "a posting of another driver's wallet",
      { drifted: 1 },
      transfer("usr_a", "'{usr_b}', '{wallet}', '{system}', '{payments}', '{5}'"),
    ],
    [
      "a posting of another company's account",
      { drifted: 1 },
      transfer("usr_a", "'{com}', '{receivable}', '{system}', '{payments}', '{5}'"),
    ],
    ...["wallet", "held", "withdrawing", "overdraft"].map(
      (kind): [string, Partial<LedgerFaults>, string] => [
        `a posting of ${kind} of an owner without books`,
        { drifted: 1 },
        `insert into ledger_account (owner, kind, cached) values ('com_x', 'note', false);
         ${transfer("com_x", `'{system}', '{payments}', '{com_x}', '{${kind}}', '{5}'`)}`,
      ],
    ),
    [
      "a hold of another amount",
      { misheld: 1 },
      "update ledger_hold set amount = 1001 where user_id = 'usr_a' and session_id = 'ses_open'",
    ],
    [
      "a hold that was given back without its money",
      { misheld: 1 },
      "update ledger_hold set status = 'EXPIRED' where user_id = 'usr_a' and session_id = 'ses_open'",
    ],
    [
      "a wallet below zero",
      { overdrawn: 1, drifted: 1, below_bound: 1 },
      `${noFloor} update ledger_wallet set wallet = -1 where owner = 'usr_none'`,
    ],
    [
      "held money below zero",
      { overdrawn: 1, drifted: 1, misheld: 1 },
      `${noFloor} update ledger_wallet set held = -1 where owner = 'usr_none'`,
    ],
    [
      "money on its way below zero",
      { overdrawn: 1, drifted: 1, misrefunded: 1 },
      `${noFloor} update ledger_wallet set withdrawing = -1 where owner = 'usr_none'`,
    ],
    [
      "a debt above zero",
      { overdrawn: 1, drifted: 1 },
      `${noFloor} update ledger_wallet set overdraft = 1 where owner = 'usr_none'`,
    ],
    [
      "a debt a paisa above the bound of its charge",
      { below_bound: 1 },
      `update session set snapshot = '{"bound_minor": 4999}' where id = 'ses_debt'`,
    ],
    [
      "a debt of a driver who has no charge",
      { below_bound: 1, drifted: 1 },
      "update ledger_wallet set overdraft = -1 where owner = 'usr_none'",
    ],
    [
      "a payment that was credited and is not there",
      { miscredited: 1 },
      "delete from wallet_payment where payment_id = 'pay_a2'",
    ],
    [
      "a payment that was not credited",
      { miscredited: 2 },
      "update wallet_payment set payment_id = 'pay_x' where payment_id = 'pay_a2'",
    ],
    [
      "a payment that was credited to another driver",
      { miscredited: 2 },
      "update wallet_payment set user_id = 'usr_b' where payment_id = 'pay_a2'",
    ],
    [
      "a credited top-up without a payment",
      { miscredited: 1 },
      "update top_up set status = 'CREDITED' where id = 'top_waits'",
    ],
    [
      "a credited top-up whose payment is another driver's",
      { miscredited: 1 },
      "update top_up set status = 'CREDITED', id = 'top_b' where id = 'top_waits'",
    ],
    [
      "a bill that is charged twice",
      { misbilled: 1 },
      transfer("usr_a", nothing("usr_a"), "CHARGE", "'cdr_a'"),
    ],
    [
      "a credit of a bill that is paid back twice",
      { misbilled: 1 },
      transfer("usr_a", nothing("usr_a"), "REFUND", "'cdr_a_credit'"),
    ],
    [
      "a credit that stands as a bill",
      { misbilled: 1 },
      "update cdr set credit_of = null where id = 'cdr_a_credit'",
    ],
    [
      "a bill that stands as a credit",
      { misbilled: 1 },
      "update cdr set credit_of = 'x' where id = 'cdr_b'",
    ],
    [
      "a refund on its way of another amount",
      { misrefunded: 1 },
      "update withdrawal_refund set amount = 299 where id = 'rfd_sent'",
    ],
    [
      "a bank transfer that waits, of another amount",
      { misrefunded: 1 },
      "update desk_approval set amount = 71 where id = 'apr_waiting'",
    ],
    [
      "a refund that is done and was not paid out",
      { misrefunded: 2 },
      "update withdrawal_refund set status = 'DONE' where id = 'rfd_sent'",
    ],
    [
      "a payout of no refund",
      { misrefunded: 1 },
      "delete from withdrawal_refund where id = 'rfd_done'",
    ],
    [
      "a return of no refund",
      { misrefunded: 1 },
      "delete from withdrawal_refund where id = 'rfd_back'",
    ],
    [
      "a refund that was paid out and failed",
      { misrefunded: 1 },
      "update withdrawal_refund set status = 'FAILED' where id = 'rfd_done'",
    ],
    [
      "a refund that came back and is done",
      { misrefunded: 1 },
      "update withdrawal_refund set status = 'DONE' where id = 'rfd_back'",
    ],
    [
      "a refund of another driver than its payout",
      { misrefunded: 2 },
      "update withdrawal_refund set user_id = 'usr_b' where id = 'rfd_done'",
    ],
    [
      "a bank transfer that was paid and rejected",
      { misrefunded: 1 },
      "update desk_approval set state = 'REJECTED' where id = 'apr_booked'",
    ],
    [
      "a bank transfer that came back and is confirmed",
      { misrefunded: 1 },
      "update desk_approval set state = 'CONFIRMED' where id = 'apr_expired'",
    ],
    [
      "a rejected bank transfer that did not come back",
      { misrefunded: 2 },
      "update desk_approval set id = 'apr_other' where id = 'apr_rejected'",
    ],
    ...[
      "status = 'FAILED'",
      "status = 'INVALID'",
      "step = 'BILLED'",
      "provisional_since = now()",
    ].map((change): [string, Partial<LedgerFaults>, string] => [
      `an open hold of a session with ${change}`,
      { stranded: 1 },
      `update session set ${change} where user_id = 'usr_a' and id = 'ses_open'`,
    ]),
  ])("%s", async (_name, faults, damage) => {
    const [whole, slices] = await found(damage);
    expect(whole).toEqual({ ...SOUND, ...faults });
    expect(slices).toEqual(whole);
  });
});

describe("[B-1] a slice", () => {
  const slice = (from: typeof LEDGER_START, owners: number, transfers: number) =>
    checkLedgerSlice(database.db, from, { owners, transfers });
  const owners = ["com", "usr_a", "usr_b", "usr_c", "usr_d", "usr_none"];

  test("ends at its last owner and transfer, and goes on after them", async () => {
    const { rows } = await database.pool.query(
      "select scope, id from ledger_transfer order by scope, id",
    );
    const all = rows.length;
    expect((await slice(LEDGER_START, 3, 4)).next).toEqual({
      owner: owners[2],
      transfer: rows[3],
    });
    expect((await slice({ owner: "usr_b", transfer: rows[3] }, 2, all - 5)).next).toEqual({
      owner: "usr_d",
      transfer: rows[all - 2],
    });
    // As many as there are: whether there are more shows at the next slice only.
    expect((await slice(LEDGER_START, owners.length, all)).next).toEqual({
      owner: "usr_none",
      transfer: rows[all - 1],
    });
    expect((await slice(LEDGER_START, owners.length + 1, all + 1)).next).toEqual({
      owner: null,
      transfer: null,
    });
    const after = { owner: "usr_none", transfer: rows[all - 1] };
    expect(await slice(after, 1, 1)).toEqual({
      faults: SOUND,
      next: { owner: null, transfer: null },
    });
  });

  test("reads only what has not been read", async () => {
    const half = { ...LEDGER_START, owner: null };
    expect((await slice(half, 2, 3)).next).toMatchObject({ owner: null, transfer: {} });
    const other = { ...LEDGER_START, transfer: null };
    expect((await slice(other, 2, 3)).next).toEqual({ owner: "usr_a", transfer: null });
  });
});
