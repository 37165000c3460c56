import { readFileSync } from "node:fs";
import { stations } from "@voltmarg/contract";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner, type Partner } from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, expect, test } from "vitest";

type Place = {
  id: string;
  name: string;
  city: string;
  postal_code: string;
  address: string;
  code: string;
};
/** `found`: what is typed, and the stations of which one must come first, all of them among the first three. */
const list = JSON.parse(readFileSync(new URL("typed-queries.json", import.meta.url), "utf8")) as {
  stations: Place[];
  found: [typed: string, stations: string][];
  places: [typed: string, place: string][];
};

let world: Harness;
let operator: Partner;
let driver: Driver;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  for (const [nth, { id, code, ...words }] of list.stations.entries()) {
    const location = locationOf(id, {
      ...words,
      state: undefined,
      coordinates: { latitude: "20.000000", longitude: (78 + nth / 1000).toFixed(6) },
      evses: [evseOf(`${id}-1`, { evse_id: code })],
    });
    const answer = await operator.call("PUT", `/locations/IN/TST/${id}`, location);
    if (answer.code !== 1000) throw new Error(`${id}: ${answer.code}`);
  }
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const search = async (typed: string, page_size = 5_000) =>
  (
    await world.call(stations.searchLocations, {
      query: { latitude: 20, longitude: 78.01, distance: 500, "search-text": typed, page_size },
      token: driver.token,
    })
  ).body;
const nameOf = new Map(list.stations.map(({ id, name }) => [id, name]));

test("[L-12] a list of at least 300 typed texts finds what is meant", async () => {
  expect(list.found.length + list.places.length).toBeGreaterThanOrEqual(300);
  const missed: string[] = [];
  for (const [typed, ids] of list.found) {
    const names = (await search(typed)).content.slice(0, 3).map(({ name }) => name);
    const wanted = Array.from(ids, (id) => nameOf.get(id)!);
    if (!wanted.includes(names[0]!) || !wanted.every((name) => names.includes(name)))
      missed.push(`${typed}: ${names.join(", ")}, not ${wanted.join(", ")}`);
  }
  expect(missed).toEqual([]);
});

test.each(list.places)(
  "[L-12] PIN code %s, in which nobody has a station, is a place: %s",
  async (typed, place) => {
    const answer = await search(typed);
    expect(answer.content).toEqual([]);
    expect(answer.place?.name).toBe(place);
  },
);

test.each([
  "a".repeat(100),
  "na".repeat(50),
  "aeiou aeiou oo ee",
  "\u093e\u093f\u0941 \u0301\u0302",
  "🔌🚗⚡",
  "\u200f\u202e\u2066\u200d",
  ".*+?^${}()|[]\\ (zq+)+$",
  Array.from({ length: 30 }, (_, at) => `zq${at}`).join(" "),
  "999999",
  "000000",
])("[L-12] hostile text %j finds nothing, and no place", async (typed) => {
  const answer = await search(typed);
  expect(answer.content.map(({ name }) => name)).toEqual([]);
  expect(answer.place).toBeUndefined();
});

test("[L-12] a text of 2,000 characters is refused", async () => {
  await expect(search("na".repeat(1000))).rejects.toThrow("400");
});
