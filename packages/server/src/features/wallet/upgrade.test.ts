import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql, type Tx } from "../../platform/database/database.ts";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { checkLedger } from "@voltmarg/testkit/check-ledger";
import { readBalances } from "./ledger.store.ts";
import { listMovements } from "./movements.store.ts";
import { openSources } from "./withdrawal.store.ts";

const folder = new URL("../../../migrations/", import.meta.url);

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const apply = async (tx: Tx, names: readonly string[]) => {
  for (const name of names)
    await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(tx);
};

/** Ledger rows of the first release: a top-up, a bill above its hold, an open hold. */
const OLD_BOOKS = `
  select ledger_open_driver('usr_1');
  insert into top_up values ('usr_1', 'top_1', 50000, 'order_1', 'CREDITED', 'pay_1', null, now(), now());
  select ledger_move('usr_1', 'trf_1', 'top-up:pay_1', 'h', 'TOP_UP', 'Added by UPI', now(), null, null,
    array['system', 'usr_1'], array['payments', 'wallet'], array['usr_1', 'usr_1'], array['wallet', 'overdraft'], array[50000, 0]);
  select ledger_hold_place('usr_1', 'hld_1', 'ses_1', 'trf_2', 'h', 10000, 'Held', now());
  select ledger_hold_capture('usr_1', 'ses_1', 'cdr_1', 'trf_3', 'h', 12000, 1830, 'Baner Hub', now());
  select ledger_hold_place('usr_1', 'hld_2', 'ses_2', 'trf_4', 'h', 7000, 'Held', now());`;

test("[B-1] the ledger of the first release is migrated exactly to the paisa", async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const seventh = names.findIndex((name) => name.startsWith("0007"));
  const undo = new Error("taken back");
  const upgraded = world.database.transact(async (tx) => {
    await sql`create schema before`.execute(tx);
    await sql`set local search_path = before`.execute(tx);
    await apply(tx, names.slice(0, seventh));
    await sql.raw(OLD_BOOKS).execute(tx);
    await apply(tx, [...names.slice(seventh), "repeatable/ledger-functions.sql"]);
    expect(await readBalances(tx, "usr_1")).toEqual({
      wallet: 31_000n,
      held: 7_000n,
      withdrawing: 0n,
      overdraft: 0n,
      goodwill: 0n,
    });
    const everything = { kind: null, from: null, until: null, perSession: false };
    const movements = await listMovements(tx, "usr_1", everything, { offset: 0, limit: 9 });
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["HOLD", -7_000n],
      ["CHARGE", -12_000n],
      ["HOLD", -10_000n],
      ["TOP_UP", 50_000n],
      // Its id is of today, and those of this book begin with a higher digit.
      ["CORRECTION", 0n],
    ]);
    expect(await openSources(tx, "usr_1")).toEqual([
      { payment_id: "pay_1", source: "UPI", left: 50_000n },
    ]);
    expect(Object.values(await checkLedger(tx)).every((count) => count === 0)).toBe(true);
    throw undo;
  });
  await expect(upgraded).rejects.toBe(undo);
});
