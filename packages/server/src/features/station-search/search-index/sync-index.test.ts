import { afterAll, beforeAll, expect, test } from "vitest";
import { contentOf, stationsWith, storeStations } from "@voltmarg/testkit/indexed-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { createListeners, type Bus, type Signal } from "../../../platform/bus/bus.ts";
import { createSignature } from "../../../platform/bus/signature.ts";
import { fakeClock } from "../../../platform/clock.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { syncIndex, type SearchIndex } from "./sync-index.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const SIGNATURE = createSignature(Buffer.alloc(32), "test");
const OPERATOR = "opr_aaa";
const ID = "loc_000";
let database: Database;
let url = "";
let writer: SearchIndex;
let other: SearchIndex;
/** Signals of the writer, which reach the other replica when a test hands them on. */
let sent: Signal[] = [];
const toOther = createListeners();
const clock = fakeClock(NOW);

const busOf = (listeners: ReturnType<typeof createListeners>, publish: Bus["publish"]): Bus => ({
  publish,
  subscribe: listeners.add,
  onGap: listeners.onGap,
  close: async () => {},
});

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 6);
  await storeStations(database, stationsWith([ID], ["A", "B"]));
  const toWriter = createListeners();
  const start = (bus: Bus) =>
    syncIndex({
      database,
      late: (read) => read(database.db),
      sources: { primary: url, standby: null },
      file: null,
      clock,
      bus,
      signature: SIGNATURE,
      logger: createLogger("silent"),
    });
  // A bus hands what a replica sends to that replica as well.
  writer = start(
    busOf(toWriter, (signal) => {
      sent.push(signal);
      toWriter.tell(signal);
    }),
  );
  other = start(busOf(toOther, () => {}));
  await Promise.all([writer.loaded, other.loaded]);
});
afterAll(() => database.close());

const WRITE = `update evse set status = $2, version = nextval('location_version')
  where location_id = '${ID}' and uid = $1 returning version::float8 as version`;
type Written = { version: number };
const announce = (version: number) => writer.changed(OPERATOR, [{ id: ID, version, freed: [] }]);

async function statusesIn(search: SearchIndex): Promise<string[]> {
  const { index } = (await search.ready())!;
  const content = contentOf(index.data)[ID] as { evses: { status: string }[] };
  return content.evses.map(({ status }) => status);
}

/** Writes both EVSEs in two transactions, of which the first to draw its version is the last to commit. */
async function writeCrossed(status: string): Promise<void> {
  sent = [];
  const late = await database.pool.connect();
  try {
    await late.query("begin");
    const first = await late.query<Written>(WRITE, ["A", status]);
    const second = await database.pool.query<Written>(WRITE, ["B", status]);
    await announce(second.rows[0]!.version);
    await late.query("commit");
    await announce(first.rows[0]!.version);
    expect(second.rows[0]!.version).toBeGreaterThan(first.rows[0]!.version);
  } finally {
    late.release();
  }
}

test("[L-1] a status that commits after one with a higher version is shown by the replica that wrote it", async () => {
  await writeCrossed("CHARGING");
  expect(await statusesIn(writer)).toEqual(["CHARGING", "CHARGING"]);
});

test("[L-1] another replica shows it as well, whatever it read before, and signals that come twice change nothing", async () => {
  await writeCrossed("BLOCKED");
  const [second, first] = sent;
  const late = await database.pool.connect();
  try {
    // The other replica reads between the two commits.
    await late.query("begin");
    const drawn = await late.query<Written>(WRITE, ["A", "RESERVED"]);
    toOther.tell(second!);
    await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "BLOCKED"]);
    const last = await database.pool.query<Written>(WRITE, ["B", "RESERVED"]);
    toOther.tell({ ...second!, version: last.rows[0]!.version });
    await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "RESERVED"]);
    await late.query("commit");
    toOther.tell({ ...first!, version: drawn.rows[0]!.version });
    await expect.poll(() => statusesIn(other)).toEqual(["RESERVED", "RESERVED"]);
  } finally {
    late.release();
  }
  for (const signal of [first!, second!, first!]) toOther.tell(signal);
  toOther.tell({ ...first!, id: "loc_unknown" });
  const { rows } = await database.pool.query<Written>(WRITE, ["A", "INOPERATIVE"]);
  toOther.tell({ ...first!, version: rows[0]!.version });
  await expect.poll(() => statusesIn(other)).toEqual(["INOPERATIVE", "RESERVED"]);
});

test("[L-1] a repeated signal does not hide another one with a lower version that arrives with it", async () => {
  const late = await database.pool.connect();
  try {
    await late.query("begin");
    const first = await late.query<Written>(WRITE, ["A", "BLOCKED"]);
    const second = await database.pool.query<Written>(WRITE, ["B", "BLOCKED"]);
    const signals = [second, first].map(({ rows }) => ({
      topic: "location",
      key: OPERATOR,
      id: ID,
      version: rows[0]!.version,
    }));
    toOther.tell(signals[0]!);
    await expect.poll(() => statusesIn(other)).toEqual(["INOPERATIVE", "BLOCKED"]);
    await late.query("commit");
    signals.forEach(toOther.tell);
    await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "BLOCKED"]);
  } finally {
    late.release();
  }
});

test("[L-1] a signal of the release before, which does not say who sent it, is read", async () => {
  const { rows } = await database.pool.query<Written>(WRITE, ["B", "OUTOFORDER"]);
  toOther.tell({ topic: "location", key: OPERATOR, id: ID, version: rows[0]!.version });
  await expect.poll(async () => (await statusesIn(other))[1]).toBe("OUTOFORDER");
});

test("[L-1] a change whose signal was lost is found at the next heal, even if one with a higher version was read before", async () => {
  const late = await database.pool.connect();
  try {
    await late.query("begin");
    await late.query<Written>(WRITE, ["A", "PLANNED"]);
    const { rows } = await database.pool.query<Written>(WRITE, ["B", "PLANNED"]);
    toOther.tell({ topic: "location", key: OPERATOR, id: ID, version: rows[0]!.version });
    await expect.poll(() => statusesIn(other)).toEqual(["BLOCKED", "PLANNED"]);
    // `share` heals the index first.
    for (let times = 0; times < 3; times++) await other.share();
    expect(await statusesIn(other)).toEqual(["BLOCKED", "PLANNED"]);
    await late.query("commit");
  } finally {
    late.release();
  }
  clock.advance(60_001);
  await expect.poll(() => statusesIn(other)).toEqual(["PLANNED", "PLANNED"]);
});

test("[L-1] a signal with a version that nobody will ever write does not deafen a replica to the true ones", async () => {
  toOther.tell({ topic: "location", key: OPERATOR, id: ID, version: 2 ** 52 });
  await other.share();
  const { rows } = await database.pool.query<Written>(WRITE, ["A", "CHARGING"]);
  toOther.tell({ topic: "location", key: OPERATOR, id: ID, version: rows[0]!.version });
  await expect.poll(async () => (await statusesIn(other))[0]).toBe("CHARGING");
});

test("[L-1] prices whose signal was lost with others are read again, and lists are not what they were", async () => {
  const now = async () => (await other.ready())!.epoch;
  const before = await now();
  expect(await now()).toBe(before);
  toOther.gap();
  expect(await now()).toBe(before + 1);
});
