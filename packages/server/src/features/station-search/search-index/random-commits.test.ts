import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shownBy, stationsWith, storeStations } from "@voltmarg/testkit/indexed-stations";
import { pick, randomFrom } from "@voltmarg/testkit/random-stations";
import { startSearch, type SearchIndex } from "@voltmarg/testkit/search-index";
import { databases } from "@voltmarg/testkit/test-databases";
import { createListeners, type Signal } from "../../../platform/bus/bus.ts";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { openDatabase, type Database } from "../../../platform/database/database.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const STEPS = 300;
const MOST_OPEN = 4;
const IDS = ["loc_0", "loc_1", "loc_2", "loc_3"];
const UIDS = ["A", "B", "C"];
const STATUSES = ["AVAILABLE", "CHARGING", "BLOCKED", "OUTOFORDER", "REMOVED"];
let database: Database;

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 14);
});
afterAll(() => database.close());

const toggle = (column: string) => `${column} = case when ${column} is null then now() end`;
const STATUS = `update evse set status = $3, status_since = $4 where location_id = $1 and uid = $2`;
/** $1: a location, $2: an EVSE. */
const CHANGES = [
  ...["name = name || '.'", "latitude = latitude + 0.01", "publish = not publish"].map(
    (set) => `update location set ${set} where id = $1 and $2 <> ''`,
  ),
  ...["closed_at", "hidden_at"].map(
    (column) => `update location set ${toggle(column)} where id = $1 and $2 <> ''`,
  ),
  "update operator set name = name || $2 where id = 'opr_aaa' and $1 <> ''",
  `update evse set body = body || jsonb_build_object('physical_reference', random())
   where location_id = $1 and uid = $2`,
  `with lost as (delete from evse where location_id = $1 and uid = $2 returning location_id)
   update location set version = nextval('location_version') where id in (select location_id from lost)`,
  `insert into evse (location_id, uid, position, status, status_since, body, last_updated)
   select location_id, $2, position, 'AVAILABLE', status_since, body, last_updated from evse where location_id = $1 limit 1
   on conflict (location_id, uid) do update set version = nextval('location_version')`,
];

/** One random change in an open transaction. */
async function change(client: PoolClient, random: () => number): Promise<void> {
  const at = [pick(random, IDS), pick(random, UIDS)];
  if (random() > 0.4) return void (await client.query(pick(random, CHANGES), at));
  const since = new Date(NOW.getTime() + random() * 1e6);
  await client.query(STATUS, [...at, pick(random, STATUSES), since]);
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
  const all: ReturnType<typeof createListeners>[] = [];
  const start = async (nth: number) => {
    const listeners = (all[nth] = createListeners());
    const publish = (signal: Signal) => {
      for (const each of all)
        for (const of of [0.65, 0.2]) if (chance(of)) underWay.push(() => each.tell(signal));
    };
    const { add: subscribe, onGap } = listeners;
    const bus = { publish, subscribe, onGap, close: async () => {} };
    const search = startSearch(database, { clock, bus });
    await search.loaded;
    replicas[nth] = search;
  };
  await Promise.all([start(0), start(1)]);

  const open: PoolClient[] = [];
  const takeOne = <T>(list: T[]): T => list.splice(Math.floor(random() * list.length), 1)[0]!;
  const end = async (client: PoolClient, how: "commit" | "rollback") => {
    await client.query(how);
    client.release();
    // The replica that wrote may die before it tells.
    if (how === "rollback" || chance(0.15)) return;
    const told = pick(random, replicas).changed("opr_aaa");
    if (chance(0.5)) await told;
    else work.push(told);
  };
  let starting = Promise.resolve();
  for (let step = 0; step < STEPS; step++) {
    const what = random();
    if (what < 0.2 && open.length < MOST_OPEN) {
      const client = await database.pool.connect();
      await client.query("begin; set local lock_timeout = '10ms'");
      open.push(client);
    } else if (what < 0.5 && open.length > 0) {
      const client = pick(random, open);
      try {
        await change(client, random);
      } catch {
        // Another one has locked the row.
        await end(open.splice(open.indexOf(client), 1)[0]!, "rollback");
      }
    } else if (what < 0.65 && open.length > 0) {
      await end(takeOne(open), chance(0.93) ? "commit" : "rollback");
    } else if (what < 0.9) {
      if (underWay.length > 0) takeOne(underWay)();
    } else if (what < 0.97) {
      clock.advance(6_000);
      const asked = pick(random, replicas).ready();
      if (chance(0.5)) await asked;
      else work.push(asked);
    } else starting = starting.then(() => start(1));
  }
  for (const one of open) await end(one, "commit");
  await Promise.all([starting, ...work]);
  clock.advance(61_000);
  const fresh = startSearch(database, { clock });
  await fresh.loaded;
  return Promise.all([fresh, ...replicas].map(shownBy));
}

test.each(Array.from({ length: 12 }, (_, nth) => nth + 1))(
  "[L-1] whatever commits in any order, and whatever signals are lost, the next look shows what the database has (%d)",
  async (seed) => {
    const [stored, ...shown] = await play(seed);
    for (const one of shown) expect(one).toEqual(stored);
  },
);
