import { expect, test } from "vitest";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";

/** As many as run at once. */
const ROWS = 16;

test("[S-7] the check of a limit is not locked by a notification that waits for another session", async () => {
  const own = await openOwnOperator();
  const { clock, database, drain, service } = own.world;
  const [told, limited] = [
    await own.ask(await own.driver(), "EVEN-1"),
    await own.ask(await own.driver(), "EVEN-2"),
  ];
  for (const charge of [told, limited]) await own.tell(charge);
  await drain();
  clock.advance(1_000);
  await own.tell(told, { kwh: 0.01 });
  const payload = { userId: told.driver.id, sessionId: told.id };
  await database.transact(async (tx) => {
    for (let n = 0; n < ROWS; n += 1) await service.outbox.enqueue(tx, "charging.stepped", payload);
  });
  clock.advance(1_000);
  const limit = `limit:${limited.id}`;
  await database.pool.query("update outbox set due_at = $1 where id = $2", [clock.now(), limit]);

  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from session where id = $1 for update", [told.id]);
  const draining = drain();
  const waiting = async () =>
    (
      await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  const locked = client.query("select 1 from outbox where id = $1 for update nowait", [limit]);
  await expect(locked).resolves.toMatchObject({ rowCount: 1 });
  await client.query("rollback");
  client.release();
  await draining;
  await own.close();
});
