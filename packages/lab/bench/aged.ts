import type { Pool } from "pg";
import { readOptions } from "../options.ts";
import { resultLine } from "../report.ts";
import { fillYears, mobileOf, type Sizes } from "./aged/fill-years.ts";
import type { Recorder } from "./aged/record-statements.ts";

/** How much slower a statement may be in an old database. */
const GOAL = 2;
/** Rounds before the first that counts: caches fill, code is compiled. */
const WARM_UP = 3;
/** Statements that ran less often are not compared. */
const LEAST_TIMES = 5;

const USUAL = {
  drivers: 50_000,
  sessions: 150_000,
  "meter-values": 5,
  locations: 20_000,
  days: 1_095,
  "set-aside": 2_000,
  "company-charges": 20_000,
};
/** Of a million drivers. */
const FULL: typeof USUAL = {
  drivers: 1_000_000,
  sessions: 3_000_000,
  "meter-values": 10,
  locations: 300_000,
  days: 1_095,
  "set-aside": 2_000,
  "company-charges": 100_000,
};

/**
 * `npm run bench -- aged`: the hot statements of every journey in a database with years of use, against the same in an
 * empty one, in turns. A plan that reads a whole large table fails it. `--drivers`, `--sessions`, `--meter-values` (of
 * each session), `--locations`, `--days`, `--set-aside` and `--company-charges` give its size, `--full` the size of a
 * million drivers. `--broken` drops an index, which must be found.
 */
export async function run(): Promise<boolean> {
  const { rounds, broken, ...asked } = readOptions({
    ...USUAL,
    rounds: 20,
    full: false,
    broken: false,
  });
  const usual = asked.full
    ? readOptions({ ...FULL, rounds: 20, full: false, broken: false })
    : asked;
  const sizes: Sizes = {
    drivers: usual.drivers,
    sessions: usual.sessions,
    meterValues: usual["meter-values"],
    locations: usual.locations,
    days: usual.days,
    outboxPerDay: 50,
    setAside: usual["set-aside"],
    companyCharges: usual["company-charges"],
  };
  const end = await compareAges(sizes, rounds, broken);
  for (const { text, tables } of end.scans)
    console.log(`  reads the whole of ${tables.join(", ")}: ${shown(text)}`);
  const figures = { ratio: end.ratio.toFixed(2), p50: ms(end.p50), p99: ms(end.p99) };
  console.log(resultLine("aged", figures));
  return end.ratio <= GOAL && end.scans.length === 0;
}

const ms = (value: number) => `${value.toFixed(2)}ms`;
const shown = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 160);

export async function compareAges(sizes: Sizes, rounds: number, broken: boolean) {
  // Imported on use: they start a database.
  const { openOwnOperator, stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { recordStatements } = await import("./aged/record-statements.ts");
  const { findScans } = await import("./aged/find-scans.ts");
  const { enlist, firstLife, listAtOperator, ride } = await import("./aged/journeys.ts");
  const { createLogger, dropOutboxDays, forgetOldRows } =
    await import("@voltmarg/testkit/service-parts");
  const { newCompany } = await import("@voltmarg/testkit/company");

  const open = async () => {
    const own = await openOwnOperator();
    await listAtOperator(own);
    const company = await newCompany(own.world);
    return { own, company, recorder: recordStatements(own.world.database) };
  };
  const young = await open();
  const aged = await open();
  try {
    const began = performance.now();
    const life = await firstLife(aged.own);
    await fillYears(aged.own, life, aged.company, sizes);
    const { rows } = await aged.own.world.database.pool.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    console.log(
      `  ${sizes.sessions} charges of ${sizes.drivers} drivers in ${sizes.days} days: ${rows[0]!.size}, written in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    // What the service itself does every day.
    const { clock, database, service } = aged.own.world;
    await dropOutboxDays({ database, clock, logger: createLogger("silent") });
    await forgetOldRows({ auditDays: 2_930, database, clock, logger: createLogger("silent") });
    await service.forgetMeter();
    await service.forgetOcpiLog();
    await service.forgetIntervals();
    await database.pool.query("vacuum analyze");
    await lookAtDigits(database.pool);
    if (broken) await aged.own.world.database.pool.query("drop index app_user_changed");
    const worlds = [];
    for (const each of [young, aged])
      worlds.push({ ...each, fleet: await enlist(each.own, each.company) });
    for (let n = 1; n <= WARM_UP + rounds; n += 1) {
      for (const { own, recorder, fleet } of n % 2 === 0 ? worlds : worlds.toReversed()) {
        if (own === young.own) await own.world.signUp(mobileOf(n));
        own.world.clock.advance(120_000);
        recorder.on = n > WARM_UP;
        await ride(own, n, fleet);
        recorder.on = false;
      }
    }
    const slowest = compare(young.recorder, aged.recorder);
    for (const { text, ratio, before, now } of slowest.slice(0, 12))
      console.log(`  ${ratio.toFixed(2)} times, ${ms(before)} -> ${ms(now)}: ${shown(text)}`);
    const times = [...aged.recorder.statements.values()].flatMap((each) => each.times);
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    const scans = await findScans(aged.own.world.database, aged.recorder.statements.values());
    console.log(`  ${aged.recorder.statements.size} different statements, ${times.length} times`);
    const statements = aged.recorder.statements.size;
    return { ratio: slowest[0]?.ratio ?? Infinity, p50: at(0.5), p99: at(0.99), scans, statements };
  } finally {
    await young.own.close();
    await aged.own.close();
    await stopDatabases();
  }
}

/**
 * Looks for drivers by all last digits: an index that is used every day is in memory, but 20 GB were written since, and each
 * round looks for other digits.
 */
const lookAtDigits = (pool: Pool) =>
  pool.query(`
    select count(*) from generate_series(0, 99999) n join app_user
      on reverse(mobile) ~>=~ lpad(n::text, 5, '0') and reverse(mobile) ~<~ (lpad(n::text, 5, '0') || ':')
    where erased_at is null`);

/** Statements by how much slower they are in the old database, the slowest first. */
function compare(young: Recorder, aged: Recorder) {
  return [...aged.statements.values()]
    .flatMap(({ text, times }) => {
      const others = young.statements.get(text)?.times ?? [];
      if (Math.min(times.length, others.length) < LEAST_TIMES) return [];
      const [before, now] = [quiet(others), quiet(times)];
      return [{ text, before, now, ratio: now / before }];
    })
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** The lower quartile: what else the machine does shows in the slower ones. */
const quiet = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;
