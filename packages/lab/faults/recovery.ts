import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { wholeNumber } from "../whole-number.ts";
import { audit } from "./money/audit.ts";
import { startTestBed, type TestBed } from "./money/test-bed.ts";
import { underLoad } from "./recovery/under-load.ts";
import { untilAnswered } from "./recovery/until-answered.ts";

export type RecoveryOptions = {
  /** kill -9 of the service, and of PostgreSQL. */
  kills: number;
  dbKills: number;
  drivers: number;
  /** The negative control: a killed process keeps crashing for a while. */
  broken: boolean;
};
export type RecoveryEnd = { ok: boolean; lost: number; doubled: number };

/** Milliseconds from a kill to the first answer: of the service (median, longest), and after PostgreSQL was killed. */
const GOALS = { median: 1_000, longest: 5_000, database: 10_000 };
const CALM_MS = 1_500;
/** Longer than the longest recovery allowed. */
const DIES_AGAIN_MS = 6_000;

/**
 * `npm run faults -- recovery --kills 20 --db-kills 5 [--broken]`: kill -9 under load; measures how long requests
 * fail.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      kills: { type: "string", default: "20" },
      "db-kills": { type: "string", default: "5" },
      drivers: { type: "string", default: "16" },
      broken: { type: "boolean", default: false },
    },
  });
  const options = {
    kills: wholeNumber("--kills", values.kills),
    dbKills: wholeNumber("--db-kills", values["db-kills"]),
    drivers: wholeNumber("--drivers", values.drivers),
    broken: values.broken,
  };
  return (await recover(options, (line) => console.log(`  ${line}`))).ok;
}

export async function recover(
  options: RecoveryOptions,
  say: (line: string) => void,
): Promise<RecoveryEnd> {
  const testBed = await startTestBed(() => {});
  try {
    const load = await underLoad(testBed, options.drivers);
    const service: number[] = [];
    const database: number[] = [];
    for (let nth = 0; nth < options.kills; nth += 1) {
      await wait(CALM_MS);
      service.push(await timed(() => killService(testBed, options.broken)));
    }
    for (let nth = 0; nth < options.dbKills; nth += 1) {
      await wait(CALM_MS);
      database.push(
        await timed(async () => {
          await testBed.killDatabase();
          await untilAnswered(testBed.url);
        }),
      );
    }
    const drivers = await load.end();
    const { lost, doubled, faults } = await audit(testBed, drivers);
    for (const fault of faults.slice(0, 10)) say(fault);
    const [median, longest] = [middleOf(service), Math.max(0, ...service)];
    const longestOfDatabase = Math.max(0, ...database);
    say(
      `recovery tried=${load.told()} lost=${lost} doubled=${doubled} faults=${faults.length} kills=${service.length} ` +
        `p50_ms=${median} max_ms=${longest} db_kills=${database.length} db_p50_ms=${middleOf(database)} ` +
        `db_max_ms=${longestOfDatabase}`,
    );
    const ok =
      lost + doubled + faults.length === 0 &&
      median <= GOALS.median &&
      longest <= GOALS.longest &&
      longestOfDatabase <= GOALS.database;
    return { ok, lost, doubled };
  } finally {
    await testBed.stop();
  }
}

async function killService({ service, url }: TestBed, again: boolean): Promise<void> {
  const { restarts } = service;
  service.kill();
  const end = Date.now() + (again ? DIES_AGAIN_MS : 0);
  while (Date.now() < end) {
    await wait(100);
    service.kill();
  }
  // The process that answers must be the new one.
  while (service.restarts === restarts) await wait(5);
  await untilAnswered(url);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return Math.round(performance.now() - before);
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
