import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import type { IndexData } from "./index-data.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { loadInThread } from "./load-in-thread.ts";
import { createLocationIndex } from "./location-index.ts";
import { writePage } from "./write-page.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 450;
const ODD_NAME = `"पुणे" \\ ${"Ring Road ".repeat(30)}\u0007`;
let url = "";
let database: Database;
let late: ReplicaReads;

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 3);
  late = (read) => read(database.db);
  const random = randomFrom(7);
  const made = Array.from({ length: LOCATIONS }, (_, n) =>
    randomStation(random, `loc_${String(n).padStart(3, "0")}`, 1),
  );
  made[5]!.row.name = ODD_NAME;
  const { pool } = database;
  await pool.query(`
    insert into operator (id, name, versions_url, country_code, party_id, locations_pulled_at, created_at)
    select 'opr_' || lower(p), p, 'http://' || p || '.invalid', 'IN', p, now(), now() from unnest(array['AAA', 'BBB', 'CCC']) p`);
  await pool.query(
    `insert into location (id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish,
       search_text, body, last_updated, seen_at)
     select id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell, publish, search_text, body,
       last_updated, now()
     from jsonb_to_recordset($1) n (id text, operator_id text, country_code text, party_id text, ocpi_id text, name text,
       latitude float8, longitude float8, cell int, publish boolean, search_text text, body jsonb, last_updated timestamptz)`,
    [JSON.stringify(made.map(({ row }) => row))],
  );
  await pool.query(
    `insert into evse (location_id, uid, position, status, status_since, body, last_updated)
     select location_id, uid, position, status, status_since, body, last_updated
     from jsonb_to_recordset($1) n (location_id text, uid text, position int, status text, status_since timestamptz,
       body jsonb, last_updated timestamptz)`,
    [JSON.stringify(made.flatMap(({ evses }) => evses))],
  );
});
afterAll(() => database.close());

/** Every location's JSON, by id. */
function contentOf(data: IndexData): Record<string, unknown> {
  const index = createLocationIndex(data);
  const owners = index.owners.list.length;
  const plug = Buffer.from(`"status":"of the plug"`);
  const shown = {
    view: { text: () => plug, powerKw: () => null, price: () => null },
    hours: { isOpened: () => true, text: () => `"isOpened":true` },
    favourites: new Set<number>(),
    silent: new Uint8Array(owners),
    heard: Array.from({ length: owners }, () => `"now"`),
    isRestricted: () => false,
  };
  const slots = Array.from({ length: index.size }, (_, slot) => slot);
  const { bytes } = writePage(index, shown, { slots, km: null }, { head: "[", tail: "]" });
  const items = JSON.parse(bytes.toString()) as { id: string }[];
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

test("[L-1] a thread of its own loads the same as this one", async () => {
  const { count, steps } = await stepsOf(late);
  expect([count, steps.length]).toEqual([400, 2]);
  const here = contentOf((await loadIndex({ db: database.db, late }, steps, NOW)).data);
  const sources = { primary: url, standby: null };
  const loaded = await loadInThread({ sources, steps, now: NOW, logLevel: "error" });
  expect(loaded.faults).toEqual([]);
  expect(Object.keys(here)).toHaveLength(LOCATIONS);
  expect(here["loc_005"]).toMatchObject({ name: ODD_NAME });
  expect(contentOf(loaded.data)).toEqual(here);
});

test("[L-1] what changes or closes while it loads is taken in", async () => {
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
  const content = contentOf((await loadIndex({ db: database.db, late: slow }, steps, NOW)).data);
  expect(content["loc_000"]).toMatchObject({ name: "new" });
  expect(content["loc_001"]).toBeUndefined();
  expect(Object.keys(content)).toHaveLength(LOCATIONS - 1);
});
