import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contentOf, shownBy, storeStations } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { startSearch } from "@voltmarg/testkit/search-index";
import { databases } from "@voltmarg/testkit/test-databases";
import {
  openDatabase,
  type Database,
  type Queryable,
} from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { loadInThread } from "./load-in-thread.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 450;
const ODD_NAME = `"पुणे" \\ ${"Ring Road ".repeat(30)}\u0007`;
/** With what stands between fields and EVSEs in what the database hands over. */
const ODD_UID = `\u001e"\u001f\\`;
const ODD_STATUS = "A\u001eB\u001f9999999";
let oddId = "";
let url = "";
let database: Database;
let replicaReads: ReplicaReads;

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 6);
  replicaReads = (read) => read(database.db);
  const random = randomFrom(7);
  const stations = Array.from({ length: LOCATIONS }, (_, n) =>
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
afterAll(() => database.close());

test("[L-1] a thread of its own loads the same as this one", async () => {
  const { count, steps } = await stepsOf(replicaReads);
  expect([count, steps.length]).toEqual([400, 2]);
  const here = contentOf((await loadIndex({ db: database.db, replicaReads }, steps, NOW)).data);
  const sources = { primary: url, standby: null };
  const loaded = await loadInThread({ sources, steps, now: NOW, logLevel: "error" });
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

/** A server that is behind: it shows a database as it is now, whatever is written later. */
async function standbyOf({ pool }: Database) {
  const client = await pool.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select from location");
  let last: Promise<unknown> = Promise.resolve();
  const on: Queryable = {
    run: async ({ text, values, each }) => {
      const result = (last = last.then(() => client.query(text, values))) as Promise<never>;
      for (const row of each ? ((await result) as { rows: never[] }).rows : []) each!(row);
      return result;
    },
  };
  return { on, stop: () => client.query("rollback").then(() => client.release()) };
}
const write = (text: string, ...values: unknown[]) => database.pool.query(text, values);
const NAMED = `update location set name = $2 where id = $1`;
const shown = async (reads: ReplicaReads) => {
  const search = startSearch(database, { replicaReads: reads });
  await search.loaded;
  return shownBy(search);
};
let nth = 0;
/** A name that none had before. */
let name = "";
beforeEach(() => void (name = `of now ${nth++}`));

test("[L-1] what commits while locations are read is in the index before it answers", async () => {
  const open = await database.pool.connect();
  await open.query("begin");
  await open.query(NAMED, ["loc_000", name]);
  // Of a transaction that is younger, and commits first.
  await write("update location set closed_at = now() where id = 'loc_001'");
  let reads = 0;
  const found = await shown(async (read) => {
    const answer = await read(database.db);
    if (++reads === 2) {
      await open.query("commit");
      await write(NAMED, "loc_449", name);
      await write("update location set closed_at = now() where id = 'loc_002'");
    }
    return answer;
  });
  open.release();
  expect(reads).toBeGreaterThan(2);
  for (const id of ["loc_000", "loc_449"]) expect(found[id]).toMatchObject({ name });
  for (const id of ["loc_001", "loc_002"]) expect(found[id]).toBeUndefined();
});

test("[L-1] of standbys that are behind by different times, each is caught up with", async () => {
  const first = await standbyOf(database);
  await write(NAMED, "loc_010", name);
  await write("update operator set name = $1 where id = 'opr_aaa'", name);
  const second = await standbyOf(database);
  await write(NAMED, "loc_020", name);
  await write("update location set closed_at = now() where id = 'loc_021'");
  const servers = [second.on, first.on, database.db];
  // In turn, and the farthest behind is neither the first nor the last that is asked.
  let reads = 0;
  const found = await shown((read) => read(servers[reads++ % servers.length]!));
  for (const id of ["loc_010", "loc_020"]) expect(found[id]).toMatchObject({ name });
  expect(found["loc_021"]).toBeUndefined();
  expect(found).toEqual(await shown(replicaReads));
  await Promise.all([first.stop(), second.stop()]);
});

test("[L-1] a standby that fails halfway leaves nothing of what it had handed over", async () => {
  const old = await standbyOf(database);
  await write("update location set closed_at = now() where id = 'loc_030'");
  let failures = 0;
  const halfway: ReplicaReads = async (read) => {
    try {
      return await read({
        run: async (sent) => {
          const answer = await old.on.run(sent);
          if (!sent.text.includes("searchable_locations")) return answer;
          failures++;
          throw new Error("the standby was cancelled");
        },
      });
    } catch {
      return await read(database.db);
    }
  };
  expect((await shown(halfway))["loc_030"]).toBeUndefined();
  expect(failures).toBeGreaterThan(0);
  await old.stop();
});

test("[L-1] a standby that had no location yet is caught up with", async () => {
  const filled = openDatabase((await databases.create()).connectionString, () => {}, 4);
  const empty = await standbyOf(filled);
  await storeStations(filled, [randomStation(randomFrom(8), "loc_new", 1)]);
  const search = startSearch(filled, { replicaReads: (read) => read(empty.on) });
  await search.loaded;
  expect(Object.keys(await shownBy(search))).toEqual(["loc_new"]);
  await empty.stop();
  await filled.close();
});
