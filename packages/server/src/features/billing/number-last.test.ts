import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { one, sql } from "../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

async function ended() {
  const charge = await own.ask(await own.driver(), "EVEN-1");
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge, { status: "COMPLETED" });
  await own.world.drain();
  return charge;
}

test("[B-3] a bill takes its number last, when all else of it is written, as all other bills wait for it until the commit", async () => {
  const { db, pool } = own.world.database;
  const first = await ended();
  await own.send(own.record(first, 0.8, 60));
  const charge = await ended();
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select from invoice_series for update");
  const sent = own.send(own.record(charge, 0.8, 60));
  const written = async () =>
    (await one(
      db,
      sql<{ tables: string[] }>`
          select coalesce(array_agg(distinct coalesce(p.inhparent::regclass, l.relation::regclass)::text), '{}') as tables
          from pg_stat_activity a join pg_locks l using (pid) join pg_class c on c.oid = l.relation and c.relkind = 'r'
          left join pg_inherits p on p.inhrelid = l.relation
          where a.datname = current_database() and a.wait_event_type = 'Lock' and a.query like '%invoice_series%'
            and l.mode = 'RowExclusiveLock'`,
    ))!.tables;
  await expect.poll(written).toContain("invoice_series");
  const tables = await written();
  await other.query("commit");
  other.release();
  await sent;
  expect(tables).toEqual(expect.arrayContaining(["inbox", "ledger_wallet", "outbox", "session"]));
  expect(tables).not.toContain("cdr");
  expect(await own.bills(charge.driver)).toHaveLength(1);
});
