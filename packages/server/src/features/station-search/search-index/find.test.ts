import type { EvseRow, LocationRow } from "../../stations/index.ts";
import { cellIn, distanceKm, physicalOf, powerKw, soundKey } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import {
  pick,
  POWER_BOUNDS,
  randomFrom,
  randomStation,
  type Random,
} from "@voltmarg/testkit/random-stations";
import { plugTest, type PlugWish } from "./facets.ts";
import { find, type Query } from "./find.ts";
import { slotsInBox, type Box } from "./bbox-query.ts";
import { FINE, orderOf } from "./order.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { textTest } from "./text-test.ts";
import { wordsOf } from "./words.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
type World = Map<string, { row: LocationRow; evses: EvseRow[] }>;
type Asked = PlugWish & {
  from: { latitude: number; longitude: number };
  km: number;
  parties: string[];
  silent: string[];
  text: string;
  publish: boolean | null;
  first: number;
  count: number;
};

/** From one bound to another, perhaps the same; either may be missing. */
function randomPower(random: Random): PlugWish["power"] {
  const kw = () => (random() < 0.3 ? null : pick(random, POWER_BOUNDS) / 1000);
  return { minKw: kw(), maxKw: kw() };
}

function randomAsked(random: Random, world: World): Asked {
  const some = <T>(list: T[]) => (random() < 0.7 ? [] : list.filter(() => random() < 0.5));
  const from = {
    latitude: 18.5 + (random() - 0.5) * 0.5,
    longitude: 73.9 + (random() - 0.5) * 0.5,
  };
  const station = () => pick(random, [...world.values()]).row;
  const { latitude, longitude } = random() < 0.2 ? station() : from;
  const here = { latitude, longitude };
  return {
    from: here,
    // Also a metre less or more than one station is away.
    km:
      random() < 0.2
        ? Math.max(0, distanceKm(here, station()) + pick(random, [-0.001, 0.001]))
        : pick(random, [0, 5, 20, 60, 200]),
    statuses:
      random() < 0.3 ? ["AVAILABLE"] : some(["AVAILABLE", "CHARGING", "UNKNOWN", "NOTHING"]),
    powerTypes: some(["DC", "AC", "AC_3_PHASE", "STEAM"]),
    standards: some(["IEC_62196_T2", "CHADEMO", "GBT_DC", "UNHEARD_OF"]),
    power: random() < 0.4 ? null : randomPower(random),
    parties: some(["AAA", "BBB"]),
    silent: random() < 0.2 ? ["AAA"] : [],
    text: pick(random, ["", "", "", "pal", "palace", "placae pune", "पुण", "411", "ring mumbai"]),
    publish: pick(random, [null, null, true, false]),
    first: pick(random, [0, 0, 3, 50]),
    count: pick(random, [1, 10, 5000]),
  };
}

function ask(index: LocationIndex, asked: Asked, counted = true) {
  const owners = index.owners.list.map((key) => key.split("\n")[1]!);
  const flags = (names: string[]) => Uint8Array.from(owners, (o) => (names.includes(o) ? 1 : 0));
  const query: Query = {
    from: asked.from,
    km: asked.km,
    plugs: plugTest(asked, index.plugNames),
    owners: asked.parties.length > 0 ? flags(asked.parties) : null,
    silent: flags(asked.silent),
    text: asked.text === "" ? null : textTest(index, wordsOf(asked.text)),
    publish: asked.publish,
    sees: (slot) => (index.hidden.get(slot)!.body["publish_allowed_to"] as unknown[]).length > 0,
    sort: "distance",
    now: NOW,
    isShut: () => false,
    asked: undefined as never,
    first: asked.first,
    count: asked.count,
    counted,
  };
  const { slots, total } = find(index, query);
  return { ids: Array.from(slots, (slot) => index.idOf(slot)), total };
}

/** The answer by the words of the specification, looking at every location; written apart from the index. */
function bruteForce(world: World, asked: Asked): { ids: string[]; total: number } {
  type Hit = { id: string; key: number; guessed: boolean };
  const hits: Hit[] = [];
  for (const { row, evses } of world.values()) {
    const km = distanceKm(asked.from, row);
    if (km > asked.km) continue;
    if (asked.parties.length > 0 && !asked.parties.includes(row.party_id)) continue;
    const allowed = row.body["publish_allowed_to"] as unknown[] | undefined;
    if (row.publish ? asked.publish === false : asked.publish === true || !allowed?.length)
      continue;
    if (!hasPlug(evses, asked, asked.silent.includes(row.party_id))) continue;
    let key = Math.round(km * 10_000);
    let guessed = false;
    const text = rank(row, asked.text);
    if (text === null) continue;
    key += text.cost * 20_000;
    guessed = text.guessed;
    hits.push({ id: row.id, key, guessed });
  }
  const exact = hits.filter((hit) => !hit.guessed);
  const found = exact.length > 0 ? exact : hits;
  found.sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
  const page = found.slice(asked.first, asked.first + asked.count);
  return { ids: page.map(({ id }) => id), total: found.length };
}

function hasPlug(evses: readonly EvseRow[], asked: Asked, silent: boolean): boolean {
  const { statuses, powerTypes, standards, power } = asked;
  if (!statuses.length && !powerTypes.length && !standards.length && !power) return true;
  type Plug = {
    standard: string;
    power_type: string;
    max_electric_power?: number;
    max_voltage: number;
    max_amperage: number;
  };
  return evses.some((evse) =>
    (evse.body["connectors"] as Plug[]).some((plug) => {
      const status = silent ? "UNKNOWN" : evse.status;
      const kw = powerKw(physicalOf(plug), null);
      return (
        (statuses.length > 0 ? statuses.includes(status) : status !== "PLANNED") &&
        (!standards.length || standards.includes(plug.standard)) &&
        (!powerTypes.length ||
          powerTypes.includes(plug.power_type) ||
          (powerTypes.includes("AC") && plug.power_type.startsWith("AC"))) &&
        (!power || (kw !== null && kw >= (power.minKw ?? 0) && kw <= (power.maxKw ?? Infinity)))
      );
    }),
  );
}

/** Costs of a text: in the name 0 as a word, 1 as its beginning, 4 with errors; elsewhere one more. */
function rank(row: LocationRow, text: string): { cost: number; guessed: boolean } | null {
  const name = wordsOf(row.name);
  const { address, city, postal_code } = row.body;
  const other = wordsOf(`${address} ${city} ${postal_code} ${row.operator_name}`);
  let cost = 0;
  let guessed = false;
  for (const typed of wordsOf(text)) {
    const prices = [name, other].flatMap((words, elsewhere) =>
      words.flatMap((word) => {
        if (word === typed) return [elsewhere];
        if (word.startsWith(typed)) return [1 + elsewhere];
        if (nearly(word, typed)) return [4 + elsewhere];
        // Heard; in another script the same sounds are the same word.
        const [heard, key] = /\d/.test(typed) ? ["", ""] : [soundKey(word), soundKey(typed)];
        if (heard === key && key.length > 1)
          return [(isLatin(word) === isLatin(typed) ? 4 : 1) + elsewhere];
        return key.length > 2 && heard.startsWith(key) ? [4 + elsewhere] : [];
      }),
    );
    if (prices.length === 0) return null;
    const best = Math.min(...prices);
    cost += best;
    guessed ||= best >= 4;
  }
  return { cost, guessed };
}

const isLatin = (word: string) => word.charCodeAt(0) < 0x250;

/** Same first letter, four letters or more, no digit, and some beginning within one error (two from eight letters). */
function nearly(word: string, typed: string): boolean {
  if (typed.length < 4 || /\d/.test(typed) || word[0] !== typed[0]) return false;
  const errors = typed.length < 8 ? 1 : 2;
  const apart = (a: string, b: string): number => {
    if (a === "" || b === "") return a.length + b.length;
    if (a[0] === b[0]) return apart(a.slice(1), b.slice(1));
    const swapped =
      a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]
        ? 1 + apart(a.slice(2), b.slice(2))
        : Infinity;
    return Math.min(
      swapped,
      1 + Math.min(apart(a.slice(1), b), apart(a, b.slice(1)), apart(a.slice(1), b.slice(1))),
    );
  };
  for (let end = typed.length - errors; end <= Math.min(word.length, typed.length + errors); end++)
    if (end > 0 && apart(word.slice(0, end), typed) <= errors) return true;
  return false;
}

function randomBox(random: Random): Box {
  const south = 17.7 + random() * 1.5;
  const west = 73.1 + random() * 1.5;
  const box = { west, south, east: west + random(), north: south + random() };
  // Now and then around the other side of the Earth.
  return random() < 0.2 ? { ...box, west: box.east, east: box.west } : box;
}

const inBox = (world: World, { west, south, east, north }: Box) =>
  [...world.values()]
    .filter(({ row: { latitude, longitude } }) => {
      if (latitude < south || latitude > north) return false;
      const isEast = longitude >= west;
      const isWest = longitude <= east;
      return west <= east ? isEast && isWest : isEast || isWest;
    })
    .map(({ row }) => row.id)
    .toSorted();

describe("[L-1] the index", () => {
  test("finds the same as a full scan, in the same order, while locations change, move, disappear and appear", () => {
    const random = randomFrom(20_261_120);
    const world: World = new Map();
    let index = createLocationIndex();
    let version = 0;
    const put = (id: string) => {
      const station = randomStation(random, id, ++version);
      const before = world.get(id)?.row;
      // Half stay where they are: they keep their place in the order.
      if (before && random() < 0.5) {
        const { latitude, longitude, cell } = before;
        Object.assign(station.row, { latitude, longitude, cell });
      }
      world.set(id, station);
      const { row, evses } = indexed(station);
      index.put(row, evses, version, NOW);
    };
    for (let n = 0; n < 400; n++) put(`loc_${n}`);
    index.spatialOrder.renew();
    let found = 0;
    for (let query = 0; query < 1_000; query++) {
      for (let change = 0; change < 3; change++) {
        const id = `loc_${Math.floor(random() * 450)}`;
        if (random() < 0.2 && world.has(id)) {
          world.delete(id);
          index.remove(id);
        } else put(id);
      }
      if (query % 40 === 25) index.spatialOrder.renew();
      // Handed over, as from the thread that loads it: sorted, or as it is.
      if (query % 100 === 30)
        index = createLocationIndex(
          structuredClone(query % 200 === 30 ? index.sorted() : index.data),
        );
      const asked = randomAsked(random, world);
      const expected = bruteForce(world, asked);
      expect(ask(index, asked), JSON.stringify(asked)).toEqual(expected);
      if (asked.text === "") expect(ask(index, asked, false).ids).toEqual(expected.ids);
      const box = randomBox(random);
      const boxed = slotsInBox(index, box).map((slot) => index.idOf(slot));
      expect(boxed.toSorted(), JSON.stringify(box)).toEqual(inBox(world, box));
      found += expected.ids.length > 0 ? 1 : 0;
    }
    expect(index.count).toBe(world.size);
    // A search that finds nothing proves little.
    expect(found).toBeGreaterThan(300);
  });

  test("an order has each location once, by cell", () => {
    const random = randomFrom(3);
    const many = 30_000;
    const mask = Uint32Array.from({ length: many }, (_, nth) => nth % 7);
    const latitude = Float64Array.from({ length: many }, (_, nth) =>
      nth % 5 === 0 ? 12.9 : (random() - 0.5) * 180,
    );
    const longitude = Float64Array.from({ length: many }, (_, nth) =>
      nth % 5 === 0 ? 77.6 : (random() - 0.5) * 360,
    );
    const order = orderOf({ latitude, longitude, mask }, many);
    const { slots, cells, starts, rows } = order;
    const living = [...mask.keys()].filter((slot) => mask[slot] !== 0);
    expect([...slots].toSorted((a, b) => a - b)).toEqual(living);
    expect([starts[0], starts.at(-1), rows.at(-1)]).toEqual([0, living.length, cells.length]);
    for (let nth = 0; nth < cells.length; nth++) {
      const row = Math.floor(cells[nth]! / FINE.columns);
      expect(rows[row]! <= nth && nth < rows[row + 1]!).toBe(true);
      for (let at = starts[nth]!; at < starts[nth + 1]!; at++)
        expect(cellIn(FINE, latitude[slots[at]!]!, longitude[slots[at]!]!)).toBe(cells[nth]);
    }
  });
});
