import { execFile } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { contentOf, rename, storeStations } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { createLocalBus } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { plugTest } from "./facets.ts";
import { find } from "./find.ts";
import { loadIndex, stepsOf, type Loaded } from "./load-index.ts";
import { createLocationIndex } from "./location-index.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { syncIndex } from "./sync-index.ts";
import { textTest } from "./text-test.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const WEEK_MS = 7 * 86_400_000;
const LOCATIONS = 250;
const logger = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "voltmarg-snapshot-"));
const file = join(folder, "index");
const opened: Database[] = [];
const anyPlug = { statuses: [], powerTypes: [], standards: [], power: null };
let url = "";
let database: Database;

async function openStations(): Promise<[Database, string]> {
  const { connectionString } = await databases.create();
  const made = openDatabase(connectionString, () => {}, 3);
  opened.push(made);
  const random = randomFrom(7);
  await storeStations(
    made,
    Array.from({ length: LOCATIONS }, (_, n) =>
      randomStation(random, `loc_${String(n).padStart(3, "0")}`, 1),
    ),
  );
  return [made, connectionString];
}

beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  [database, url] = await openStations();
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  rmSync(folder, { recursive: true });
});

/** Loads, and says how many locations were read as the whole. */
async function load(path: string | null, now = NOW, from = database) {
  let reads = 0;
  const late: ReplicaReads = (read) => {
    reads++;
    return read(from.db);
  };
  const { steps } = await stepsOf((read) => read(from.db));
  const deps = { db: from.db, late, logger };
  const loaded = await loadIndex(deps, steps, now, path);
  await loaded.fresh;
  return { loaded, isFresh: reads > 0 };
}

/** What drivers get of it: the JSON of all, and what is found where, in order. */
function answersOf({ data }: Loaded) {
  const content = contentOf(data);
  const index = createLocationIndex(data);
  const anybody = new Uint8Array(index.owners.list.length);
  const found = ["", "palace", "lake pune", "411"].flatMap((text) =>
    [5, 60, 200].map((km) => {
      const { slots, total } = find(index, {
        from: { latitude: 18.5, longitude: 73.9 },
        km,
        plugs: plugTest(anyPlug, index.plugNames),
        owners: null,
        silent: anybody,
        text: text === "" ? null : textTest(index, text.split(" ")),
        publish: null,
        sees: () => false,
        sort: "distance",
        now: NOW,
        isShut: () => false,
        asked: undefined as never,
        first: 0,
        count: 100,
        counted: true,
      });
      return { text, km, total, ids: Array.from(slots, (slot) => index.idOf(slot)) };
    }),
  );
  return { content, found };
}

async function expectSameAsFresh(path: string, now = NOW, from = database): Promise<boolean> {
  const { loaded, isFresh } = await load(path, now, from);
  const { loaded: fresh } = await load(null, now, from);
  const theirs = answersOf(fresh);
  expect(answersOf(loaded)).toEqual(theirs);
  expect(Object.keys(theirs.content).length).toBeGreaterThan(LOCATIONS - 10);
  expect(theirs.found.some(({ total }) => total > 0)).toBe(true);
  return isFresh;
}

/** The index of a service that keeps it in the file. */
async function start(late: ReplicaReads = (read) => read(database.db)) {
  const search = syncIndex({
    database,
    late,
    sources: { primary: url, standby: null },
    file,
    clock: { now: () => NOW },
    bus: createLocalBus(),
    signature: createSignature(Buffer.alloc(32), "test"),
    logger,
  });
  await search.loaded;
  return search;
}

test("[L-1] a service that leaves writes what it has", async () => {
  const search = await start();
  await rename(database, search, "loc_007", "Palace of late");
  await search.keep();
  const { data } = await readSnapshot(database.db, file, NOW);
  expect(contentOf(data)["loc_007"]).toMatchObject({ name: "Palace of late" });
  expect(await expectSameAsFresh(file)).toBe(false);
});

test("[L-18] a start from the file shows what charges say now, not what they said when it was written", async () => {
  let reads = 0;
  const proofsAtStart = async () => {
    const search = await start((read) => read((reads++, database.db)));
    const content = contentOf((await search.ready())!.index.data);
    const proofs = Object.entries(content as Record<string, { proof?: unknown }>)
      .filter(([, { proof }]) => proof)
      .map(([id, { proof }]) => [id, JSON.stringify(proof)]);
    await search.keep();
    return Object.fromEntries(proofs) as Record<string, string>;
  };
  await database.pool.query(`
    insert into evse_last_charge select 'loc_00' || n, 'E', '2026-11-20T06:00:00Z', n from generate_series(1, 3) n;
    insert into evse_start_day select 'loc_003', 'E', '2026-11-19', 12, 1`);
  expect(Object.keys(await proofsAtStart()).toSorted()).toEqual(["loc_001", "loc_002", "loc_003"]);
  await database.pool.query(`
    delete from evse_last_charge where location_id = 'loc_001';
    update evse_last_charge set power_kw = 70 where location_id = 'loc_002';
    update evse_start_day set failed = 9;
    insert into evse_last_charge values ('loc_004', 'E', '2026-11-20T06:15:00Z', null)`);
  reads = 0;
  const after = await proofsAtStart();
  // The steps alone: locations came from the file.
  expect(reads).toBe(1);
  expect(Object.keys(after).toSorted()).toEqual(["loc_002", "loc_003", "loc_004"]);
  expect(after["loc_002"]).toContain('"power_kw":70');
  expect(after["loc_003"]).toContain('"tried":21,"worked":12');
});

test("[L-1] a start from a file finds a change that committed after it was written, even if the file has a higher version of that location", async () => {
  const search = await start();
  const writer = await database.pool.connect();
  try {
    await writer.query("begin");
    const { rows } = await writer.query<{ id: string }>(`
      update evse set status = 'BLOCKED', version = nextval('location_version')
      where location_id = (select min(location_id) from evse where status <> 'BLOCKED') returning location_id as id`);
    await rename(database, search, rows[0]!.id, "Palace of late");
    await search.keep();
    await writer.query("commit");
  } finally {
    writer.release();
  }
  expect(await expectSameAsFresh(file)).toBe(false);
});

const left = () => readdirSync(folder).filter((name) => name.endsWith(".part"));

test("[L-1] a start reads the file, and nothing else when nothing changed", async () => {
  await database.pool.query("update location set closed_at = now() where id = 'loc_009'");
  expect(await expectSameAsFresh(file)).toBe(true);
  const bytes = readFileSync(file);
  expect(await expectSameAsFresh(file)).toBe(false);
  expect(readFileSync(file)).toEqual(bytes);
});

test("[L-1] what changed, closed, was hidden, moved, came, vanished or is called otherwise since is healed", async () => {
  await load(file);
  await database.pool.query(`
    update location set version = nextval('location_version'),
      name = case id when 'loc_000' then 'Palace of new' else name end,
      closed_at = case id when 'loc_001' then now() end,
      publish = publish and id <> 'loc_002',
      latitude = latitude + case id when 'loc_003' then 0.3 else 0 end
    where id in ('loc_000', 'loc_001', 'loc_002', 'loc_003')`);
  await database.pool.query(
    "update evse set status = 'BLOCKED', version = nextval('location_version') where location_id = 'loc_004'",
  );
  await database.pool.query("delete from evse where location_id = 'loc_005'");
  await database.pool.query("delete from location where id = 'loc_005'");
  await database.pool.query(
    "update operator set name = 'Renamed', phone = '1800' where id = 'opr_bbb'",
  );
  await database.pool.query(`
    insert into location select (jsonb_populate_record(l, '{"id": "loc_new", "ocpi_id": "new"}')).* from location l
    where id = 'loc_010'`);
  expect(await expectSameAsFresh(file)).toBe(false);
  const content = answersOf((await load(file)).loaded).content;
  expect(content["loc_000"]).toMatchObject({ name: "Palace of new" });
  expect(content["loc_001"]).toBeUndefined();
  expect(content["loc_005"]).toBeUndefined();
  expect(content["loc_new"]).toBeDefined();
});

test("[L-1] a damaged file, or one cut off anywhere, is not used", async () => {
  await load(file);
  const whole = readFileSync(file);
  const spoilt = [
    ...[0, 3, 8, 100, whole.length - 1].map((length) => whole.subarray(0, length)),
    ...[0, 5, 50, whole.length >> 1, whole.length - 1].map((at) => {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0x10;
      return bytes;
    }),
  ];
  for (const bytes of spoilt) {
    writeFileSync(file, bytes);
    await expect(readSnapshot(database.db, file, NOW)).rejects.toThrow(/./);
  }
  expect(await expectSameAsFresh(file)).toBe(true);
  // Loading wrote a good one in its place.
  expect(await expectSameAsFresh(file)).toBe(false);
});

test("[L-1] a file of another release, or an old one, is not used", async () => {
  await load(file);
  const later = new Date(NOW.getTime() + WEEK_MS + 1);
  expect(await expectSameAsFresh(file, later)).toBe(true);
  const { versions } = process;
  const tz = Object.getOwnPropertyDescriptor(versions, "tz")!;
  Object.defineProperty(versions, "tz", { ...tz, value: "1999a" });
  await expect(readSnapshot(database.db, file, later)).rejects.toThrow(
    "this release did not make it",
  );
  Object.defineProperty(versions, "tz", tz);
  await expect(readSnapshot(database.db, file, later)).resolves.toBeDefined();
});

test("[L-1] a file of another database, or of one that was restored from before, is not used", async () => {
  const { rows } = await database.pool.query<{ at: string }>(
    "select last_value as at from location_version",
  );
  await load(file);
  const [other] = await openStations();
  await other.pool.query("update location set name = 'Lake of others'");
  const copy = join(folder, "copy");
  copyFileSync(file, copy);
  expect(await expectSameAsFresh(copy, NOW, other)).toBe(true);

  // As a backup from before has it: other facts with the same numbers, and no trace of the file.
  await database.pool.query("delete from setting where starts_with(name, 'search snapshot ')");
  await database.pool.query("select setval('location_version', $1)", [rows[0]!.at]);
  await database.pool.query("update location set name = 'Lake of before' where id < 'loc_100'");
  expect(await expectSameAsFresh(file)).toBe(true);
});

test("[L-1] two replicas that write at once leave one good file", async () => {
  const { data, operators, readAt, version } = (await load(null)).loaded;
  const made = { data, operators, readAt, version };
  await Promise.all(Array.from({ length: 4 }, () => writeSnapshot(database.db, file, made)));
  expect(left()).toEqual([]);
  expect(await expectSameAsFresh(file)).toBe(false);
});

test("[L-1] a process that is killed while it writes spoils nothing", async () => {
  await load(file);
  const bytes = readFileSync(file);
  copyFileSync(file, `${file}.killed.part`);
  truncateSync(`${file}.killed.part`, bytes.length >> 1);
  expect(await expectSameAsFresh(file)).toBe(false);
  expect(readFileSync(file)).toEqual(bytes);
});

test("[L-1] a full disk keeps the file of before, and the load goes on", async () => {
  const program = `
    import { openDatabase } from "${new URL("../../../platform/database/database.ts", import.meta.url).href}";
    import { createLogger } from "${new URL("../../../platform/observability/logger.ts", import.meta.url).href}";
    import { loadIndex, stepsOf } from "${new URL("load-index.ts", import.meta.url).href}";
    const database = openDatabase(${JSON.stringify(url)}, () => {}, 3);
    const late = (read) => read(database.db);
    const { steps } = await stepsOf(late);
    const deps = { db: database.db, late, logger: createLogger("warn") };
    const { data, fresh } = await loadIndex(deps, steps, new Date(), ${JSON.stringify(file)});
    await fresh;
    console.log("loaded", data.ids.size);
    await database.close();`;
  appendFileSync(file, "of before");
  // 8 blocks of 1 KB: a write beyond fails as on a full disk.
  const limited = `ulimit -f 8; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", limited, process.execPath, program]);
  expect(stdout).toContain(`loaded ${LOCATIONS}`);
  expect(stdout).toContain("could not be written");
  expect(readFileSync(file, "utf8")).toBe("of before");
  expect(left()).toEqual([]);
});
