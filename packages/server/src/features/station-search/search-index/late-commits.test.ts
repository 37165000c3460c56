import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  contentOf,
  shownBy,
  stationsWith,
  storeStations,
} from "@voltmarg/testkit/indexed-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { createLocalBus, type Bus } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { fakeClock } from "../../../platform/clock.ts";
import {
  openDatabase,
  type Database,
  type Queryable,
} from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { onPullComplete } from "../../stations/index.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { syncIndex, type SearchIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const MINUTE_MS = 60_000;
const OPERATOR = "opr_aaa";
const ID = "loc_3";
const IDS = Array.from({ length: 12 }, (_, n) => `loc_${n}`);
const VERSION = "version = nextval('location_version')";
const logger = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "voltmarg-late-commits-"));
const file = join(folder, "index");
const opened: Database[] = [];
/** Nobody hears of anything. */
const silent: Bus = {
  publish: () => {},
  subscribe: () => () => {},
  onGap: () => () => {},
  close: async () => {},
};
let database: Database;
let url = "";
let clock = fakeClock(NOW);

beforeEach(async () => {
  rmSync(file, { force: true });
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 8);
  opened.push(database);
  clock = fakeClock(NOW);
  await storeStations(database, stationsWith(IDS, ["A", "B", "C"]));
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

type Options = { bus?: Bus; file?: string | null; late?: ReplicaReads; on?: Database };
async function start(options: Options = {}): Promise<SearchIndex> {
  const on = options.on ?? database;
  const search = syncIndex({
    database: on,
    late: options.late ?? ((read) => read(on.db)),
    sources: { primary: url, standby: null },
    file: options.file ?? null,
    clock,
    bus: options.bus ?? silent,
    signature: createSignature(Buffer.alloc(32), "test"),
    logger,
  });
  await search.loaded;
  return search;
}

/** As it does by itself once a minute: `share` heals first, and shares with nobody here. */
async function heal(search: SearchIndex, times = 1): Promise<void> {
  for (let nth = 0; nth < times; nth++) {
    clock.advance(MINUTE_MS + 1);
    await search.share();
  }
}

/** What a load of now has. */
async function stored(): Promise<Record<string, unknown>> {
  const late: ReplicaReads = (read) => read(database.db);
  const { steps } = await stepsOf(late);
  return contentOf(
    (await loadIndex({ db: database.db, late, logger }, steps, clock.now(), null)).data,
  );
}

type Written = { id: string; version: number };
/** Begins a transaction that changes a location, and says how to commit it. */
async function begin(set: string, id = ID) {
  const client = await database.pool.connect();
  await client.query("begin");
  const { rows } = await client.query<Written>(
    `update location set ${set}, ${VERSION} where id = $1 returning id, version::float8 as version`,
    [id],
  );
  const commit = async () => {
    await client.query("commit");
    client.release();
  };
  return { change: { ...rows[0]!, freed: [] }, commit };
}
async function changeEvse(uid: string, id = ID) {
  const { rows } = await database.pool.query<Written>(
    `update evse set status = 'CHARGING', ${VERSION} where location_id = $1 and uid = $2
     returning location_id as id, version::float8 as version`,
    [id, uid],
  );
  return { ...rows[0]!, freed: [] };
}

describe("[L-1] a location that closes, with a version below one that was read", () => {
  test.each(["closed_at", "hidden_at"])("leaves the index (%s)", async (column) => {
    const search = await start({ bus: createLocalBus(), file });
    const closing = await begin(`${column} = now()`);
    await search.changed(OPERATOR, [await changeEvse("A")]);
    await closing.commit();
    await search.changed(OPERATOR, [closing.change]);
    expect(Object.keys(await shownBy(search))).not.toContain(ID);
    await search.keep();
    expect(Object.keys(await shownBy(await start({ file })))).not.toContain(ID);
  });

  test("leaves it also where its signal is lost, and where a file still has it", async () => {
    const search = await start({ file });
    const closing = await begin("closed_at = now()");
    await search.changed(OPERATOR, [await changeEvse("A")]);
    await search.keep();
    await closing.commit();
    expect(Object.keys(await shownBy(await start({ file })))).not.toContain(ID);
  });

  test("leaves it when a pull closes it while one of its EVSEs is locked", async () => {
    const search = await start({ bus: createLocalBus() });
    await database.pool.query("update location set seen_at = '2030-01-01' where id <> $1", [ID]);
    const other = await database.pool.connect();
    await other.query("begin");
    await other.query("select from evse where location_id = $1 and uid = 'B' for no key update", [
      ID,
    ]);
    const closing = onPullComplete({ database, search }, OPERATOR, new Date("2029-01-01"), []);
    await expect
      .poll(async () => {
        const waiting = `select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
        return (await database.pool.query(waiting)).rowCount;
      })
      .toBe(1);
    const higher = await changeEvse("C");
    await search.changed(OPERATOR, [higher]);
    await other.query("commit");
    other.release();
    expect(await closing).toBe(1);
    const { rows } = await database.pool.query<Written>(
      "select id, version::float8 as version from location where closed_at is not null",
    );
    expect(rows).toEqual([{ id: ID, version: expect.any(Number) }]);
    expect(rows[0]!.version).toBeLessThan(higher.version);
    expect(Object.keys(await shownBy(search))).not.toContain(ID);
  });
});

describe("[L-1] a transaction that a heal meets", () => {
  test("is not missed when nobody asked for longer than a transaction is waited for", async () => {
    const search = await start();
    clock.advance(11 * MINUTE_MS);
    const slow = await begin("name = 'of a slow one'");
    await database.pool.query(`update location set name = 'soon', ${VERSION} where id = 'loc_4'`);
    await search.ready();
    await slow.commit();
    await heal(search, 2);
    expect(await shownBy(search)).toEqual(await stored());
  });

  test("is not missed where there is another one at every heal for longer than that", async () => {
    const search = await start();
    let last = await begin("name = 'n0'", "loc_0");
    for (const id of IDS.slice(1)) {
      await heal(search);
      const next = await begin(`name = 'n of ${id}'`, id);
      await last.commit();
      last = next;
    }
    await last.commit();
    await heal(search, 2);
    expect(await shownBy(search)).toEqual(await stored());
  });

  test("is not missed by the start from a file that it began before", async () => {
    await (await start({ file })).keep();
    const slow = await begin("name = 'of a slow one'");
    await changeEvse("A");
    const search = await start({ file });
    await heal(search, 2);
    await slow.commit();
    await heal(search);
    expect(await shownBy(search)).toEqual(await stored());
  });

  test("makes it read what closed or was removed once, not at every heal", async () => {
    const read: unknown[] = [];
    const db: Queryable = {
      run: (sent) => {
        // The first value: ids, or where a range of them begins.
        if (sent.text.includes("searchable_locations")) read.push(...[sent.values[0]].flat());
        return database.db.run(sent);
      },
    };
    const search = await start({ on: { ...database, db } });
    const forgotten = await begin("name = name", "loc_11");
    await database.pool.query(
      `update location set closed_at = now(), ${VERSION} where id = 'loc_1'`,
    );
    await database.pool.query(
      `update evse set status = 'REMOVED', ${VERSION} where location_id = 'loc_2' and uid = 'A'`,
    );
    await heal(search);
    expect(new Set(read.splice(0).slice(-2))).toEqual(new Set(["loc_1", "loc_2"]));
    await heal(search, 3);
    expect(read).toEqual([]);
    await forgotten.commit();
    await heal(search);
    expect(read).toEqual(["loc_11"]);
  });
});

test("[L-1] the first location of a database is found without a signal", async () => {
  const { connectionString } = await databases.create();
  const empty = openDatabase(connectionString, () => {}, 3);
  opened.push(empty);
  const search = await start({ on: empty });
  await storeStations(empty, stationsWith([ID], []));
  await heal(search);
  expect(Object.keys(await shownBy(search))).toEqual([ID]);
});

test("[L-1] an operator's new name is shown though the standby that was read has the old one", async () => {
  const { connectionString } = await databases.create();
  const standby = openDatabase(connectionString, () => {}, 3);
  opened.push(standby);
  await storeStations(standby, stationsWith(IDS, ["A", "B", "C"]));
  await database.pool.query("update operator set name = 'Renamed', phone = '1800'");
  const late: ReplicaReads = Object.assign(
    <T>(read: (on: Queryable) => Promise<T>) => read(standby.db),
    { isLate: true },
  );
  expect(await shownBy(await start({ late }))).toEqual(await stored());
});
