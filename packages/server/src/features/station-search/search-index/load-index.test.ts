import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentOf, storeStations } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import {
  openDatabase,
  type Database,
  type Queryable,
} from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { createLocalBus } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { loadInThread } from "./load-in-thread.ts";
import { createLocationIndex } from "./location-index.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { syncIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 450;
const ODD_NAME = `"पुणे" \\ ${"Ring Road ".repeat(30)}\u0007`;
/** With what stands between fields and EVSEs in what the database hands over. */
const ODD_UID = `\u001e"\u001f\\`;
const ODD_STATUS = "A\u001eB\u001f9999999";
const folder = mkdtempSync(join(tmpdir(), "voltmarg-load-"));
let oddId = "";
const logger = createLogger("silent");
let url = "";
let database: Database;
let stations: ReturnType<typeof randomStation>[];
let late: ReplicaReads;

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 3);
  late = (read) => read(database.db);
  const random = randomFrom(7);
  stations = Array.from({ length: LOCATIONS }, (_, n) =>
    randomStation(random, `loc_${String(n).padStart(3, "0")}`, 1),
  );
  stations[5]!.row.name = ODD_NAME;
  const odd = stations.find(({ evses }) => evses.length > 0)!;
  const evse = odd.evses[0]!;
  evse.uid = evse.body.uid = ODD_UID;
  evse.status = ODD_STATUS;
  evse.status_since = new Date("2026-11-01T00:00:00.123Z");
  evse.body.evse_id = `"IN*\u001e*1`;
  evse.body.physical_reference = "\\\u001f पु";
  oddId = odd.row.id;
  await storeStations(database, stations);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("[L-1] a thread of its own loads the same as this one", async () => {
  const { count, steps } = await stepsOf(late);
  expect([count, steps.length]).toEqual([400, 2]);
  const here = contentOf(
    (await loadIndex({ db: database.db, late, logger }, steps, NOW, null)).data,
  );
  const sources = { primary: url, standby: null };
  const loaded = await loadInThread({ sources, steps, now: NOW, logLevel: "error", file: null });
  expect(loaded.faults).toEqual([]);
  expect(Object.keys(here)).toHaveLength(LOCATIONS);
  expect(here["loc_005"]).toMatchObject({ name: ODD_NAME });
  expect(contentOf(loaded.data)).toEqual(here);
  const { evses } = here[oddId] as { evses: Record<string, unknown>[] };
  expect(evses[0]).toMatchObject({
    uid: ODD_UID,
    evse_id: `"IN*\u001e*1`,
    physical_reference: "\\\u001f पु",
    status: "UNKNOWN",
    status_since: "2026-11-01T00:00:00.123Z",
  });
});

test("[L-1] what a standby hands over as it was before is read from the database", async () => {
  const { steps } = await stepsOf(late);
  let isFirst = true;
  const slow: ReplicaReads = async (read) => {
    const read_ = await read(database.db);
    if (isFirst) {
      isFirst = false;
      await database.pool.query(`
        update location set version = nextval('location_version'),
          name = case id when 'loc_000' then 'new' else name end,
          closed_at = case id when 'loc_001' then now() end
        where id in ('loc_000', 'loc_001')`);
    }
    return read_;
  };
  const content = contentOf(
    (
      await loadIndex(
        { db: database.db, late: Object.assign(slow, { isLate: true }), logger },
        steps,
        NOW,
        null,
      )
    ).data,
  );
  expect(content["loc_000"]).toMatchObject({ name: "new" });
  expect(content["loc_001"]).toBeUndefined();
  expect(Object.keys(content)).toHaveLength(LOCATIONS - 1);
});

describe.each([
  [
    "a location",
    "update location set version = nextval('location_version'), name = $1 where id = $2",
    "update evse set version = nextval('location_version') where location_id = $1",
  ],
  [
    "an EVSE",
    `update evse set version = nextval('location_version'), body = body || jsonb_build_object('physical_reference', $1::text)
     where location_id = $2`,
    "update location set version = nextval('location_version') where id = $1",
  ],
])("[L-1] a transaction that changed %s before the load", (_what, change, other) => {
  /** Loads while it is under way; it commits when statements with these words in them were answered, one after another. */
  async function loadBeside(...when: string[]) {
    const { steps } = await stepsOf(late);
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query(change, [`since ${when.join(" ")}`, oddId]);
    // It has a higher version, so the location's highest version does not show the first change.
    expect((await database.pool.query(other, [oddId])).rowCount).toBeGreaterThan(0);
    let compared = 0;
    const left = [...when];
    const db: Queryable = {
      run: async (sent) => {
        const result = await database.db.run(sent);
        if (sent.text.includes("max(version)")) compared++;
        if (left.length > 0 && sent.text.includes(left[0]!)) {
          left.shift();
          if (left.length === 0) await client.query("commit");
        }
        return result;
      },
    };
    const deps = { db, late: ((read) => read(db)) as ReplicaReads, logger };
    const loading = loadIndex(deps, steps, NOW, null);
    const content = contentOf((await loading.finally(() => client.release(left.length > 0))).data);
    expect(JSON.stringify(content[oddId])).toContain(`"since ${when.join(" ")}"`);
    return compared;
  }

  test("is waited for", async () => {
    expect(await loadBeside("pg_locks")).toBe(0);
  });

  test("is found by comparing all versions when it takes long", async () => {
    expect(await loadBeside("searchable_locations")).toBeGreaterThan(0);
    // It commits after everything was read: a comparison before that would miss it.
    expect(await loadBeside("searchable_locations", "pg_locks")).toBeGreaterThan(0);
  });
});

test("[L-1] a thread of its own compares a standby that is behind with the database, and says when its file is written", async () => {
  const standby = (await databases.create()).connectionString;
  const behind = openDatabase(standby, () => {}, 1);
  await storeStations(behind, stations);
  await database.pool.query(
    "update location set version = nextval('location_version'), name = 'of now' where id = 'loc_003'",
  );
  // Of two changes of a location the standby has only the second, which has the higher version.
  await database.pool.query(
    `update evse set version = nextval('location_version'), status = 'BLOCKED' where location_id = $1`,
    [oddId],
  );
  const { rows } = await database.pool.query<{ version: string }>(
    "update location set version = nextval('location_version') where id = $1 returning version",
    [oddId],
  );
  await behind.pool.query("update location set version = $1 where id = $2", [
    rows[0]!.version,
    oddId,
  ]);
  await behind.close();
  const file = join(folder, "of-the-thread");
  const { steps } = await stepsOf(late);
  const sources = { primary: url, standby };

  const loaded = await loadInThread({ sources, steps, now: NOW, logLevel: "silent", file });

  const content = contentOf(loaded.data);
  expect(content["loc_003"]).toMatchObject({ name: "of now" });
  const { evses } = content[oddId] as { evses: { status: string }[] };
  expect(new Set(evses.map(({ status }) => status))).toEqual(new Set(["BLOCKED"]));
  expect(await loaded.fresh).toBe(true);
  expect(contentOf((await readSnapshot(database.db, file, NOW)).data)).toEqual(
    contentOf(loaded.data),
  );
});

test("[L-1] what changes or closes while the database is read is known before the index answers", async () => {
  let reads = 0;
  const changing: ReplicaReads = async (read) => {
    const result = await read(database.db);
    // After the steps and the first range of locations, of which these two are.
    if (++reads === 2)
      await database.pool.query(`
        update location set version = nextval('location_version'),
          name = case id when 'loc_010' then 'of just now' else name end,
          closed_at = case id when 'loc_011' then now() end
        where id in ('loc_010', 'loc_011')`);
    return result;
  };
  const search = syncIndex({
    database,
    late: changing,
    sources: { primary: url, standby: null },
    file: null,
    clock: { now: () => NOW },
    bus: createLocalBus(),
    signature: createSignature(Buffer.alloc(32), "test"),
    logger,
  });
  await search.loaded;
  const { index } = (await search.ready())!;
  expect(reads).toBeGreaterThan(2);
  expect(contentOf(index.data)["loc_010"]).toMatchObject({ name: "of just now" });
  expect([index.slotOf("loc_010"), index.slotOf("loc_011")]).toEqual([
    expect.any(Number),
    undefined,
  ]);
});

test("[L-1] a location that is new since the file was written is found where another one was", async () => {
  const file = join(folder, "search-index");
  const deps = { db: database.db, late, logger };
  const { steps } = await stepsOf(late);
  const made = await loadIndex(deps, steps, NOW, null);
  const closed = await database.pool.query<{ id: string; version: number }>(`
    update location set version = nextval('location_version'), closed_at = now()
    where id in ('loc_100', 'loc_101') returning id, version::float8 as version`);
  const index = createLocationIndex(made.data);
  const before = index.count;
  for (const { id, version } of closed.rows) index.remove(id, version);
  await writeSnapshot(database.db, file, {
    data: index.data,
    operators: made.operators,
    readAt: NOW,
    version: made.version,
  });
  await storeStations(database, [randomStation(randomFrom(8), "loc_new", 1)]);

  const content = contentOf((await loadIndex(deps, steps, NOW, file)).data);

  expect(content["loc_new"]).toBeDefined();
  expect(content["loc_100"]).toBeUndefined();
  expect(Object.keys(content)).toHaveLength(before - 1);
});
