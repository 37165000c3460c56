import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { wholeNumber } from "../whole-number.ts";
import { audit } from "./money/audit.ts";
import { startTestBed, type TestBed } from "./money/test-bed.ts";
import { underLoad } from "./recovery/under-load.ts";
import { ask, untilAnswered } from "./recovery/until-answered.ts";

export type AwayOptions = {
  seconds: number;
  drivers: number;
  /** The negative control: PostgreSQL confirms a commit before it is durable. */
  broken: boolean;
};
export type AwayEnd = { ok: boolean; lost: number; unlike503: number; backMs: number };

/** Milliseconds: the longest a refusal may take while the database is down, and an answer once it is back. */
const GOALS = { refusal: 2_500, back: 2_000 };
const CALM_MS = 3_000;
const PROBES = 8;

/**
 * `npm run faults -- database-away [--seconds 30] [--broken]`: kills PostgreSQL under load and keeps it down for a
 * while.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seconds: { type: "string", default: "30" },
      drivers: { type: "string", default: "16" },
      broken: { type: "boolean", default: false },
    },
  });
  const options = {
    seconds: wholeNumber("--seconds", values.seconds),
    drivers: wholeNumber("--drivers", values.drivers),
    broken: values.broken,
  };
  return (await loseDatabase(options, (line) => console.log(`  ${line}`))).ok;
}

export async function loseDatabase(
  options: AwayOptions,
  say: (line: string) => void,
): Promise<AwayEnd> {
  const testBed = await startTestBed(say);
  try {
    const load = await underLoad(testBed, options.drivers);
    if (options.broken) await promiseTooEarly(testBed);
    await wait(CALM_MS);
    const { pid } = testBed.service;
    testBed.loseDatabase();
    const refusals = await refusalsFor(testBed, options.seconds * 1000);
    await testBed.startDatabase();
    const returned = performance.now();
    await untilAnswered(testBed.url);
    const backMs = Math.round(performance.now() - returned);
    await wait(CALM_MS);
    const drivers = await load.end();
    const { lost, doubled, faults } = await audit(testBed, drivers);
    for (const fault of faults.slice(0, 10)) say(fault);
    const unlike503 = refusals.filter(({ is503 }) => !is503).length;
    const slowest = Math.round(Math.max(0, ...refusals.map(({ ms }) => ms)));
    const isAlive = testBed.service.pid === pid && testBed.service.restarts === 0;
    say(
      `database-away tried=${load.told()} lost=${lost} doubled=${doubled} faults=${faults.length} away_s=${options.seconds} ` +
        `alive=${isAlive} refusals=${refusals.length} without_503_and_retry_after=${unlike503} slowest_ms=${slowest} ` +
        `back_ms=${backMs}`,
    );
    const ok =
      lost + doubled + faults.length + unlike503 === 0 &&
      isAlive &&
      refusals.length > 0 &&
      slowest <= GOALS.refusal &&
      backMs <= GOALS.back;
    return { ok, lost, unlike503, backMs };
  } finally {
    await testBed.stop();
  }
}

/** What callers are answered during the outage, and how fast. */
async function refusalsFor(
  testBed: TestBed,
  ms: number,
): Promise<{ is503: boolean; ms: number }[]> {
  const end = performance.now() + ms;
  const found: { is503: boolean; ms: number }[] = [];
  const probe = async () => {
    while (performance.now() < end) {
      const before = performance.now();
      const answer = await ask(testBed.url);
      const is503 = answer?.status === 503 && answer.retryAfter !== undefined;
      found.push({ is503, ms: performance.now() - before });
      await wait(100);
    }
  };
  await Promise.all(Array.from({ length: PROBES }, probe));
  return found;
}

async function promiseTooEarly({ databaseUrl }: TestBed): Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  // Sign-ins stay durable: only what is confirmed from here on is not.
  await database.pool.query("checkpoint");
  await database.pool.query("alter system set synchronous_commit = off");
  await database.pool.query("alter system set wal_writer_delay = '10s'");
  await database.pool.query("select pg_reload_conf()");
  await database.close();
}
