import {
  find,
  passes,
  plugTest,
  type Query,
  type StationIndex,
} from "@voltmarg/server/search-index";
import { around } from "geokdbush";
import KDBush from "kdbush";
import { bruteForce, type Station } from "./brute-force.ts";
import { randomOf } from "../../src/random.ts";
import { COMPARED, randomWish, type Wish } from "./random-queries.ts";

type View = Query["view"];

export function queryFor(index: StationIndex, view: View, wish: Wish, counted: boolean): Query {
  return {
    from: wish,
    km: wish.km,
    plugs: plugTest(wish, index.plugNames),
    owners: null,
    text: null,
    publish: null,
    sees: () => false,
    silent: new Uint8Array(index.owners.list.length + 1),
    sort: "distance",
    view,
    first: wish.first,
    count: wish.count,
    counted,
  };
}

/** Searches with random filters, compared with looking at every station: how many pages or totals differ. */
export function differences(
  index: StationIndex,
  view: View,
  stations: readonly Station[],
  tries: number,
): number {
  const random = randomOf(7);
  let differ = 0;
  for (let nth = 0; nth < tries; nth++) {
    const wish = randomWish(random, stations);
    const expected = bruteForce(stations, wish);
    const found = find(index, queryFor(index, view, wish, true));
    const ids = found.slots.map((slot) => index.ids[slot]!);
    const same =
      found.total === expected.total &&
      ids.length === expected.ids.length &&
      ids.every((id, at) => id === expected.ids[at]);
    if (!same) {
      differ++;
      if (differ === 1) console.log(`  differs: ${JSON.stringify(wish)}`);
    }
  }
  return differ;
}

export type Compared = {
  name: string;
  /** searches per second of processor time, medians of the rounds */
  ours: number;
  theirs: number;
  p50: number;
  p99: number;
};

const ROUNDS = 5;
const ROUND_MS = 700;

/**
 * The same searches by turns: our index and geokdbush over kdbush, whose filter looks at the same packed plugs. Both give
 * the page; `counted` has both say how many there are in all, for which geokdbush must visit them all.
 */
export function compareEngines(
  index: StationIndex,
  view: View,
  stations: readonly Station[],
): Compared[] {
  const { slots } = index;
  const tree = new KDBush(index.size);
  for (let slot = 0; slot < index.size; slot++)
    tree.add(slots.longitude[slot]!, slots.latitude[slot]!);
  tree.finish();
  const random = randomOf(11);
  const places = Array.from({ length: 500 }, () => random.pick(stations));
  const compared: Compared[] = [];
  for (const counted of [false, true]) {
    for (const km of [10, 50]) {
      for (const count of [100, 5000]) {
        const wishes = places.map((place) => wishAt(place, km, count));
        const test = plugTest(COMPARED, index.plugNames);
        const { plug } = index.plugs.columns;
        const fits = (slot: number) => {
          const start = slots.plugStart[slot]!;
          const end = start + slots.plugCount[slot]!;
          for (let at = start; at < end; at++) if (passes(test, plug[at]!, false)) return true;
          return false;
        };
        const theirs = (wish: Wish) => {
          const most = counted ? Infinity : count;
          const found = around(tree, wish.longitude, wish.latitude, most, km, fits);
          return counted ? found.slice(0, count) : found;
        };
        const ours = (wish: Wish) => find(index, queryFor(index, view, wish, counted)).slots;
        for (const wish of wishes.slice(0, 50)) agree(ours(wish).length, theirs(wish).length);
        const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
        const times: number[] = [];
        for (let round = 0; round <= ROUNDS; round++) {
          const mine = rateOf(ours, wishes, round === 0 ? [] : times);
          const other = rateOf(theirs, wishes, []);
          if (round === 0) continue;
          rates.ours.push(mine);
          rates.theirs.push(other);
        }
        times.sort((a, b) => a - b);
        compared.push({
          name: `${km} km, page ${count}${counted ? ", counted" : ""}`,
          ours: median(rates.ours),
          theirs: median(rates.theirs),
          p50: times[Math.floor(times.length * 0.5)]!,
          p99: times[Math.floor(times.length * 0.99)]!,
        });
      }
    }
  }
  return compared;
}

const wishAt = ({ latitude, longitude }: Station, km: number, count: number): Wish => {
  const wish: Wish = { ...COMPARED, latitude, longitude, km, count, first: 0 };
  return wish;
};

function agree(ours: number, theirs: number): void {
  // Their Earth is 0.02 % smaller than ours: a station at the very rim may be in or out.
  if (Math.abs(ours - theirs) > Math.max(2, ours * 0.01))
    throw new Error(`the engines found ${ours} and ${theirs}`);
}

function rateOf(search: (wish: Wish) => unknown, wishes: readonly Wish[], times: number[]): number {
  const began = performance.now();
  const cpu = process.threadCpuUsage();
  let done = 0;
  for (let now = began; now - began < ROUND_MS; done++) {
    search(wishes[done % wishes.length]!);
    const after = performance.now();
    times.push(after - now);
    now = after;
  }
  // By this thread's own time: others may share the processor.
  const { user, system } = process.threadCpuUsage(cpu);
  return done / ((user + system) / 1e6);
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
