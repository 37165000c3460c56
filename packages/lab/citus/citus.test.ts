import { readFileSync } from "node:fs";
import { charging, stations, wallet } from "@voltmarg/contract";
import { liveWholeLife } from "@voltmarg/testkit/driver-with-all-data";
import { rows, sql } from "@voltmarg/testkit/ledger";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { createLogger, dropOutboxDays } from "@voltmarg/testkit/service-parts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyDistribution, refusedByCatalogue, type Places } from "./catalogue.ts";
import { EXCEPTIONS, TRANSACTIONS } from "./exceptions.ts";
import { recordPlans, type Transaction } from "./recorder.ts";
import { shard } from "./shards.ts";
import { driversOf, problemOf, type Statement } from "./statements.ts";

const DISTRIBUTE = readFileSync(
  new URL("../../../deploy/citus/distribute.sql", import.meta.url),
  "utf8",
);
const DRIVERS = "session";

let own: OwnOperator;
let places: Places;
let refused: string[];
let transactions: Transaction[];
let waiting: { isHome: boolean }[];
beforeAll(async () => {
  own = await openOwnOperator();
  const { database } = own.world;
  await sql`insert into outbox (id, topic, payload, due_at, created_at, queue)
    values ('watch:ses_1', 'charging.watch', '{"userId": "usr_waits"}', now(), '1970-01-01 UTC', 'watch')`.execute(
    database.db,
  );
  places = await applyDistribution(database.db, DISTRIBUTE);
  waiting = await rows(
    database.db,
    sql`select get_shard_id_for_distribution_column('session', o.shard)
        = get_shard_id_for_distribution_column('session', 'usr_waits') as "isHome"
      from outbox o where id = 'watch:ses_1' and shard <> ''`,
  );
  refused = await refusedByCatalogue(database.db, places);
  await shard(database.db, places);
  transactions = await recordPlans(database, places);
  // Now it finds the shards of the outbox.
  await own.world.restart();
});
afterAll(() => own.close());

test("distribute.sql names every table, and leaves no unique index and no foreign key that Citus refuses", () => {
  expect(refused).toEqual([]);
});

test("an outbox row that waits while the database is distributed goes to its driver's shard", () => {
  expect(waiting).toEqual([{ isHome: true }]);
});

test("a unique index without the driver, a key to another shard and a table without a place are found", async () => {
  const { database } = own.world;
  const found = await own.world.database
    .transact(async (tx) => {
      await sql`create unique index planted on vehicle (registration)`.execute(tx);
    })
    .catch((error: unknown) => String(error));
  // PostgreSQL's own partitions have the rule as well.
  expect(found).toContain(
    "unique constraint on partitioned table must include all partitioning columns",
  );
  const local: Places = new Map([...places, ["withdrawal", { kind: "local" }]]);
  const elsewhere: Places = new Map([
    ...places,
    ["withdrawal", { kind: "distributed", column: "id", group: "withdrawal" }],
  ]);
  const forgotten = new Map(places);
  forgotten.delete("outbox");
  const of = (told: Places) => refusedByCatalogue(database.db, told);
  expect(await of(local)).toEqual([
    "withdrawal_refund: withdrawal_refund_user_id_withdrawal_id_fkey leads from a distributed to a local table, withdrawal",
  ]);
  expect(await of(elsewhere)).toContain(
    "withdrawal: the unique index withdrawal_key is without id",
  );
  expect(await of(elsewhere)).toContain(
    "withdrawal_refund: withdrawal_refund_user_id_withdrawal_id_fkey leads to another shard of withdrawal",
  );
  expect(await of(forgotten)).toEqual(["outbox: distribute.sql does not name it"]);
});

/** What drivers, an operator and the payment provider do, and the jobs that run because of it. */
async function journeys(): Promise<void> {
  const { world } = own;
  const person = { mobile: "9845000001", name: "Meera", email: "m@example.in" };
  await liveWholeLife(own, { ...person, registration: "MH12AB1234" });
  const driver = await own.driver(100_000);
  const charge = await own.ask(driver);
  await own.tell(charge, { kwh: 1 });
  const token = await own.tokenOf(driver);
  const self = { params: { userId: driver.id }, token };
  await world.call(charging.stopSession, { body: { session_id: charge.id }, token });
  await world.pass(60, 30);
  const at = `/sessions/IN/TST/${charge.ocpiId}`;
  const last_updated = world.clock.now().toISOString();
  await own.operator.call("PATCH", at, { kwh: 1.5, last_updated });
  await own.operator.call("GET", at);
  await own.tell(charge, { kwh: 2, status: "COMPLETED" });
  await own.send(own.record(charge, 2, 600));
  await world.drain();
  await world.call(wallet.createWithdrawal, {
    ...self,
    headers: { "idempotency-key": "a-withdrawal" },
    body: { amount_minor: 1_000 },
  });
  await world.drain();
  await world.call(wallet.getWallet, self);
  await world.call(wallet.listMovements, self);
  await world.call(charging.searchCdrs, self);
  await world.call(charging.activeSessions, self);
  await world.call(stations.getWishlist, self);
  await world.pass(120, 60);
  await runForLong(driver.id);
  const logger = createLogger("silent");
  await dropOutboxDays({ database: world.database, clock: world.clock, logger });
}

/** Runs an outbox row for so long that its lease is renewed. */
async function runForLong(userId: string): Promise<void> {
  const { world } = own;
  const { outbox } = world.service;
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  outbox.on("long", async () => {
    begun.resolve();
    await gate.promise;
  });
  await world.database.transact((tx) => outbox.enqueue(tx, "long", { userId }));
  const draining = outbox.drain("main");
  await begun.promise;
  world.clock.advance(30_000);
  await outbox.drain("main");
  gate.resolve();
  await draining;
}

test("every statement goes to one machine or to any, and every transaction to one driver, but for what is listed", async () => {
  await journeys();
  const statements = transactions.flatMap((one) => one.statements);
  expect(statements.filter(({ groups }) => groups.has(DRIVERS)).length).toBeGreaterThan(200);
  const found = statements.flatMap((statement) => {
    const problem = problemOf(statement);
    return problem ? [{ problem, text: statement.text }] : [];
  });
  const listed = (text: string) => EXCEPTIONS.find(({ begins }) => text.startsWith(begins));
  const unlisted = new Set(
    found.filter(({ text }) => !listed(text)).map(({ problem, text }) => `${problem}: ${text}`),
  );
  expect([...unlisted]).toEqual([]);
  const gone = EXCEPTIONS.filter(
    ({ begins }) => !found.some(({ text }) => text.startsWith(begins)),
  );
  expect(gone).toEqual([]);
  // An outbox row lies with its driver: else its transaction is of two shards, and its claim finds it all the same.
  const outbox = await rows<{ topic: string; isHome: boolean }>(
    own.world.database.db,
    sql`select topic, tableoid = ('outbox__shard' || get_shard_id_for_distribution_column('session', driver))::regclass
          as "isHome"
        from outbox, coalesce(payload ->> 'userId', payload #>> '{about,userId}') driver where driver is not null`,
  );
  expect(new Set(outbox.map(({ topic }) => topic)).size).toBeGreaterThan(5);
  expect(outbox.filter(({ isHome }) => !isHome)).toEqual([]);
  const sound = (one: Statement) => problemOf(one) === null;
  const several = transactions.filter(
    (one) => driversOf(one.statements.filter(sound), DRIVERS) > 1,
  );
  const isListed = ({ statements: all }: Transaction) =>
    TRANSACTIONS.some(({ begins }) => all.some(({ text }) => text.startsWith(begins)));
  const texts = several.filter((one) => !isListed(one)).map((one) => one.statements);
  expect(texts.map((all) => all.map(({ text }) => text))).toEqual([]);
});

test("a statement without its driver, one over two groups, and a transaction of two drivers are found", async () => {
  const { db } = own.world.database;
  const before = transactions.length;
  await sql`select * from session where id = 'planted'`.execute(db);
  await sql`select s.* from session_reference r join session s on s.user_id = r.user_id where r.key = 'k'`.execute(
    db,
  );
  await sql`update session set kwh = 0 where id = 'planted'`.execute(db);
  await sql`update session set version = nextval('session_version') where user_id = 'u' and id = 'i'`.execute(
    db,
  );
  const users = ["a", "b", "c", "d", "e", "f"];
  await own.world.database.transact(async (tx) => {
    for (const user of users) await sql`select * from vehicle where user_id = ${user}`.execute(tx);
  });
  await own.world.database.transact(async (tx) => {
    for (const user of users)
      await sql`insert into driver_language values (${user}, 'en')`.execute(tx);
  });
  const planted = transactions.slice(before);
  expect(planted.flatMap((one) => one.statements.map(problemOf)).slice(0, 4)).toEqual([
    "reads every shard",
    "joins session and session_reference",
    "changes or locks every shard",
    "an update with nextval",
  ]);
  const committed = planted.filter(({ ended }) => ended === "committed");
  expect(committed).toHaveLength(2);
  for (const { statements } of committed) expect(driversOf(statements, DRIVERS)).toBeGreaterThan(1);
});
