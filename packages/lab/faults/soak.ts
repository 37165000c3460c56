import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "@voltmarg/client";
import { charging } from "@voltmarg/contract";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";
import { readOptions } from "../options.ts";
import { resultLine, say } from "../report.ts";
import { startService } from "../test-bed.ts";
import { audit } from "./money/audit.ts";
import { underLoad } from "./money/under-load.ts";
import { freePort } from "@voltmarg/world/ports";
import { heapSettings, openHeap } from "./soak/heap.ts";
import { takeSample, slopeOf, type Sample } from "./soak/sample.ts";

const GOAL_MB_A_MINUTE = 1;
const LOOK_MS = 10_000;
const CHAOS_MS = 20_000;
/** Idle kept-alive connections are closed by then. */
const REST_MS = 90_000;
/** Jobs of each minute open connections for some seconds; what is leaked is open at every look. */
const LOOKS_AT_REST = 5;
const BETWEEN_LOOKS_MS = 5_000;
/** Sockets and timers that come and go by themselves. */
const SLACK = 4;

/**
 * `npm run faults -- soak --minutes 10`: drivers use the service for minutes while database connections are cut from
 * time to time. Afterwards nothing may be open that was not open before, the memory must not grow, and no job may be
 * stuck. Memory is measured after garbage collection. `--broken` leaves live streams open, and the run must detect
 * it.
 */
export async function run(): Promise<boolean> {
  const { minutes, drivers, broken } = readOptions({ minutes: 10, drivers: 4, broken: false });
  const inspected = await freePort();
  const testBed = await startService(say, { env: heapSettings(inspected) });
  const database = openDatabase(testBed.databaseUrl, () => {}, 2);
  const began = performance.now();
  const { pid } = testBed.service;
  const heap = await openHeap(pid, inspected);
  const look = () => takeSample({ pid, heap, url: testBed.url, database, began });
  const lookAtRest = async (): Promise<Sample> => {
    await wait(REST_MS);
    const found = [await look()];
    while (found.length < LOOKS_AT_REST) {
      await wait(BETWEEN_LOOKS_MS);
      found.push(await look());
    }
    const least = (of: (one: Sample) => number) => Math.min(...found.map(of));
    return {
      ...found.at(-1)!,
      connections: least(({ connections }) => connections),
      files: least(({ files }) => files),
      timers: least(({ timers }) => timers),
    };
  };
  const held: Response[] = [];
  try {
    // Let pools fill and code compile before anything is measured.
    const first = await underLoad(testBed, drivers);
    await wait(20_000);
    const before = await first.end();
    const calm = await lookAtRest();

    const load = await underLoad(testBed, drivers);
    const looks: Sample[] = [];
    let cut = 0;
    const end = performance.now() + minutes * 60_000;
    for (let chaosAt = performance.now() + CHAOS_MS; performance.now() < end;) {
      await wait(LOOK_MS);
      looks.push(await look());
      if (broken) held.push(await openStream(testBed.url));
      if (performance.now() < chaosAt) continue;
      chaosAt = performance.now() + CHAOS_MS;
      const { rowCount } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() order by random() limit 3`,
      );
      cut += rowCount ?? 0;
    }
    const told = await load.end();
    const rest = await lookAtRest();
    const { lost, doubled, faults } = await audit(testBed, [...before, ...told]);
    for (const fault of faults.slice(0, 10)) say(fault);
    const leaked = {
      connections: Math.max(0, rest.connections - calm.connections - SLACK),
      files: Math.max(0, rest.files - calm.files - SLACK),
      timers: Math.max(0, rest.timers - calm.timers - SLACK),
    };
    // During the first third caches still grow.
    const later = looks.slice(Math.floor(looks.length / 3));
    const [slope, reached] = [slopeOf(later, "rssMb"), slopeOf(later, "reachedMb")];
    const stuck = Math.max(0, ...looks.map((each) => each.stuck), rest.stuck);
    const { restarts } = testBed.service;
    say(
      resultLine("soak", {
        tried: load.told(),
        lost,
        doubled,
        faults: faults.length,
        minutes,
        cut,
        restarts,
        leaked_connections: leaked.connections,
        leaked_files: leaked.files,
        leaked_timers: leaked.timers,
        rss_mb: `${calm.rssMb.toFixed(0)}..${rest.rssMb.toFixed(0)}`,
        rss_mb_a_minute: slope.toFixed(2),
        reached_mb: `${calm.reachedMb.toFixed(0)}..${rest.reachedMb.toFixed(0)}`,
        reached_mb_a_minute: reached.toFixed(2),
        stuck,
      }),
    );
    const open = leaked.connections + leaked.files + leaked.timers;
    return (
      lost + doubled + faults.length + restarts + open + stuck === 0 &&
      Math.max(slope, reached) < GOAL_MB_A_MINUTE
    );
  } finally {
    for (const stream of held) await stream.body?.cancel();
    heap.close();
    await database.close();
    await testBed.stop();
  }
}

/** Stays open as long as the client keeps it. */
async function openStream(url: string): Promise<Response> {
  const { token } = await signIn(url, newMobile(), "SU");
  const send = { accept: "text/event-stream" };
  return createClient({ url, fetch }).open(charging.liveSessions, { token, send });
}
