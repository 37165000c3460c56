import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shownBy, stationsWith, storeStations } from "@voltmarg/testkit/indexed-stations";
import { startSearch, type SearchIndex } from "@voltmarg/testkit/search-index";
import { databases } from "@voltmarg/testkit/test-databases";
import { createListeners, type Bus, type Signal } from "../../../platform/bus/bus.ts";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import {
  openDatabase,
  type Database,
  type Queryable,
} from "../../../platform/database/database.ts";
import { onPullComplete } from "../../stations/index.ts";

const OPERATOR = "opr_aaa";
const ID = "loc_3";
const IDS = Array.from({ length: 12 }, (_, n) => `loc_${n}`);
const STATIONS = stationsWith(IDS, ["A", "B"]);
const clock = fakeClock(new Date("2026-11-20T06:30:00Z"));
const opened: Database[] = [];
let database: Database;
let writer: SearchIndex;
let other: SearchIndex;
/** Signals of the writer, which reach the other replica when a test hands them on. */
let sent: Signal[] = [];
const toOther = createListeners();
/** What the other replica asks its database, and what happens before the next reading of locations. */
let asked: string[] = [];
let beforeReading: (() => Promise<unknown>) | null = null;
/** Where the other replica finds its database. */
let address: Database;

async function open(): Promise<Database> {
  const made = openDatabase((await databases.create()).connectionString, () => {}, 6);
  opened.push(made);
  await storeStations(made, STATIONS);
  return made;
}
const busOf = (listeners: ReturnType<typeof createListeners>, publish: Bus["publish"]): Bus => ({
  publish,
  subscribe: listeners.add,
  onGap: listeners.onGap,
  close: async () => {},
});
beforeAll(async () => {
  address = database = await open();
  const toWriter = createListeners();
  // A bus hands what a replica sends to that replica as well.
  const publish = (signal: Signal) => {
    sent.push(signal);
    toWriter.tell(signal);
  };
  writer = startSearch(database, { clock, bus: busOf(toWriter, publish) });
  const db: Queryable = {
    run: async (statement) => {
      const happens = statement.text.includes("searchable_locations") ? beforeReading : null;
      if (happens) beforeReading = null;
      await happens?.();
      asked.push(statement.text);
      return address.db.run(statement);
    },
  };
  other = startSearch({ ...database, db }, { clock, bus: busOf(toOther, () => {}) });
  await Promise.all([writer.loaded, other.loaded]);
});
beforeEach(() => {
  [sent, asked, beforeReading] = [[], [], null];
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

const write = (text: string, ...values: unknown[]) => address.pool.query(text, values);
const setStatus = (uid: string, status: string) =>
  write("update evse set status = $2 where location_id = $3 and uid = $1", uid, status, ID);
type Shown = {
  name: string;
  operator: { name: string };
  evses: { uid: string; status: string; physical_reference: string | null }[];
};
const seenBy = async (search: SearchIndex) => (await shownBy(search)) as Record<string, Shown>;
const statusesIn = async (search: SearchIndex) =>
  (await seenBy(search))[ID]?.evses.map(({ status }) => status);
/** As it does by itself when nobody asked for long, or signals are lost. */
async function look(): Promise<Record<string, Shown>> {
  clock.advance(61_000);
  return seenBy(other);
}
const readings = () => asked.filter((text) => text.includes("searchable_locations")).length;
/** What a replica has that starts now. */
async function stored() {
  const fresh = startSearch(address, { clock });
  await fresh.loaded;
  return seenBy(fresh);
}
/** Begins a transaction; the returned function commits it. */
async function begin(text: string, ...values: unknown[]) {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query(text, values);
  return () => client.query("commit").then(() => client.release());
}

describe("[L-1] a status", () => {
  test("is shown by the replica that wrote it at once, and by another one after its signal, which says none", async () => {
    await setStatus("A", "CHARGING");
    await writer.changed(OPERATOR);
    expect(await statusesIn(writer)).toEqual(["CHARGING", "AVAILABLE"]);
    expect(sent).toEqual([
      { topic: "location", key: OPERATOR, id: "", version: 0, by: expect.any(String) },
    ]);
    expect(await statusesIn(other)).toEqual(["AVAILABLE", "AVAILABLE"]);
    for (let times = 0; times < 20; times++) toOther.tell(sent[0]!);
    await expect.poll(() => statusesIn(other)).toEqual(["CHARGING", "AVAILABLE"]);
    // One look for all signals, and no location is read for a status.
    expect(asked.filter((text) => text.includes("changed_stations"))).toHaveLength(1);
    expect(readings()).toBe(0);
  });

  test("is found within seconds where its signal is lost", async () => {
    await setStatus("B", "BLOCKED");
    clock.advance(5_001);
    await expect.poll(() => statusesIn(other)).toEqual(["CHARGING", "BLOCKED"]);
  });

  test.each([false, true])(
    "is found though others of younger transactions were committed and shown before (signals lost: %s)",
    async (isLost) => {
      const status = isLost ? "RESERVED" : "AVAILABLE";
      const commit = await begin(
        "update evse set status = $1 where location_id = $2 and uid = 'A'",
        status,
        ID,
      );
      await setStatus("B", status);
      for (let times = 0; times < 2; times++)
        expect((await look())[ID]!.evses[1]).toMatchObject({ status });
      const { index } = (await other.ready())!;
      const version = () => index.slots.version[index.slotOf(ID)!];
      const before = version();
      await commit();
      if (isLost) await look();
      else toOther.tell({ topic: "location", key: OPERATOR, id: "", version: 0 });
      await expect.poll(() => statusesIn(other)).toEqual([status, status]);
      // By it a list has another ETag.
      expect(version()).not.toBe(before);
    },
  );

  test("does not hide what else is new of its EVSE, before or with it", async () => {
    await write(
      `update evse set body = body || '{"physical_reference":"7"}' where location_id = $1 and uid = 'A'`,
      ID,
    );
    await setStatus("A", "CHARGING");
    const { evses } = (await look())[ID]!;
    expect(evses[0]).toMatchObject({ status: "CHARGING", physical_reference: "7" });
    for (const [status, uids] of [
      ["REMOVED", ["B"]],
      ["AVAILABLE", ["A", "B"]],
    ] as const) {
      await setStatus("A", status);
      expect((await look())[ID]!.evses.map(({ uid }) => uid)).toEqual(uids);
    }
  });
});

describe("[L-1] a change of a location", () => {
  test.each([
    ["a name", "update location set name = 'another' where id = 'loc_4'"],
    [
      "its operator's name",
      "update operator set name = 'Renamed', phone = '1800' where id = 'opr_aaa'",
    ],
    [
      "an EVSE that it lost",
      "with lost as (delete from evse where location_id = 'loc_5' and uid = 'B' returning *) update location set version = nextval('location_version') from lost where id = lost.location_id",
    ],
    ["that it is closed", "update location set closed_at = now() where id = 'loc_6'"],
    ["that it is hidden", "update location set hidden_at = now() where id = 'loc_7'"],
    [
      "that it is gone with all EVSEs",
      "update evse set status = 'REMOVED' where location_id = 'loc_8'",
    ],
    ["that it is back", "update evse set status = 'AVAILABLE' where location_id = 'loc_8'"],
  ])("is found without a signal: %s", async (_what, change) => {
    const before = await seenBy(other);
    const commit = await begin(change);
    await setStatus("A", "BLOCKED");
    await look();
    await commit();
    const found = await look();
    expect(found).not.toEqual(before);
    expect(found).toEqual(await stored());
  });

  test("is found when a pull closes it while one of its EVSEs is locked", async () => {
    await database.pool.query("update location set seen_at = '2030-01-01' where id <> 'loc_9'");
    const commit = await begin(
      "select from evse where location_id = 'loc_9' and uid = 'A' for no key update",
    );
    const closing = onPullComplete(
      { database, search: writer },
      OPERATOR,
      new Date("2029-01-01"),
      [],
    );
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    await write("update evse set status = 'CHARGING' where location_id = 'loc_9' and uid = 'B'");
    await writer.changed(OPERATOR);
    await commit();
    expect(await closing).toBe(1);
    for (const shown of [await seenBy(writer), await look()])
      expect(Object.keys(shown)).not.toContain("loc_9");
  });

  test("is found by the next look when this one breaks", async () => {
    await write("update location set name = 'unheard' where id = 'loc_1'");
    beforeReading = () => Promise.reject(new Error("the connection broke"));
    expect((await look())["loc_1"]!.name).not.toBe("unheard");
    expect((await look())["loc_1"]!.name).toBe("unheard");
  });

  test("is found by the next look when it commits while this one reads", async () => {
    await write("update location set name = 'first' where id = 'loc_1'");
    beforeReading = () => write("update location set name = 'second' where id = 'loc_2'");
    expect((await look())["loc_1"]!.name).toBe("first");
    expect((await look())["loc_2"]!.name).toBe("second");
  });

  test("is read once, while an older transaction stays open", async () => {
    const commit = await begin("update location set name = 'late' where id = 'loc_11'");
    await write("update location set name = 'soon' where id = 'loc_0'");
    await look();
    expect(readings()).toBe(1);
    for (let times = 0; times < 3; times++) await look();
    expect(readings()).toBe(1);
    await commit();
    expect((await look())["loc_11"]!.name).toBe("late");
    expect(readings()).toBe(2);
  });
});

test("[L-1] rows of a restored dump, which name transactions to come, are not read at every look", async () => {
  await write("alter table location disable trigger location_written");
  await write(
    "update location set written_by = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8",
  );
  await write("alter table location enable trigger location_written");
  await look();
  expect(readings()).toBe(0);
  await write("update location set name = 'of now' where id = 'loc_2'");
  expect((await look())["loc_2"]!.name).toBe("of now");
});

test("[L-1] a server that took over, without what the one before had committed last, is read anew", async () => {
  const successor = await open();
  await write("update location set name = 'lost' where id = 'loc_1'");
  await write("update evse set status = 'INOPERATIVE' where location_id = 'loc_4'");
  expect((await look())["loc_1"]!.name).toBe("lost");
  address = successor;
  await write("update location set closed_at = now() where id = 'loc_2'");
  const found = await look();
  expect(Object.keys(found)).not.toContain("loc_2");
  expect(found).toEqual(await stored());
  await write("update location set name = 'since' where id = 'loc_1'");
  expect((await look())["loc_1"]!.name).toBe("since");
  const { rows } = await write(
    "select place from changed_stations('9:9:') where place is not null",
  );
  expect(rows[0]).toEqual({ place: expect.stringMatching(/^\d+\/[0-9A-F]{8}\/\d+$/) });
});

test("[L-1] prices whose signal was lost with others are read again, and lists are not what they were", async () => {
  const now = async () => (await other.ready())!.epoch;
  const before = await now();
  expect(await now()).toBe(before);
  toOther.gap();
  expect(await now()).toBe(before + 1);
});

test("[L-1] the first location of a database is found without a signal", async () => {
  const empty = openDatabase((await databases.create()).connectionString, () => {}, 3);
  opened.push(empty);
  const search = startSearch(empty, { clock });
  await search.loaded;
  await storeStations(empty, stationsWith([ID], []));
  clock.advance(61_000);
  expect(Object.keys(await shownBy(search))).toEqual([ID]);
});
