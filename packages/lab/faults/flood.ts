import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { fillStations } from "../bench/stations/fill-stations.ts";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { readOptions } from "../options.ts";
import { quantile, resultLine, sum, type Say } from "../report.ts";
import { residentMb } from "../proc.ts";
import { startService } from "../test-bed.ts";
import {
  askAlong,
  askForMuch,
  BODY_BYTES,
  openStreams,
  pushSessions,
  sendShapes,
  sendUnfinished,
  SHAPED,
  type Flood,
} from "./flood/callers.ts";

const MOST_P99_MS = 250;
/** While bodies of hostile shapes are refused. */
const MOST_MS = 1_000;
const MOST_REFUSAL_BYTES = 4 * 1024;
const MOST_STREAMS = 5;
/** MB. Compiled code and caches; without limits, 60 unfinished request bodies alone would be 290 MB. */
const MOST_GROWN_MB = 150;
const STRANGERS = 60;
const PARTNER_TOKEN = "token-of-the-flood";
const PROVIDER_TOKEN = "back-office-token-of-the-flood";
/** Drivers who send hostile shapes: each has a budget of their own. */
const SHAPERS = 4;

export type FloodOptions = { seconds: number; stations: number; broken: boolean };

/**
 * `npm run faults -- flood --seconds 30 --stations 20000`: drivers, a partner and anonymous callers send as many
 * requests as they can over loopback, while a health check runs every 20 ms; then bodies of hostile shapes are sent to
 * routes of all three kinds. With `--broken` the service has no limit of streams, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const options = readOptions({ seconds: 30, stations: 20_000, broken: false });
  return (await flood(options, console.log)).ok;
}

export async function flood(options: FloodOptions, say: Say) {
  const without = join(import.meta.dirname, "flood", "without-stream-limit.mjs");
  const testBed = await startService(say, {
    env: {
      DRIVER_BUDGET_FACTOR: "1",
      PROVIDER_TOKEN,
      ...(options.broken && { NODE_OPTIONS: `--import ${without}` }),
    },
  });
  try {
    await fillStations(testBed.databaseUrl, options.stations);
    await addPartner(testBed.databaseUrl);
    // The service loads its search index when it starts.
    const before = testBed.service.pid;
    testBed.killApps();
    await until("the service is back", async () => {
      return testBed.service.pid !== before && (await fetch(`${testBed.url}/readyz`)).ok;
    });
    const attack = async (seconds: number) => {
      // New drivers each time: the rate limits used up by earlier ones must not count.
      const [driver, other, third] = await Promise.all(
        Array.from({ length: 3 }, () => signIn(testBed.url, newMobile(), "SU")),
      );
      const one: Flood = { url: testBed.url, until: performance.now() + seconds * 1000, tried: 0 };
      const letGo = sendUnfinished(one, STRANGERS, BODY_BYTES);
      const asked = askHealth(testBed.url, seconds);
      const [streams] = await Promise.all([
        openStreams(one, third!.token),
        askAlong(one, driver!.token),
        askForMuch(one, driver!.token),
        askForMuch(one, other!.token),
        pushSessions(one, PARTNER_TOKEN),
      ]);
      const rss = residentMb(testBed.service.pid);
      letGo();
      return { tried: one.tried, streams, rss, p99: (await asked).p99 };
    };
    const sendHostile = async (seconds: number) => {
      const drivers = await Promise.all(
        Array.from({ length: SHAPERS }, () => signIn(testBed.url, newMobile(), "SU")),
      );
      const one: Flood = { url: testBed.url, until: performance.now() + seconds * 1000, tried: 0 };
      const asked = askHealth(testBed.url, seconds);
      const refusals = await Promise.all(
        drivers.flatMap(({ token }) =>
          SHAPED.map((spec) =>
            sendShapes(one, spec, spec.access.rule === "provider" ? PROVIDER_TOKEN : token),
          ),
        ),
      );
      const read = sum(refusals.map((each) => each.read));
      const refusal = Math.max(...refusals.map(({ bytes }) => bytes));
      return { tried: one.tried, read, refusal, ...(await asked) };
    };
    // Let code compile and pools fill before anything is measured.
    await attack(Math.min(5, options.seconds));
    await wait(1_000);
    const calm = residentMb(testBed.service.pid);
    const { tried, streams, rss, p99 } = await attack(options.seconds);
    const grown = Math.max(0, Math.round(rss - calm));
    say(
      resultLine("flood", {
        tried,
        healthz_p99_ms: p99.toFixed(0),
        streams_most: streams,
        rss_grown_mb: grown,
      }),
    );
    const shapes = await sendHostile(options.seconds);
    say(
      resultLine("shapes", {
        tried: shapes.tried,
        read: shapes.read,
        refusal_bytes_most: shapes.refusal,
        healthz_p99_ms: shapes.p99.toFixed(0),
        healthz_most_ms: shapes.most.toFixed(0),
      }),
    );
    const isBounded = p99 < MOST_P99_MS && streams <= MOST_STREAMS && grown < MOST_GROWN_MB;
    const isCheap =
      shapes.p99 < MOST_P99_MS && shapes.most < MOST_MS && shapes.refusal <= MOST_REFUSAL_BYTES;
    return { ok: isBounded && isCheap, tried, p99, streams, grown, refusal: shapes.refusal };
  } finally {
    await testBed.stop();
  }
}

/** 99th percentile and maximum of the duration of `/healthz`, ms, as seen by an otherwise idle caller. */
async function askHealth(url: string, seconds: number): Promise<{ p99: number; most: number }> {
  const worker = new Worker(new URL("./flood/ask-health.ts", import.meta.url), {
    workerData: { url, until: Date.now() + seconds * 1000 },
  });
  const [times] = (await once(worker, "message")) as [number[]];
  if (times.length === 0) return { p99: Infinity, most: Infinity };
  return { p99: quantile(times, 0.99), most: Math.max(...times) };
}

/** A registered partner, so that its pushes are parsed. */
async function addPartner(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  await database.pool.query(
    `insert into operator (id, name, versions_url, country_code, party_id, our_token_hash, their_token, endpoints,
                           registered_at, last_contact_at, locations_pulled_at, whole_pulled_at, seen_until,
                           sync_due_at, created_at)
     values ('opr_flood', 'Flood', 'http://operator.invalid', 'IN', 'TST', $1, 'their-token', '[]',
             now(), now(), now(), '9999-01-01', now(), '9999-01-01', now())`,
    [createHash("sha256").update(PARTNER_TOKEN).digest("hex")],
  );
  await database.close();
}
