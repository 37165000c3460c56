import { parseArgs } from "node:util";
import { backoffice } from "@voltmarg/contract";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { makeCharges } from "@voltmarg/testkit/many-charges";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { wholeNumber } from "../whole-number.ts";

const FEW = 1_000;
/** The most that a list of the console may take, in ms (p99). */
const MOST_MS = 300;

/** As the console asks. */
const VIEWS = [
  {},
  { state: "RUNNING" },
  { state: "STUCK" },
  { state: "FAILED" },
  { state: "UNBILLED" },
  { state: "BILLED" },
  { operator: "tst" },
  { operator: "tst", state: "FAILED" },
  { q: "usr_7" },
  { order: "OLDEST" },
  { order: "OLDEST", state: "FAILED" },
] as const;

/**
 * `npm run bench -- lists [--turns 40] [--charges 100000]`: the console's list of charging sessions over HTTP, filtered in
 * eleven ways, among many and among a thousand in turns. The ratio is the median of the pairs.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      turns: { type: "string", default: "40" },
      charges: { type: "string", default: "100000" },
    },
  });
  const turns = wholeNumber("--turns", values.turns);
  const [few, many] = [await openOwnOperator(), await openOwnOperator()];
  try {
    await makeCharges(few, FEW);
    await makeCharges(many, wholeNumber("--charges", values.charges));
    const pairs: [number, number][] = [];
    for (let turn = -1; turn < turns; turn += 1)
      for (const view of VIEWS) {
        const pair: [number, number] = [await ask(few, view), await ask(many, view)];
        // Once to prepare the statements.
        if (turn >= 0) pairs.push(pair);
      }
    return report(pairs);
  } finally {
    await Promise.all([few.close(), many.close()]);
  }
}

/** Milliseconds. */
async function ask({ world }: OwnOperator, query: (typeof VIEWS)[number]): Promise<number> {
  const before = performance.now();
  await world.call(backoffice.listCharges, {
    token: PROVIDER_TOKEN,
    query: { ...query, limit: 100 },
  });
  return performance.now() - before;
}

function report(pairs: readonly [number, number][]): boolean {
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
  const times = pairs.map(([, many]) => many);
  const ratio = at(
    pairs.map(([few, many]) => many / few),
    0.5,
  );
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
  console.log(`lists ratio=${ratio.toFixed(2)} p50=${p50.toFixed(0)}ms p99=${p99.toFixed(0)}ms`);
  return p99 <= MOST_MS;
}
