import { stations, type Location } from "@voltmarg/contract";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner, type Partner } from "@voltmarg/testkit/partner";
import { randomOf } from "@voltmarg/testkit/random";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import { countStart, keepLastCharge } from "../stations/index.ts";

const PLACES = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: Harness;
let operator: Partner;
let driver: Driver;
const ids = new Map<string, string>();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  for (let nth = 0; nth < PLACES; nth++) await put(`P${nth}`);
  for (const { id, ocpi_id } of await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  ))
    ids.set(ocpi_id, id);
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const stamp = () => world.clock.now().toISOString();
/** Two in one place, the next two a few metres on: one is like the other but for its id. */
const put = async (id: string, longitude = 77.6 + Math.floor(Number(id.slice(1)) / 2) / 10_000) => {
  const evses = ["1", "2"].map((uid) => evseOf(uid, { last_updated: stamp() }));
  const coordinates = { latitude: "12.970000", longitude: longitude.toFixed(6) };
  const told = locationOf(id, { evses, coordinates, last_updated: stamp() });
  expect((await operator.call("PUT", `/locations/IN/TST/${id}`, told)).code).toBe(1000);
};

/** So long that the index has read what changed before it answers. */
async function readAgain(ms = 11 * 60_000) {
  world.clock.advance(ms);
  await sql`update operator set last_contact_at = ${world.clock.now()}`.execute(world.database.db);
  driver = await world.signUp();
}
beforeEach(async () => {
  await sql`delete from evse_start_day`.execute(world.database.db);
  await sql`delete from evse_last_charge`.execute(world.database.db);
  await readAgain(DAY_MS);
});

const charged = (place: string, hoursAgo: number, powerKw: number | null = 48, evseUid = "1") =>
  world.database.transact((tx) =>
    keepLastCharge(
      tx,
      { locationId: ids.get(place)!, evseUid },
      { endedAt: new Date(world.clock.now().getTime() - hoursAgo * HOUR_MS), powerKw },
    ),
  );
const started = async (place: string, of: { worked?: number; failed?: number }, evseUid = "1") => {
  const at = { locationId: ids.get(place)!, evseUid, requestedAt: world.clock.now() };
  for (const [outcome, times] of [
    ["WORKED", of.worked],
    ["FAILED", of.failed],
  ] as const)
    for (let n = 0; n < (times ?? 0); n++)
      await world.database.transact((one) => countStart(one, at, { before: null, now: outcome }));
};

type Query = Parameters<typeof search>[0];
const search = async (
  query: {
    sort?: "best" | "distance";
    "search-text"?: string;
    page_no?: number;
    page_size?: number;
  } = {},
) =>
  (
    await world.call(stations.searchLocations, {
      query: { latitude: 12.97, longitude: 77.6, distance: 50, ...query },
      token: driver.token,
    })
  ).body;
const names = async (query: Query = {}) => {
  const letter = new Map([...ids].map(([ocpi, id]) => [id, ocpi]));
  return (await search(query)).content.map(({ id }) => letter.get(id)!);
};
const listed = async (place: string): Promise<Location> =>
  (await search()).content.find(({ id }) => id === ids.get(place))!;

test("[L-18] rows say when somebody last charged and, from ten starts on, how many worked; nothing where nothing is known", async () => {
  await charged("P3", 2);
  await charged("P3", 5, 120, "2");
  await started("P3", { worked: 9 });
  await readAgain();
  const at = new Date(
    Math.floor((world.clock.now().getTime() - 11 * 60_000 - 2 * HOUR_MS) / 900_000) * 900_000,
  );
  const last_charged = { at: at.toISOString(), power_kw: 48 };
  expect((await listed("P3")).proof).toEqual({ last_charged, starts: null });
  await started("P3", { failed: 1 }, "2");
  await readAgain();
  const proof = { last_charged, starts: { tried: 10, worked: 9 } };
  expect((await listed("P3")).proof).toEqual(proof);
  expect(await listed("P4")).not.toHaveProperty("proof");
  const { body } = await world.call(stations.getLocation, {
    params: { id: ids.get("P3")! },
    query: {},
    token: driver.token,
  });
  expect(body.data.proof).toEqual(proof);
});

test("[L-18] favourites say it too", async () => {
  await charged("P3", 2);
  for (const place of ["P3", "P4"]) {
    world.clock.advance(1_000);
    await world.call(stations.addToWishlist, {
      params: { userId: driver.id },
      body: { location_id: ids.get(place)! },
      token: driver.token,
    });
  }
  const { body } = await world.call(stations.getWishlist, {
    params: { userId: driver.id },
    query: { latitude: 12.97, longitude: 77.6 },
    token: driver.token,
  });
  expect(body.data.locations.map(({ id, proof }) => [id, proof?.last_charged?.power_kw])).toEqual([
    [ids.get("P4")!, undefined],
    [ids.get("P3")!, 48],
  ]);
  expect(body.data.locations[0]).not.toHaveProperty("proof");
});

test("[L-18] the order best for you: of two alike, where somebody charged today comes first; what fails goes down", async () => {
  await charged("P1", 3);
  await charged("P0", 100 * 24);
  await started("P2", { failed: 12 });
  await charged("P5", 3);
  await readAgain();
  const best = await names({ sort: "best" });
  expect(best.indexOf("P1")).toBeLessThan(best.indexOf("P0"));
  expect(best.slice(0, 2)).toEqual(["P1", "P5"]);
  expect(best.at(-1)).toBe("P2");
  // The nearest are what they were.
  expect((await names({ sort: "distance" })).slice(0, 3).toSorted()).toEqual([
    "P0",
    "P1",
    expect.stringMatching(/P[23]/),
  ]);
});

test("[L-18] a charge moves no version of its location, and costs the index one read of it", async () => {
  const version = async () =>
    (await rows(world.database.db, sql`select last_value, is_called from location_version`))[0];
  await search();
  const before = await version();
  const records = await listed("P6");
  await started("P6", { worked: 300 });
  await charged("P6", 0);
  expect(await version()).toEqual(before);
  await readAgain();
  const { proof, ...rest } = await listed("P6");
  expect(proof!.starts).toEqual({ tried: 300, worked: 300 });
  expect({ ...rest, updated_at: "" }).toEqual({ ...records, updated_at: "" });
});

test("[L-18] one more charge where there were some is read by its own time of change", async () => {
  await started("P9", { worked: 10 });
  await charged("P9", 30);
  await readAgain();
  for (const table of ["evse_start_day", "evse_last_charge"])
    await sql`update ${sql.raw(table)} set changed_at = '2000-01-01'`.execute(world.database.db);
  await started("P9", { failed: 1 });
  await readAgain();
  expect((await listed("P9")).proof!.starts).toEqual({ tried: 11, worked: 10 });
  await sql`update evse_start_day set changed_at = '2000-01-01'`.execute(world.database.db);
  await charged("P9", 0, 90);
  await readAgain();
  expect((await listed("P9")).proof!.last_charged!.power_kw).toBe(90);
});

test("[L-18] starts leave after 30 days; a place that moves, closes and comes back keeps what is known", async () => {
  await started("P7", { worked: 10 });
  await charged("P7", 0);
  await readAgain();
  expect((await listed("P7")).proof!.starts).toEqual({ tried: 10, worked: 10 });
  await put("P7", 77.65);
  await readAgain();
  expect((await listed("P7")).proof!.starts).toEqual({ tried: 10, worked: 10 });
  const close = (at: Date | null) =>
    sql`update location set closed_at = ${at}, version = nextval('location_version') where id = ${ids.get("P7")!}`.execute(
      world.database.db,
    );
  await close(world.clock.now());
  await readAgain();
  expect(await listed("P7")).toBeUndefined();
  await close(null);
  await readAgain();
  expect((await listed("P7")).proof!.starts).toEqual({ tried: 10, worked: 10 });
  await readAgain(31 * DAY_MS);
  const { proof } = await listed("P7");
  expect([proof!.starts, proof!.last_charged?.power_kw]).toEqual([null, 48]);
});

test("[L-18] the best first come page by page, each place once", async () => {
  const random = randomOf(18);
  const some = (most: number) => random.int(0, most - 1);
  for (const place of ids.keys()) {
    if (some(3) > 0) await charged(place, some(60 * 24), random.chance(0.2) ? null : some(200));
    if (some(4) === 0) await charged(place, some(60 * 24), some(200), "2");
    if (some(2) === 0) await started(place, { worked: some(15), failed: some(15) });
  }
  await readAgain();
  const { content } = await search({ sort: "best" });
  expect(content).toHaveLength(PLACES);
  expect(content.filter(({ proof }) => proof?.starts).length).toBeGreaterThan(5);
  const pages: string[] = [];
  for (let page_no = 0; page_no < 6; page_no++)
    pages.push(...(await names({ sort: "best", page_no, page_size: 7 })));
  expect(new Set(pages).size).toBe(PLACES);
  expect(pages).toEqual(await names({ sort: "best" }));
});
