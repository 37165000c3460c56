import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { contentAt, stationsWith, storeStations } from "@voltmarg/testkit/indexed-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { createListeners, type Bus, type Signal } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { fakeClock } from "../../../platform/clock.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { createStatusSender, NEW_STATUSES } from "./status-signals.ts";
import { syncIndex, type SearchIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const MINUTE_MS = 60_000;
const OPERATOR = "opr_aaa";
const ID = "loc_000";
const SIGNATURE = createSignature(Buffer.alloc(32), "test");
const clock = fakeClock(NOW);
let database: Database;
/** Of the other replica alone. */
let otherDatabase: Database;
let url = "";
let writer: SearchIndex;
let other: SearchIndex;
/** Signals of the writer, which reach the other replica when a test hands them on. */
let sent: Signal[] = [];
const toOther = createListeners();
/** How often the other replica asked its database. */
let asked = 0;

function start(on: Database, publish: Bus["publish"], listeners = createListeners()): SearchIndex {
  const bus: Bus = {
    publish,
    subscribe: listeners.add,
    onGap: listeners.onGap,
    close: async () => {},
  };
  return syncIndex({
    database: on,
    late: (read) => read(on.db),
    sources: { primary: url, standby: null },
    file: null,
    clock,
    bus,
    signature: SIGNATURE,
    logger: createLogger("silent"),
  });
}

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 6);
  otherDatabase = openDatabase(url, () => {}, 6);
  otherDatabase.pool.on("acquire", () => asked++);
  await storeStations(database, stationsWith([ID], ["A", "B"]));
  writer = start(database, (signal) => void sent.push(signal));
  other = start(otherDatabase, () => {}, toOther);
  await Promise.all([writer.loaded, other.loaded]);
});
beforeEach(async () => {
  // After so long everything is compared before the next search, and it waits for that.
  clock.advance(11 * MINUTE_MS);
  for (const each of [writer, other]) await each.ready();
  await write("A", "AVAILABLE");
  await write("B", "AVAILABLE");
  handOn(sent);
  const isReset = async () => (await statusesIn(other)).every((status) => status === "AVAILABLE");
  await vi.waitUntil(isReset, { timeout: 20_000 });
  sent = [];
});
afterAll(async () => {
  await database.close();
  await otherDatabase.close();
});

const WRITE = `update evse set status = $2, status_since = $3, version = nextval('location_version')
  where location_id = '${ID}' and uid = $1 returning version::float8 as version`;
type Client = Pick<Database["pool"], "query">;

/** Writes a status and returns what the writer announces after its commit. */
async function prepare(uid: string, status: string, on: Client = database.pool) {
  const since = clock.now();
  const { rows } = await on.query<{ version: number }>(WRITE, [uid, status, since]);
  const { version } = rows[0]!;
  const statuses = [{ id: ID, uid, status, since, version }];
  return () => writer.changed(OPERATOR, [{ id: ID, version, freed: [], statuses }]);
}
async function write(uid: string, status: string): Promise<Signal[]> {
  const before = sent.length;
  const announce = await prepare(uid, status);
  await announce();
  return sent.slice(before);
}
const handOn = (signals: readonly Signal[]) => signals.forEach(toOther.tell);

type Shown = { evses: { status: string; physical_reference: string | null }[] };
async function evsesIn(search: SearchIndex): Promise<Shown["evses"]> {
  const { index } = (await search.ready())!;
  const slot = index.slotOf(ID);
  return slot === undefined ? [] : (contentAt(index, [slot])[ID] as Shown).evses;
}
const statusesIn = async (search: SearchIndex) =>
  (await evsesIn(search)).map(({ status }) => status);

test("[L-1] a status is shown by the replica that wrote it and by another one, which reads nothing", async () => {
  const signals = await write("A", "CHARGING");
  expect(await statusesIn(writer)).toEqual(["CHARGING", "AVAILABLE"]);
  const before = asked;
  handOn(signals);
  expect(await statusesIn(other)).toEqual(["CHARGING", "AVAILABLE"]);
  // What it were to ask for would be on its way by then.
  await database.pool.query("select 1");
  expect(asked).toBe(before);
});

test("a replica knows whether another one writes statuses as well", async () => {
  handOn(await write("A", "CHARGING"));
  expect(other.sharesStatuses()).toBe(true);
  expect(writer.sharesStatuses()).toBe(false);
  clock.advance(MINUTE_MS);
  expect(other.sharesStatuses()).toBe(false);
});

test("[L-1] a replica of the release before gets the signal that it reads, for each location", async () => {
  const signals = await write("A", "CHARGING");
  expect(signals.map(({ topic }) => topic)).toEqual([NEW_STATUSES, "location"]);
  expect(signals[1]).toMatchObject({ key: OPERATOR, id: ID, version: expect.any(Number) });
});

test("[L-1] signals of statuses that come twice, or an older one after a newer one, change nothing", async () => {
  const first = await write("A", "CHARGING");
  const second = await write("A", "BLOCKED");
  for (const signals of [second, first, second, first]) handOn(signals);
  await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "AVAILABLE"]);
  clock.advance(2 * MINUTE_MS);
  handOn(first);
  await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "AVAILABLE"]);
});

test("[L-1] a lost signal is noticed by the next one of its sender, and what it said is read", async () => {
  await write("A", "CHARGING");
  handOn(await write("B", "BLOCKED"));
  await expect.poll(() => statusesIn(other)).toEqual(["CHARGING", "BLOCKED"]);
});

test("[L-1] a lost signal after which none comes heals within a minute, though a newer status was shown", async () => {
  const lost = await prepare("A", "CHARGING");
  handOn(await write("B", "BLOCKED"));
  expect(await statusesIn(other)).toEqual(["AVAILABLE", "BLOCKED"]);
  await lost();
  clock.advance(MINUTE_MS + 1);
  await expect.poll(() => statusesIn(other)).toEqual(["CHARGING", "BLOCKED"]);
});

test("[L-1] a location that was read is not read again when the index heals", async () => {
  const healed = async () => {
    const before = asked;
    clock.advance(11 * MINUTE_MS);
    await other.ready();
    return asked - before;
  };
  await healed();
  const least = await healed();
  const [, signal] = await write("A", "CHARGING");
  handOn([signal!]);
  await expect.poll(() => statusesIn(other)).toEqual(["CHARGING", "AVAILABLE"]);
  expect(await healed()).toBe(least);
  const lost = await prepare("A", "BLOCKED");
  expect(await healed()).toBe(least + 1);
  await lost();
});

test("[L-1] a status that commits after one with a higher version is shown, whatever was read between", async () => {
  for (const read of [false, true]) {
    const late = await database.pool.connect();
    try {
      await late.query("begin");
      const announce = await prepare("A", read ? "BLOCKED" : "CHARGING", late);
      const higher = await write("B", read ? "BLOCKED" : "CHARGING");
      // The signal alone that the release before sends as well: the location is read.
      handOn(read ? higher.slice(1) : higher);
      await expect
        .poll(async () => (await statusesIn(other))[1])
        .toBe(read ? "BLOCKED" : "CHARGING");
      await late.query("commit");
      sent = [];
      await announce();
    } finally {
      late.release();
    }
    handOn(sent);
    const status = read ? "BLOCKED" : "CHARGING";
    await expect.poll(() => statusesIn(other)).toEqual([status, status]);
  }
});

test("[L-1] a change of more than a status is read, also between two statuses", async () => {
  const first = await write("A", "CHARGING");
  const since = clock.now();
  const { rows } = await database.pool.query<{ version: number }>(
    `update evse set status = 'RESERVED', status_since = $1, version = nextval('location_version'),
       body = body || '{"physical_reference":"7"}' where location_id = '${ID}' and uid = 'A'
     returning version::float8 as version`,
    [since],
  );
  const { version } = rows[0]!;
  sent = [];
  await writer.changed(OPERATOR, [{ id: ID, version, freed: [] }]);
  expect(sent.map(({ topic }) => topic)).toEqual(["location"]);
  const second = sent;
  const third = await write("B", "CHARGING");
  for (const signals of [third, second, first]) handOn(signals);
  await expect.poll(() => statusesIn(other)).toEqual(["RESERVED", "CHARGING"]);
  expect((await evsesIn(other))[0]!.physical_reference).toBe("7");
});

test("[L-1] a status under way does not bring back a location that is closed, nor an EVSE that is gone", async () => {
  const signals = await write("A", "CHARGING");
  const close = (at: Date | null) =>
    database.pool.query<{ version: number }>(
      `update location set closed_at = $1, version = nextval('location_version') where id = '${ID}'
       returning version::float8 as version`,
      [at],
    );
  const announce = async (rows: { version: number }[]) => {
    sent = [];
    await writer.changed(OPERATOR, [{ id: ID, version: rows[0]!.version, freed: [] }]);
    handOn(sent);
  };
  await announce((await close(clock.now())).rows);
  await expect.poll(() => statusesIn(other)).toEqual([]);
  handOn(signals);
  handOn(await write("A", "BLOCKED"));
  // What is read after it is read after these as well.
  await announce((await close(null)).rows);
  await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "AVAILABLE"]);

  const { rows } = await database.pool.query<{ was: string }>(
    `delete from evse e where location_id = '${ID}' and uid = 'B' returning to_jsonb(e)::text as was`,
  );
  const gone = await write("A", "CHARGING");
  await announce((await close(null)).rows);
  await expect.poll(() => statusesIn(other)).toEqual(["CHARGING"]);
  handOn(gone);
  expect(await statusesIn(other)).toEqual(["CHARGING"]);
  await database.pool.query(
    `insert into evse (location_id, uid, position, status, status_since, body, last_updated)
     select location_id, uid, position, status, status_since, body, last_updated
     from jsonb_populate_record(null::evse, $1)`,
    [rows[0]!.was],
  );
  await announce((await close(null)).rows);
  await expect.poll(() => statusesIn(other)).toHaveLength(2);
});

test("[L-1] a replica that started meanwhile is not set back by signals from before", async () => {
  const old = await write("A", "CHARGING");
  await write("A", "BLOCKED");
  const listeners = createListeners();
  const restarted = start(database, () => {}, listeners);
  await restarted.loaded;
  for (const signal of old) listeners.tell(signal);
  expect(await statusesIn(restarted)).toEqual(["BLOCKED", "AVAILABLE"]);
});

test("[L-1] what somebody without the service's key publishes is not shown", async () => {
  const [signal] = await write("A", "CHARGING");
  const version = Number.MAX_SAFE_INTEGER;
  const lie = [{ id: ID, uid: "B", status: "OUTOFORDER", since: NOW, version }];
  const strange = createStatusSender(createSignature(Buffer.alloc(32, 1), "test"), "me");
  const purpose = createStatusSender(createSignature(Buffer.alloc(32), "another"), "me");
  const [forged] = strange(OPERATOR, lie);
  for (const each of [
    forged!,
    purpose(OPERATOR, lie)[0]!,
    { ...forged!, signature: signal!.signature! },
    { ...signal!, text: forged!.text! },
    { topic: NEW_STATUSES, key: OPERATOR, id: ID, version, text: forged!.text! },
    { topic: NEW_STATUSES, key: OPERATOR, id: ID, version },
  ])
    toOther.tell(each);
  expect(await statusesIn(other)).toEqual(["AVAILABLE", "AVAILABLE"]);
  handOn([signal!]);
  expect(await statusesIn(other)).toEqual(["CHARGING", "AVAILABLE"]);
});
