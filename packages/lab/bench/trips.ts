import { planTrip, type TripInput } from "@voltmarg/rules";
import {
  bruteForce,
  costOf,
  sampleTrips,
  station,
  trip,
  way,
} from "@voltmarg/rules/trip-brute-force";
import { quantile, resultLine, type Say } from "../report.ts";

const goalRatio = 1.005;
const goalMs = 500;
/** Of the ways that brute force goes through a trip; where it would take more, the trip is not compared. */
const mostVisited = 60_000;

type Size = { trips: number; plans: number; seed: number };

/** Trips of up to eight stations, planned and by brute force; then how long 800 stations on 3,000 km take. */
export async function run(): Promise<boolean> {
  const { ratio, p99 } = benchTrips({ trips: 1_500, plans: 30, seed: 1 }, console.log);
  return ratio <= goalRatio && p99 < goalMs;
}

export function benchTrips({ trips, plans, seed }: Size, say: Say) {
  let [ratio, compared] = [1, 0];
  for (const asked of sampleTrips(trips, seed)) {
    const ours = ratioOf(asked);
    if (ours === null) continue;
    compared += 1;
    ratio = Math.max(ratio, ours);
  }
  say(`  ${compared} of ${trips} random trips compared with brute force`);
  const quickest = timesOf({ ...long, aim: "QUICKEST" }, plans);
  const cheapest = timesOf({ ...long, aim: "CHEAPEST" }, Math.ceil(plans / 3));
  say(`  800 stations, cheapest, p50 ${quantile(cheapest, 0.5).toFixed(0)} ms of processor time`);
  const [p50, p99] = [quantile(quickest, 0.5), quantile(quickest, 0.99)];
  // Rounded up: a plan that is dearer than the limit is never shown as one at the limit.
  const shown = (Math.ceil(ratio * 10_000) / 10_000).toFixed(4);
  say(
    resultLine("trips", { ratio: shown, p50: `${p50.toFixed(0)}ms`, p99: `${p99.toFixed(0)}ms` }),
  );
  return { ratio, compared, p99 };
}

/** The cost of the plan by that of the best; null: brute force takes too long, or there is no way through. */
export function ratioOf(asked: TripInput, plan = planTrip(asked)): number | null {
  if ("gap" in plan) {
    const best = bruteForce(asked, 100, Number.POSITIVE_INFINITY, mostVisited);
    if (best !== null && best < Number.POSITIVE_INFINITY) throw new Error("a way was not found");
    return null;
  }
  const cost = costOf(asked, plan);
  const best = bruteForce(asked, 5, cost, mostVisited);
  return best === null ? null : cost / best;
}

const turns = [240, 960, 1_680, 2_400, 3_120, 3_840];
const powers = [30, 50, 60, 120];
const long = trip({
  way: way(3_000),
  startKwh: 40,
  stations: Array.from({ length: 800 }, (_, nth) => station(3 + nth * 3.74, powers[nth % 4])),
  turns,
  price: ({ km }, _, begun, kwh) => {
    const isNight = turns.filter((turn) => turn <= begun).length % 2 === 1;
    return kwh * (1_500 + ((km * 7_919) % 900)) * (isNight ? 0.7 : 1);
  },
});

/** Milliseconds of processor time for each plan: other programs on the machine do not count. */
function timesOf(asked: TripInput, plans: number): number[] {
  // The first ones are slower: the code is not compiled yet.
  for (let nth = 0; nth < 3; nth += 1) planTrip(asked);
  return Array.from({ length: plans }, () => {
    const before = process.cpuUsage();
    planTrip(asked);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
}
