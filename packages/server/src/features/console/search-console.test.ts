import { support } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { searchConsole } from "./search-console.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const search = (words: string) =>
  searchConsole({ database: world.database } as Parameters<typeof searchConsole>[0], words);
const found = async (words: string) => (await search(words)).map(({ kind, id }) => `${kind} ${id}`);
const named = async (name: string | null, mobile?: string): Promise<Driver> => {
  const driver = await world.signUp(mobile);
  await sql`update app_user set name = ${name} where id = ${driver.id}`.execute(world.database.db);
  return driver;
};
const payment = (driver: Driver, id: string) =>
  sql`update wallet_payment set payment_id = ${id} where user_id = ${driver.id}`.execute(
    world.database.db,
  );

test("[D-8] four or five last digits of a number find a driver, three or six do not, the whole number does", async () => {
  const driver = await named(null, "9812347531");
  const me = [`DRIVER ${driver.id}`];
  expect(await found("531")).toEqual([]);
  expect(await found("7531")).toEqual(me);
  expect(await found("47531")).toEqual(me);
  expect(await found("347531")).toEqual([]);
  expect(await found("812347531")).toEqual([]);
  for (const whole of ["9812347531", "+91 98123 47531", "98123-47531", "919812347531"])
    expect([whole, await found(whole)]).toEqual([whole, me]);
});

test("[D-8] a driver is shown by masked name and number, or what of these there is, or the id", async () => {
  const driver = await named("Asha Rao");
  const titleOf = async () => (await search(driver.id)).map(({ kind, title }) => [kind, title]);
  const end = driver.mobile.slice(-5);
  // By the id no name is read.
  expect(await titleOf()).toEqual([["DRIVER", `••••${end}`]]);
  expect((await search("asha rao")).map(({ title }) => title)).toEqual([`A••• R•••, ••••${end}`]);
  await sql`update app_user set erased_at = created_at where id = ${driver.id}`.execute(
    world.database.db,
  );
  expect(await titleOf()).toEqual([["DRIVER", driver.id]]);
  expect(await found("asha rao")).toEqual([]);
  expect(await found(driver.mobile)).toEqual([]);
});

test("[D-8] a ticket is found by its number and its id", async () => {
  const driver = await named(null);
  const made = await world.call(support.createTicket, {
    body: { category: "OTHER", text: "Why?" },
    token: driver.token,
  });
  const { id } = made.body.data;
  await sql`update ticket set number = 123456789012345 where id = ${id}`.execute(world.database.db);
  expect(await found("123456789012345")).toEqual([`TICKET ${id}`]);
  expect(await found("1234 5678 9012 345")).toEqual([`TICKET ${id}`]);
  expect(await search(id)).toEqual([
    { kind: "TICKET", id, title: "OTHER", at: made.body.data.created_at },
  ]);
  expect(await found("tkt_absent")).toEqual([]);
});

test("[D-8] a number longer than any ticket's finds nothing and breaks nothing", async () => {
  for (const words of ["1".repeat(16), "9".repeat(19), "9".repeat(40)])
    expect([words, await found(words)]).toEqual([words, []]);
});

test("[D-8] four last characters of a payment's id find it, three do not", async () => {
  const driver = await named(null);
  await world.topUp(driver, 10_000);
  await payment(driver, "pay_QwErZ");
  const mine = ["PAYMENT pay_QwErZ"];
  expect(await found("ErZ")).toEqual([]);
  expect(await found("wErZ")).toEqual(mine);
  expect(await found("pay_QwErZ")).toEqual(mine);
  // Of a payment's id the letters count as they are.
  expect(await found("werz")).toEqual([]);
  await payment(driver, "pay_ab2468");
  expect(await found("468")).toEqual([]);
  expect(await found("2468")).toEqual(["PAYMENT pay_ab2468"]);
});

test("[D-8] words with a space between are a name and nothing else", async () => {
  const driver = await named("pay Zed");
  await world.topUp(driver, 10_000);
  await payment(driver, "pay Zed");
  expect(await found("pay Zed")).toEqual([`DRIVER ${driver.id}`]);
  expect(await found("pay")).toEqual([`DRIVER ${driver.id}`]);
});

test("[D-8] what is found in two ways is shown once", async () => {
  const id = "usr_twice";
  await sql`insert into app_user (id, mobile, name, customer_type, created_at)
    values (${id}, '+919811110000', ${`${id} Rao`}, 'PERSONAL', '2026-11-20T06:30:00Z')`.execute(
    world.database.db,
  );
  expect(await search(id)).toEqual([
    { kind: "DRIVER", id, title: "••••10000", at: "2026-11-20T06:30:00.000Z" },
  ]);
});
