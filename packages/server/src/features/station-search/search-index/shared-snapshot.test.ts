import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contentOf, rename, storeStations } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { startS3 } from "@voltmarg/testkit/s3-server";
import { databases } from "@voltmarg/testkit/test-databases";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import { openBlobStore } from "../../../platform/blobs/open-blob-store.ts";
import { createLocalBus } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import type { BlobSettings } from "../../../platform/config/config.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { createSnapshots } from "./shared-snapshot.ts";
import { maker } from "./snapshot.ts";
import { syncIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 250;
const NAME = `search_index_${maker()}`;
const logger = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "voltmarg-shared-"));
const keys = { id: "AKIDTEST", secret: "secret-of-tests" };
const bucket = await startS3(keys);
const settings: Record<"disk" | "s3", BlobSettings> = {
  disk: { kind: "disk", folder: join(folder, "blobs") },
  s3: {
    kind: "s3",
    bucket: "images",
    region: "ap-south-1",
    endpoint: bucket.url,
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
  },
};
const opened: Database[] = [];
let url = "";
let database: Database;
let disk: BlobStore;
let s3: BlobStore;

async function openStations(): Promise<Database> {
  url = (await databases.create()).connectionString;
  const made = openDatabase(url, () => {}, 3);
  opened.push(made);
  const random = randomFrom(7);
  const idOf = (n: number) => `loc_${String(n).padStart(3, "0")}`;
  const all = Array.from({ length: LOCATIONS }, (_, n) => randomStation(random, idOf(n), 1));
  await storeStations(made, all);
  return made;
}

beforeAll(async () => {
  [disk, s3] = await Promise.all([openBlobStore(settings.disk), openBlobStore(settings.s3)]);
});
beforeEach(async () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  bucket.objects.clear();
  bucket.stallAfter(null);
  database = await openStations();
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await bucket.close();
  rmSync(folder, { recursive: true });
});

/** A replica on a machine of its own starts; says what it has, and whether it read all of it from the database. */
async function start(blobs: BlobStore, from = database) {
  const own = mkdtempSync(join(folder, "replica-"));
  const file = join(own, "index");
  let reads = 0;
  const late: ReplicaReads = (read) => {
    reads++;
    return read(from.db);
  };
  const { steps } = await stepsOf((read) => read(from.db));
  const shared = { blobs, above: 100 };
  const snapshots = createSnapshots({ db: from.db, logger, file, shared });
  const path = await snapshots.pathFor(LOCATIONS);
  const deps = { db: from.db, late, logger };
  const loaded = await loadIndex(deps, steps, NOW, path);
  snapshots.onLoaded(loaded.fresh);
  await snapshots.settled();
  expect(readdirSync(own)).toEqual(["index"]);
  return { content: contentOf(loaded.data), isFresh: reads > 0 };
}

/** The same, read from the database by one that shares nothing. */
async function fresh(from = database) {
  const late: ReplicaReads = (read) => read(from.db);
  const { steps } = await stepsOf(late);
  return contentOf((await loadIndex({ db: from.db, late, logger }, steps, NOW, null)).data);
}

/** Starts a replica that must have the same as the database; says whether it read all of it from there. */
async function readsDatabase(blobs: BlobStore, from = database): Promise<boolean> {
  const { content, isFresh } = await start(blobs, from);
  expect(content).toEqual(await fresh(from));
  expect(Object.keys(content)).toHaveLength(LOCATIONS);
  return isFresh;
}

const bytesOf = async (blobs: BlobStore) => (await blobs.get(NAME))!;
async function put(blobs: BlobStore, bytes: Buffer) {
  const path = join(folder, "bytes");
  writeFileSync(path, bytes);
  await blobs.putFile(NAME, path, AbortSignal.timeout(20_000));
}

describe.each([
  ["a folder", () => disk],
  ["a bucket", () => s3],
])("in %s", (_where, store) => {
  test("[L-1] a replica without a file starts from what another one shared, and reads what changed since", async () => {
    const blobs = store();
    expect(await readsDatabase(blobs)).toBe(true);
    await database.pool.query(`
      update location set name = 'Palace of new', version = nextval('location_version') where id = 'loc_007'`);
    expect(await readsDatabase(blobs)).toBe(false);
  });

  test("[L-1] what is damaged, cut off or foreign is not used, and replaced", async () => {
    const blobs = store();
    expect(await readsDatabase(blobs)).toBe(true);
    const whole = await bytesOf(blobs);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1]! ^= 0x10;
    const spoilt = [flipped, whole.subarray(0, whole.length - 1), Buffer.alloc(0)];
    const tooLarge = Buffer.concat([whole, Buffer.alloc(4_000 * LOCATIONS)]);
    for (const bytes of [...spoilt, tooLarge]) {
      await put(blobs, bytes);
      expect(await readsDatabase(blobs)).toBe(true);
      expect(await readsDatabase(blobs)).toBe(false);
    }
  });
});

test("[L-1] what another database shared is not used, nor one that was restored from before", async () => {
  expect(await readsDatabase(disk)).toBe(true);
  const other = await openStations();
  await other.pool.query("update location set name = 'Lake of others'");
  expect(await readsDatabase(disk, other)).toBe(true);
  expect(await readsDatabase(disk)).toBe(true);
  await database.pool.query("delete from setting where starts_with(name, 'search snapshot ')");
  await database.pool.query("update location set name = 'Lake of before' where id < 'loc_100'");
  expect(await readsDatabase(disk)).toBe(true);
});

test.each([0, 10_000])(
  "[L-1] a store that sends %i bytes and then nothing is not waited for longer than reading the database takes",
  async (bytes) => {
    expect(await readsDatabase(s3)).toBe(true);
    bucket.stallAfter(bytes);
    expect(await readsDatabase(s3)).toBe(true);
  },
);

test("[L-1] without its store a replica starts all the same", async () => {
  const away = await startS3(keys);
  await away.close();
  const gone = await openBlobStore({ ...settings.s3, endpoint: away.url } as BlobSettings);
  expect(await readsDatabase(gone)).toBe(true);
});

test("[L-1] four replicas that share at once leave one good snapshot", async () => {
  await Promise.all(Array.from({ length: 4 }, () => start(disk)));
  expect(await readsDatabase(disk)).toBe(false);
});

test("[L-1] what no release can use any more is removed, what an other one uses is not", async () => {
  const signal = AbortSignal.timeout(20_000);
  writeFileSync(join(folder, "old"), "old");
  for (const by of ["111", "222"]) {
    await disk.putFile(`search_index_${by}`, join(folder, "old"), signal);
    await database.pool.query(
      `insert into setting (name, value) values ($1, to_jsonb(now() - interval '8 days'))`,
      [`search snapshot ${by} abc`],
    );
  }
  await database.pool.query(
    `insert into setting (name, value) values ('search snapshot 222 def', to_jsonb(now()))`,
  );
  await start(disk);
  expect(await disk.get("search_index_111")).toBe(null);
  expect(await disk.get("search_index_222")).not.toBe(null);
});

test("[L-1] a replica that runs shares what it has now, statuses that came by signal included", async () => {
  const shared = { blobs: disk, above: 100 };
  let at = NOW;
  const search = syncIndex({
    database,
    late: (read) => read(database.db),
    sources: { primary: url, standby: null },
    file: join(folder, "running"),
    shared,
    clock: { now: () => at },
    bus: createLocalBus(),
    signature: createSignature(Buffer.alloc(32), "test"),
    logger,
  });
  await search.loaded;
  await rename(database, search, "loc_007", "Palace of late");
  await search.share();
  // Of what was shared before, or is not the newest, it would be read from the database.
  await database.pool.query("update location set name = 'Palace of nobody' where id = 'loc_007'");
  const { content, isFresh } = await start(disk);
  expect(content["loc_007"]).toMatchObject({ name: "Palace of late" });
  expect(isFresh).toBe(false);
  // What was read more than a week ago nobody would use, and it is not shared.
  const before = await bytesOf(disk);
  at = new Date(NOW.getTime() + 7 * 86_400_000 + 1);
  await search.share();
  expect((await bytesOf(disk)).equals(before)).toBe(true);
  at = NOW;
  // It goes on.
  expect((await search.ready())!.index.count).toBe(LOCATIONS);
});
