import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { one, sql } from "../../platform/database/database.ts";

const PATIENCE = { timeout: 20_000 };

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

const ask = () => own.operator.call("GET", "/tokens?limit=1");

/** Statements that look a partner up by its token and wait for a lock. */
const waiting = async () =>
  (await one(
    own.world.database.db,
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike '%with found as%heard as%'
        and pid <> pg_backend_pid()`,
  ))!.n;

test("[S-2] calls of a partner that come at the same time share one look-up of its token, unless that takes long", async () => {
  const { database, clock } = own.world;
  expect((await ask()).status).toBe(200);
  // The token is looked up again, and this contact is noted.
  clock.advance(60_000);
  const other = await database.pool.connect();
  const calls: ReturnType<typeof ask>[] = [];
  try {
    await other.query("begin");
    await other.query("select 1 from operator where id = $1 for update", [own.operator.operatorId]);
    for (let nth = 0; nth < 12; nth += 1) calls.push(ask());
    await vi.waitUntil(async () => (await waiting()) > 0, PATIENCE);
    // Later calls were answered, so those before them are being handled.
    for (let nth = 0; nth < 5; nth += 1) await fetch(`${own.world.url}/healthz`);
    expect(await waiting()).toBe(1);
    // What that look-up has read may be no longer so. The faked clock begins at zero, this worker's did long before.
    const aMinuteLater = performance.now() + 60_000;
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(aMinuteLater);
    calls.push(ask(), ask());
    await vi.waitUntil(async () => (await waiting()) === 2, PATIENCE);
  } finally {
    vi.useRealTimers();
    await other.query("rollback");
    other.release();
  }
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
});

test("[S-2] for each part of a session that nobody knows its operator is asked, for the fifth as for the first", async () => {
  const { operator, clock } = { ...own, ...own.world };
  const asked: string[] = [];
  operator.onGet = (path) => void asked.push(path);
  for (let nth = 1; nth <= 5; nth += 1) {
    const last_updated = clock.now().toISOString();
    const path = `/sessions/IN/TST/nobody-${nth}`;
    expect((await operator.call("PATCH", path, { kwh: 1, last_updated })).status).toBe(404);
    expect(asked).toEqual(Array.from({ length: nth }, () => "/sessions"));
  }
  delete operator.onGet;
});
