import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { backoffice } from "@voltmarg/contract";
import { asProvider as staff } from "@voltmarg/testkit/company";
import { rewrite } from "@voltmarg/testkit/rewrite";
import { sql } from "../../platform/database/database.ts";
import { tryLease } from "../../platform/locks/lease.ts";
import { checkBooksInTurn } from "./check-ledger.ts";
import { keepBooksCheck, lastBooksCheck } from "./ledger-check.store.ts";

const HOUR_MS = 3_600_000;
let world: Harness;
const drivers: Driver[] = [];
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  for (let n = 0; n < 6; n += 1) {
    const driver = await world.signUp();
    await world.topUp(driver, 10_000);
    drivers.push(driver);
  }
  drivers.sort((a, b) => (a.id < b.id ? -1 : 1));
});
afterAll(() => world.stop());

const errors: object[] = [];
/** One hourly run, as a process that knows nothing of the runs before. */
async function check(owners = 2): Promise<void> {
  const { database, clock } = world;
  const logger = { error: (what: object) => errors.push(what) } as never;
  await checkBooksInTurn(
    { database, clock, logger },
    { slices: 1, owners, transfers: 100, rows: 100 },
  );
  clock.advance(HOUR_MS);
}
const reported = async () => (await lastBooksCheck(world.database.db))!.faults["drifted"];
const raise = (driver: Driver | undefined, paise: number) =>
  sql`update ledger_wallet set wallet = wallet + ${paise} where owner = ${driver!.id}`.execute(
    world.database.db,
  );

test("[B-1] the ledger is checked in slices, each run goes on where the last one ended", async () => {
  await raise(drivers[4], 1);
  await check();
  expect(await reported(), "not read yet").toBe(0);
  await check();
  await check();
  expect(await reported()).toBe(1);
  expect(errors).toHaveLength(1);
  await raise(drivers[4], -1);
  for (let passed = 3; passed < 6; passed += 1) {
    await check();
    expect(await reported(), "reported until the next pass is complete").toBe(1);
  }
  // The next pass reads that driver in its third slice, and is complete after the fourth.
  for (let slices = 0; slices < 3; slices += 1) await check();
  expect(await reported()).toBe(1);
  await check();
  expect(await reported()).toBe(0);
});

test("[B-1] transfers that are written between two slices are no fault", async () => {
  world.clock.advance(6 * HOUR_MS);
  errors.length = 0;
  for (let slices = 0; slices < 6; slices += 1) {
    for (let n = 0; n < 3; n += 1) await world.topUp(await world.signUp(), 10_000 + n);
    await check();
  }
  expect(errors).toEqual([]);
  expect(await reported()).toBe(0);
});

test("[B-1] one check at a time reads the books, whoever asks", async () => {
  const { database } = world;
  const body = async () => (await world.call(backoffice.checkBooks, staff)).body.data;
  expect(await body()).toMatchObject({ sound: true, rows: [] });
  const refused = await tryLease(database, "ledger check", () =>
    world.refused(backoffice.checkBooks, staff),
  );
  expect(refused!.value.body.code).toBe("CONFLICT");
  await rewrite(
    database,
    sql`update wallet_payment set amount = amount + 1 where user_id = ${drivers[2]!.id}`,
  );
  const { sound, faults, rows } = await body();
  expect(sound).toBe(false);
  expect(faults["payments"]).toBe(1);
  expect(rows).toEqual([
    {
      kind: "payments",
      row: expect.stringContaining(drivers[2]!.id),
      wrong: ["another amount was credited"],
    },
  ]);
});

test("[B-1] a pass that began before 0.9 goes on with the rows of today", async () => {
  world.clock.advance(6 * HOUR_MS);
  const { db } = world.database;
  const began = world.clock.now().toISOString();
  await keepBooksCheck(db, {
    at: began,
    began,
    faults: {},
    complete: {},
    pass: { next: { owner: null, transfer: null }, faults: { drifted: 0 } },
  });
  errors.length = 0;
  await check();
  expect((await lastBooksCheck(db))!.faults["payments"]).toBe(1);
  expect(errors).toEqual([expect.objectContaining({ payments: 1, rows: [expect.anything()] })]);
});
