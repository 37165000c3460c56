import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  contentOf,
  shownBy,
  stationsWith,
  storeStations,
} from "@voltmarg/testkit/indexed-stations";
import { pick, randomFrom } from "@voltmarg/testkit/random-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { createListeners, type Signal } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { fakeClock } from "../../../platform/clock.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import type { Change } from "../../stations/index.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { syncIndex, type SearchIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const STEPS = 300;
const MOST_OPEN = 4;
const IDS = ["loc_0", "loc_1", "loc_2", "loc_3"];
const UIDS = ["A", "B", "C"];
const STATUSES = ["AVAILABLE", "CHARGING", "BLOCKED", "OUTOFORDER"];
const logger = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "voltmarg-random-commits-"));
let database: Database;
let url = "";

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 14);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const VERSION = "version = nextval('location_version')";
const ROW = "returning version::float8 as version";
const toggle = (column: string) => `${column} = case when ${column} is null then now() end`;
/** $1: a location. */
const OF_LOCATION = [
  "name = name || '.'",
  "latitude = latitude + 0.01",
  "publish = not publish",
  toggle("closed_at"),
  toggle("hidden_at"),
].map((set) => `update location set ${set}, ${VERSION} where id = $1 ${ROW}`);
/** $1: a location, $2: an EVSE. */
const OF_EVSE = [
  `update evse set body = body || jsonb_build_object('physical_reference', random()), ${VERSION}
   where location_id = $1 and uid = $2 ${ROW}`,
  `update evse set status = case status when 'REMOVED' then 'AVAILABLE' else 'REMOVED' end, ${VERSION}
   where location_id = $1 and uid = $2 ${ROW}`,
  `with lost as (delete from evse where location_id = $1 and uid = $2 returning location_id)
   update location set ${VERSION} where id in (select location_id from lost) ${ROW}`,
  `insert into evse (location_id, uid, position, status, status_since, body, last_updated)
   select location_id, $2, position, 'AVAILABLE', status_since, body, last_updated from evse where location_id = $1 limit 1
   on conflict (location_id, uid) do update set ${VERSION} ${ROW}`,
];
const STATUS = `update evse set status = $3, status_since = $4, ${VERSION}
  where location_id = $1 and uid = $2 and status <> 'REMOVED' ${ROW}`;

type Open = { client: PoolClient; changes: Change[] };

/** One random change in an open transaction. */
async function change({ client, changes }: Open, random: () => number): Promise<void> {
  const [id, uid] = [pick(random, IDS), pick(random, UIDS)];
  const ask = async (text: string, ...values: unknown[]) =>
    (await client.query<{ version: number }>(text, values)).rows;
  if (random() < 0.3) {
    const [status, since] = [pick(random, STATUSES), new Date(NOW.getTime() + random() * 1e6)];
    for (const { version } of await ask(STATUS, id, uid, status, since))
      changes.push({ id, version, freed: [], statuses: [{ id, uid, status, since, version }] });
    return;
  }
  const found =
    random() < 0.5
      ? await ask(pick(random, OF_LOCATION), id)
      : await ask(pick(random, OF_EVSE), id, uid);
  for (const { version } of found) changes.push({ id, version, freed: [] });
}

/** As a transaction tells them: one of each location, with statuses if it changed nothing else. */
function together(changes: readonly Change[]): Change[] {
  const byId = new Map<string, Change>();
  for (const one of changes) {
    const before = byId.get(one.id);
    const isNewer = (uid: string) => one.statuses?.some((status) => status.uid === uid);
    const statuses =
      (before ? before.statuses : []) && one.statuses
        ? [...(before?.statuses ?? []).filter(({ uid }) => !isNewer(uid)), ...one.statuses]
        : null;
    const version = Math.max(one.version, before?.version ?? 0);
    byId.set(one.id, { id: one.id, version, freed: [], statuses });
  }
  return [...byId.values()];
}

async function play(seed: number): Promise<Record<string, unknown>[]> {
  await database.pool.query("truncate location, evse cascade");
  await storeStations(database, stationsWith(IDS, UIDS));
  const random = randomFrom(seed);
  const chance = (of: number) => random() < of;
  const clock = fakeClock(NOW);
  /** Signals under way: by chance they are lost, late, doubled or out of order. */
  const underWay: (() => void)[] = [];
  const work: Promise<unknown>[] = [];
  const replicas: SearchIndex[] = [];
  let isLoaded = false;
  const all: ReturnType<typeof createListeners>[] = [];
  const start = async (nth: number, file: string | null) => {
    const listeners = (all[nth] = createListeners());
    const publish = (signal: Signal) => {
      for (const each of all)
        for (const of of [0.65, 0.2]) if (chance(of)) underWay.push(() => each.tell(signal));
    };
    const search = (replicas[nth] = syncIndex({
      database,
      late: (read) => read(database.db),
      sources: { primary: url, standby: null },
      file,
      clock,
      bus: {
        publish,
        subscribe: listeners.add,
        onGap: listeners.onGap,
        close: async () => {},
      },
      signature: createSignature(Buffer.alloc(32), "test"),
      logger,
    }));
    await search.loaded;
  };
  const file = join(folder, String(seed));
  await Promise.all([start(0, null), start(1, file)]);
  isLoaded = true;

  const open: Open[] = [];
  const takeOne = <T>(list: T[]): T => list.splice(Math.floor(random() * list.length), 1)[0]!;
  const end = async (one: Open, how: "commit" | "rollback") => {
    await one.client.query(how);
    one.client.release();
    // The replica that wrote may die before it tells.
    if (how === "rollback" || chance(0.15)) return;
    const told = pick(random, replicas).changed("opr_aaa", together(one.changes));
    if (chance(0.5)) await told;
    else work.push(told);
  };
  for (let step = 0; step < STEPS; step++) {
    const what = random();
    if (what < 0.2 && open.length < MOST_OPEN) {
      const client = await database.pool.connect();
      await client.query("begin; set local lock_timeout = '10ms'");
      open.push({ client, changes: [] });
    } else if (what < 0.5 && open.length > 0) {
      const one = pick(random, open);
      try {
        await change(one, random);
      } catch {
        // Another one has locked the row.
        await end(open.splice(open.indexOf(one), 1)[0]!, "rollback");
      }
    } else if (what < 0.65 && open.length > 0) {
      await end(takeOne(open), chance(0.93) ? "commit" : "rollback");
    } else if (what < 0.9) {
      if (underWay.length > 0) takeOne(underWay)();
    } else if (what < 0.97) {
      // In all less than a transaction is waited for.
      clock.advance(10_000);
      const healed = pick(random, replicas).share();
      if (chance(0.5)) await healed;
      else work.push(healed);
    } else if (isLoaded) {
      await replicas[1]!.keep();
      isLoaded = false;
      work.push(start(1, file).then(() => (isLoaded = true)));
    }
  }
  for (const one of open) await end(one, "commit");
  await Promise.all(work);
  for (const search of replicas) {
    // The first may join one that began before the last commit.
    await search.share();
    await search.share();
  }
  const late: ReplicaReads = (read) => read(database.db);
  const { steps } = await stepsOf(late);
  const { data } = await loadIndex({ db: database.db, late, logger }, steps, clock.now(), null);
  return [contentOf(data), ...(await Promise.all(replicas.map(shownBy)))];
}

test.each(Array.from({ length: 12 }, (_, nth) => nth + 1))(
  "[L-1] whatever commits in any order, and whatever signals are lost, the next heal shows what the database has (%d)",
  async (seed) => {
    const [stored, ...shown] = await play(seed);
    for (const one of shown) expect(one).toEqual(stored);
  },
);
