import {
  type PricedSession,
  priceSession,
  type PriceSessionInput,
  type Tariff,
} from "@voltmarg/rules";
import { priceInFloats } from "./price/float-price.ts";
import { quantile, resultLine } from "../report.ts";
import { timePeriods } from "./price/time-periods.ts";

const rounds = 30;
const roundMs = 150;
const periods = 20;
/** How many times slower than floats exact arithmetic may be, and sessions per second on one core. */
const goalRatio = 0.2;
const goalRate = 20_000;
const manyPeriods = 100_000;
/** Milliseconds of processor time for one session of this many periods. */
const goalMs = 1000;

const sessions = Array.from({ length: 200 }, (_, index) => session(index));

/**
 * Sessions of 20 periods on a tariff of three elements, priced by the engine and by the same rules in floats,
 * alternating on one core; then one session of very many periods.
 */
export async function run(): Promise<boolean> {
  for (const input of sessions) compare(input);
  const exact: number[] = [];
  const floats: number[] = [];
  const explained: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    exact.push(rateOf((input) => priceSession(input)));
    floats.push(rateOf((input) => priceInFloats(input)));
    explained.push(rateOf((input) => linesOf(priceSession(input))));
  }
  // The first rounds warm up.
  const settled = (rates: number[]) => rates.slice(rounds / 3);
  const ratios = settled(exact).map((rate, index) => rate / settled(floats)[index]!);
  const rate = Math.round(median(settled(exact)));
  const times = timesOf();
  const ratio = median(ratios);
  console.log(
    `  engine ${rate} sessions/s, with every line read ${Math.round(median(settled(explained)))}/s`,
  );
  console.log(`  floats ${Math.round(median(settled(floats)))} sessions/s`);
  const ms = timePeriods(manyPeriods);
  console.log(`  one session of ${manyPeriods} periods ${ms.toFixed(0)} ms`);
  const [p50, p99] = [0.5, 0.99].map((share) => `${quantile(times, share).toFixed(0)}us`);
  const figures = { ratio: ratio.toFixed(2), p50: p50!, p99: p99!, periods_100k_ms: ms.toFixed(0) };
  console.log(resultLine("price", figures));
  return ratio >= goalRatio && rate >= goalRate && ms < goalMs;
}

function linesOf(priced: PricedSession): unknown {
  return priced.lines;
}

/** A baseline with different results would prove nothing. */
function compare(input: PriceSessionInput): void {
  const { exact } = priceSession(input);
  const { excl, incl } = priceInFloats(input);
  const off = (value: number, { n, d }: { n: bigint; d: bigint }) =>
    Math.abs(value - Number(n) / Number(d));
  if (off(excl, exact.excl) > 1e-6 || off(incl, exact.incl) > 1e-6) {
    throw new Error(`floats disagree: ${excl} and ${incl} for ${JSON.stringify(input)}`);
  }
}

/** Sessions per second of processor time, garbage collection included: other programs on the machine do not count. */
function rateOf(price: (input: PriceSessionInput) => unknown): number {
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  let priced = 0;
  while (performance.now() - before < roundMs) {
    for (const input of sessions) price(input);
    priced += sessions.length;
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return (priced * 1e6) / (user + system);
}

/** Microseconds per session, ascending. */
function timesOf(): number[] {
  const times: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    for (const input of sessions) {
      const before = performance.now();
      priceSession(input);
      times.push((performance.now() - before) * 1000);
    }
  }
  return times.toSorted((a, b) => a - b);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Different each time: the hour, the energy, the prices, and where the night and the second tier begin. */
function session(index: number): PriceSessionInput {
  const start = Date.UTC(2026, 0, 1 + (index % 28), (index * 7) % 24, (index * 13) % 60);
  const minute = 60_000;
  const instant = (period: number) => new Date(start + period * 3 * minute).toISOString();
  const parked = index % 6;
  return {
    tariff: tariff(index),
    timeZone: index % 3 === 0 ? "Europe/Berlin" : "Asia/Kolkata",
    start: instant(0),
    end: instant(periods),
    periods: Array.from({ length: periods }, (_, period) => ({
      start: instant(period),
      end: instant(period + 1),
      kwh: period < periods - parked ? (400 + ((index * 31 + period * 17) % 900)) / 1000 : 0,
      kind: period < periods - parked ? "CHARGING" : "PARKING",
    })),
  };
}

function tariff(index: number): Tariff {
  const vat = 18;
  const price = 12 + (index % 50) / 4;
  return {
    country_code: "IN",
    party_id: "VMG",
    id: `T${index}`,
    currency: "INR",
    elements: [
      {
        price_components: [{ type: "ENERGY", price: price - 3.5, vat, step_size: 1 }],
        restrictions: { start_time: `${20 + (index % 4)}:30`, end_time: "06:00" },
      },
      {
        price_components: [
          { type: "ENERGY", price, vat, step_size: 1 },
          { type: "TIME", price: 30, vat, step_size: 60 },
        ],
        restrictions: { max_kwh: 5 + (index % 7) },
      },
      {
        price_components: [
          { type: "FLAT", price: 20, vat, step_size: 1 },
          { type: "ENERGY", price: price + 2.25, vat, step_size: 1 },
          { type: "PARKING_TIME", price: 120, vat, step_size: 300 },
        ],
      },
    ],
    last_updated: "2026-01-01T00:00:00Z",
  };
}
