import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { rows, sql } from "../database/database.ts";
import { ensurePartitions } from "../database/migrate.ts";
import { createLogger } from "../observability/logger.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createOutbox } from "./outbox.ts";
import { dropOutboxDays } from "./outbox-days.ts";

const DAY_S = 86_400;
let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const days = async () =>
  (
    await rows(
      world.database.db,
      sql<{
        part: string;
      }>`select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'outbox'::regclass order by 1`,
    )
  ).map(({ part }) => part);

test("partitions of days whose rows are done are dropped after a week; rows that still wait are moved to the current day and run when they are due", async () => {
  const { database, clock } = world;
  const ran: unknown[] = [];
  const outbox = createOutbox({
    database,
    clock,
    logger: createLogger("silent"),
    metrics: createMetrics(),
    wake: async () => {},
    leaseSeconds: 60,
  });
  outbox.on("test", async (payload, { first_at }) => void ran.push({ payload, first_at }));
  const begun = clock.now();
  const due = new Date(begun.getTime() + 25 * DAY_S * 1000);
  await database.transact(async (tx) => {
    await outbox.enqueue(tx, "test", "now");
    await outbox.enqueue(tx, "test", "later", due);
  });
  expect(await outbox.drain()).toBe(1);
  for (let day = 0; day < 24; day += 1) {
    await ensurePartitions(database.db, clock.now());
    clock.advance(DAY_S * 1000);
    await dropOutboxDays({ database, clock, logger: createLogger("silent") });
    expect(await outbox.drain()).toBe(0);
  }
  expect(await days()).toHaveLength(11);
  expect(await days()).not.toContain("outbox_20261120");

  clock.advance(2 * DAY_S * 1000);
  expect(await outbox.drain()).toBe(1);
  expect(ran).toEqual([
    { payload: "now", first_at: begun },
    { payload: "later", first_at: begun },
  ]);
});

test("neither a look for due rows nor a claim reads a day as a whole, though they were planned while it was empty", async () => {
  const { database, clock } = world;
  const now = clock.now();
  const [since, until, lease] = [-1, 1, 0.001].map(
    (after) => new Date(now.getTime() + after * DAY_S * 1000),
  );
  const scanned = await database.transact(async (tx) => {
    const claim = () =>
      rows(
        tx,
        sql<{
          id: string;
        }>`select id from claim_outbox('', 'main', 16, ${now}, ${lease}, ${since}, ${until}, null, null)`,
      );
    const scans = async () =>
      (
        await rows(
          tx,
          sql<{
            n: number;
          }>`select sum(seq_scan)::int as n from pg_stat_xact_user_tables where relname like 'outbox_2%'`,
        )
      )[0]!.n;
    // PostgreSQL knows then that the day is empty.
    await sql`analyze outbox`.execute(tx);
    const before = await scans();
    const look = () =>
      rows(tx, sql`select * from due_outbox_shards('{main}', ${now}, ${since}, ${until})`);
    expect([...(await look()), ...(await claim())]).toEqual([]);
    await sql`insert into outbox (id, topic, payload, due_at, created_at, done_at)
      select n::text, 'test', '{}', ${now}, ${now}, case when n > 3 then ${now}::timestamptz end
      from generate_series(1, 5000) n`.execute(tx);
    expect(await look()).toHaveLength(1);
    expect((await claim()).map(({ id }) => id).toSorted()).toEqual(["1", "2", "3"]);
    return (await scans()) - before;
  });
  expect(scanned).toBe(0);
});
