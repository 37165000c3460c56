import { find, plugTest, type Query, type LocationIndex } from "@voltmarg/testkit/search-index";
import { around } from "geokdbush";
import KDBush from "kdbush";
import { bruteForce, type Station } from "./brute-force.ts";
import { randomOf, type Random } from "@voltmarg/testkit/random";
import { quantile } from "../../report.ts";
import { COMPARED, NOTHING, randomFilter, randomWish, type Wish } from "./random-queries.ts";

function queryFor(index: LocationIndex, wish: Wish, counted: boolean): Query {
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
    asked: null as never,
    now: new Date(),
    isShut: () => false,
    first: wish.first,
    count: wish.count,
    counted,
  };
}

/** Searches with random filters, compared with looking at every station: how many pages or totals differ. */
export function differences(
  index: LocationIndex,
  stations: readonly Station[],
  tries: number,
): number {
  const random = randomOf(7);
  let differ = 0;
  for (let nth = 0; nth < tries; nth++) {
    const wish = randomWish(random, stations);
    const expected = bruteForce(stations, wish);
    const found = find(index, queryFor(index, wish, true));
    const ids = Array.from(found.slots, (slot) => index.idOf(slot));
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
  /** the median of what one round's pair of rates comes to */
  ratio: number;
  /** ms a search of ours, and stations on its page, on average */
  p50: number;
  p99: number;
  found: number;
};

const ROUNDS = 7;
const ROUND_MS = 300;
const PLACES = 500;

/** The searches of a case: all stations, one usual filter, or another filter each time. */
const FILTERS = {
  "no filter": () => NOTHING,
  "free CCS2 of 30 to 240 kW": () => COMPARED,
  "random filters": (random: Random) => randomFilter(random),
};

/**
 * The same searches by turns: our index and geokdbush over kdbush, whose filter is one look-up for each plug in the same
 * memory, made ready before the clock runs; ours reads the wish anew each time. Both give the page, by distance; `counted`
 * has both say how many there are in all, for which geokdbush must visit them all.
 */
export function compareEngines(index: LocationIndex, stations: readonly Station[]): Compared[] {
  const { slots } = index;
  const tree = new KDBush(index.size);
  for (let slot = 0; slot < index.size; slot++)
    tree.add(slots.longitude[slot]!, slots.latitude[slot]!);
  tree.finish();
  const compared: Compared[] = [];
  for (const counted of [false, true]) {
    for (const [filter, filterOf] of Object.entries(FILTERS)) {
      for (const km of [10, 50]) {
        for (const count of [100, 5000]) {
          const random = randomOf(11);
          const searches = Array.from({ length: PLACES }, () => {
            const { latitude, longitude } = random.pick(stations);
            const wish: Wish = { ...filterOf(random), latitude, longitude, km, count, first: 0 };
            return { wish, fits: fitsOf(index, wish) };
          });
          const theirs = ({ wish, fits }: Search) => {
            const most = counted ? Infinity : count;
            const found = around(tree, wish.longitude, wish.latitude, most, km, fits);
            return counted ? found.slice(0, count) : found;
          };
          const ours = ({ wish }: Search) => find(index, queryFor(index, wish, counted)).slots;
          for (const one of searches.slice(0, 50)) agree(ours(one).length, theirs(one).length);
          const name = `${km} km, page ${count}, ${filter}${counted ? ", counted" : ""}`;
          compared.push({ name, ...byTurns(ours, theirs, searches) });
        }
      }
    }
  }
  return compared;
}

type Search = { wish: Wish; fits: ((slot: number) => boolean) | undefined };
type Engine = (search: Search) => ArrayLike<number>;

function byTurns(ours: Engine, theirs: Engine, searches: readonly Search[]) {
  const rates: { ours: number; theirs: number }[] = [];
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const mine = rateOf(ours, searches, round === 0 ? [] : times);
    const other = rateOf(theirs, searches, []);
    if (round > 0) rates.push({ ours: mine, theirs: other });
  }
  for (const one of searches) found += ours(one).length;
  return {
    ours: quantile(
      rates.map((one) => one.ours),
      0.5,
    ),
    theirs: quantile(
      rates.map((one) => one.theirs),
      0.5,
    ),
    ratio: quantile(
      rates.map((one) => one.ours / one.theirs),
      0.5,
    ),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    found: found / searches.length,
  };
}

/** What geokdbush asks of a station; undefined: nothing. */
function fitsOf(index: LocationIndex, wish: Wish): Search["fits"] {
  const { plugStart, plugCount } = index.slots;
  const { column } = index.data.plugs;
  const test = plugTest(wish, index.plugNames);
  if (test.open) return undefined;
  if (test.never) return () => false;
  /** Whether one plug has it all. */
  const passes = (plug: number) =>
    ((test.statuses >>> (plug & 15)) & test.classes[test.classOfKind[plug >>> 4]!]!) === 1;
  return (slot) => {
    const start = plugStart[slot]!;
    const end = start + plugCount[slot]!;
    for (let at = start; at < end; at++) if (passes(column[at]!)) return true;
    return false;
  };
}

function agree(ours: number, theirs: number): void {
  // Their Earth is 0.02 % smaller than ours: a station at the very rim may be in or out.
  if (Math.abs(ours - theirs) > Math.max(2, ours * 0.01))
    throw new Error(`the engines found ${ours} and ${theirs}`);
}

function rateOf(engine: Engine, searches: readonly Search[], times: number[]): number {
  const began = performance.now();
  const cpu = process.threadCpuUsage();
  let done = 0;
  for (let now = began; now - began < ROUND_MS; done++) {
    engine(searches[done % searches.length]!);
    const after = performance.now();
    times.push(after - now);
    now = after;
  }
  // By this thread's own time: others may share the processor.
  const { user, system } = process.threadCpuUsage(cpu);
  return done / ((user + system) / 1e6);
}
