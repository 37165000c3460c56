import { stations, type RouteSpec } from "@voltmarg/contract";
import { startHarness } from "@voltmarg/testkit/harness";
import { shownBy, stationsWith, storeStations } from "@voltmarg/testkit/indexed-stations";
import { startSearch } from "@voltmarg/testkit/search-index";
import { databases } from "@voltmarg/testkit/test-databases";
import { expect, test } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";

/** Whatever reads EVSEs waits until the returned function is called. */
async function holdEvses({ pool }: Database) {
  const client = await pool.connect();
  await client.query("begin; lock table evse in access exclusive mode");
  return () =>
    client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    );
}

test("[L-1] [L-4] while its index loads a replica is not ready, and refuses searches for a moment", async () => {
  const world = await startHarness({ locations: 3 });
  const driver = await world.signUp();
  const release = await holdEvses(world.database);
  try {
    const url = await world.replica({ searches: false });
    const near = "latitude=18.52&longitude=73.85&distance=500";
    const ask = ({ method, path }: RouteSpec, query = "", body?: object) =>
      fetch(`${url}${path}?${query}`, {
        method,
        headers: { authorization: `Bearer ${driver.token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    const searches = () => [
      ask(stations.searchLocations, near),
      ask(stations.listPins, "west=68&south=6&east=98&north=37"),
      ask(stations.findAlongRoute, "", { points: [{ latitude: 18.5, longitude: 73.8 }] }),
      ask(stations.countLocationsByState),
    ];
    for (const answer of await Promise.all(searches()))
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    const readyz = await fetch(`${url}/readyz`);
    expect(readyz.status).toBe(503);
    expect(await readyz.json()).toMatchObject({ checks: { database: true, search_index: false } });

    await release();
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    for (const answer of await Promise.all(searches())) expect(answer.status).toBe(200);
  } finally {
    await release().catch(() => {});
    await world.stop();
  }
});

test("[L-1] a database that goes away in the middle of a load is waited for", async () => {
  const { connectionString } = await databases.create();
  const database = openDatabase(connectionString, () => {}, 6);
  const elsewhere = new URL(connectionString);
  const name = elsewhere.pathname.slice(1);
  elsewhere.pathname = "/postgres";
  const admin = openDatabase(elsewhere.href, () => {}, 1);
  await storeStations(database, stationsWith(["loc_1", "loc_2"], ["A"]));
  let failures = 0;
  const release = await holdEvses(database);
  const logger = createLogger("error", { write: () => void failures++ });
  const search = startSearch(database, { logger });
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`;
  await expect.poll(async () => (await admin.pool.query(waiting, [name])).rowCount).toBe(1);
  await admin.pool.query(`alter database ${name} allow_connections false`);
  await admin.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
    [name],
  );
  await expect.poll(() => failures).toBeGreaterThan(1);
  expect([search.isLoaded(), await search.ready()]).toEqual([false, null]);
  await release();
  await admin.pool.query(`alter database ${name} allow_connections true`);
  await search.loaded;
  expect(Object.keys(await shownBy(search))).toEqual(["loc_1", "loc_2"]);
  await database.close();
  await admin.close();
});
