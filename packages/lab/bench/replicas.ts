import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { stations, wallet } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { newDriver, type DriverClient } from "@voltmarg/testkit/driver";
import { startTestBed, type TestBed } from "../faults/replicas/test-bed.ts";
import { watchCharges } from "./replicas/live-charges.ts";
import { spent } from "./replicas/processor-time.ts";
import { pushStatus } from "../faults/replicas/pushes.ts";
import { registerStub, stubLocation } from "@voltmarg/testkit/stub-partner";

const AT_ONCE = 24;
/** Warm-up seconds for each replica and kind: code not yet compiled costs several times as much. */
const WARM_SECONDS = 5;
/** The most processor time an operation may take with all replicas, relative to one. */
const MOST_COST = 1.6;
const KINDS = ["reads", "money", "ingest"] as const;
type Kind = (typeof KINDS)[number];
/** Result of one round of one kind: operations per second, and processor milliseconds per operation, by process. */
type Round = { rate: number; replicas: number; database: number; times: number[] };

/**
 * `npm run bench -- replicas`: the same load on one, two and three replicas behind the balancer, for reads (searches
 * and wallets), money (withdrawals, which are transfers) and ingest (statuses pushed by an operator), and the
 * processor time each costs. With fewer cores than replicas the ratio shows the cost of more replicas, not their
 * benefit.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { seconds: { type: "string", default: "6" }, most: { type: "string", default: "3" } },
  });
  const most = Number(values.most);
  const found: Record<Kind, Round[]> = { reads: [], money: [], ingest: [] };
  for (let replicas = 1; replicas <= most; replicas += 1) {
    const testBed = await startTestBed({
      replicas,
      nats: true,
      pooler: true,
      locations: 300,
      env: {
        PARTNER_CALLS_PER_SECOND: "1000000",
        PARTNER_CALLS_IN_RESERVE: "1000000",
        PARTNER_CALLS_AT_ONCE: "1000",
        LOG_LEVEL: "error",
        // Only TEST checks answers against the contract.
        VOLTMARG_ENV: "DEV",
      },
      say: console.log,
    });
    try {
      const { works, close } = await worksOf(testBed);
      for (const kind of KINDS) {
        await round(testBed, works[kind], WARM_SECONDS * replicas);
        const one = await round(testBed, works[kind], Number(values.seconds));
        found[kind].push(one);
        console.log(
          `  ${replicas} replicas, ${kind}: ${one.rate.toFixed(0)}/s, processor ms each: ${one.replicas.toFixed(2)} replicas, ${one.database.toFixed(2)} database`,
        );
      }
      // A listening operator keeps the process alive.
      await close();
      if (replicas === most) {
        const live = await watchCharges(testBed, AT_ONCE, Number(values.seconds) * 3);
        console.log(
          `  ${AT_ONCE} charges with a stream each: ${live.updates} updates, processor ms each: ${live.replicas.toFixed(2)} replicas, ${live.database.toFixed(2)} database (an idle replica takes ${live.idle.toFixed(1)} % of a core); a charge leaves ${Math.round(live.bytes)} bytes of rows`,
        );
      }
    } finally {
      await testBed.stop();
    }
  }
  const times = KINDS.flatMap((kind) => found[kind].at(-1)!.times).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  const ratios = KINDS.map((kind) => {
    const [first, last] = [found[kind][0]!, found[kind].at(-1)!];
    return `${kind}=${(last.rate / first.rate).toFixed(2)}`;
  });
  // Nearly equal figures for one and three replicas mean that only the processor is shared. Statuses cost more:
  // statuses that arrive together are committed together, and each of three replicas gets a third of them.
  const costs = KINDS.map((kind) => {
    const [first, last] = [found[kind][0]!, found[kind].at(-1)!];
    return (last.replicas + last.database) / (first.replicas + first.database);
  });
  const worst = Math.max(...costs);
  console.log(
    `replicas ratio=${ratios.join(",")} cost=${worst.toFixed(2)} p50=${at(0.5)}ms p99=${at(0.99)}ms`,
  );
  return worst <= MOST_COST;
}

async function worksOf(
  testBed: TestBed,
): Promise<{ works: Record<Kind, (n: number) => Promise<unknown>>; close(): Promise<void> }> {
  const drivers: DriverClient[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) drivers.push(await newDriver(testBed, { rupees: 5_000 }));
  const party = { country_code: "IN", party_id: "STB" };
  const places = Array.from({ length: 50 }, (_, n) => stubLocation(party, `P${n}`, 2, 30 + n));
  const stub = await registerStub(testBed, party.party_id, places);
  // Its locations are pulled before the first push.
  await wait(500);
  const works: Record<Kind, (n: number) => Promise<unknown>> = {
    reads: (n) => {
      const { token, userId } = drivers[n % AT_ONCE]!;
      if (n % 4 === 0)
        return callRoute(testBed.url, wallet.getWallet, { token, params: { userId } });
      const query = { latitude: 12.9716, longitude: 77.5946, distance: 10, page_size: 20 };
      return callRoute(testBed.url, stations.searchLocations, { token, query });
    },
    money: (n) => {
      const { token, userId } = drivers[n % AT_ONCE]!;
      return callRoute(testBed.url, wallet.createWithdrawal, {
        token,
        params: { userId },
        headers: { "idempotency-key": `bench-${userId}-${n}` },
        body: { amount_minor: 100 },
      });
    },
    ingest: (n) => pushStatus(stub, `P${n % 50}-1`, n % 100 < 50 ? "CHARGING" : "AVAILABLE"),
  };
  return { works, close: () => stub.close() };
}

async function round(
  testBed: TestBed,
  work: (n: number) => Promise<unknown>,
  seconds: number,
): Promise<Round> {
  const times: number[] = [];
  const before = spent(testBed);
  const began = performance.now();
  const end = began + seconds * 1_000;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, own) => {
      for (let n = own; performance.now() < end; n += AT_ONCE) {
        const start = performance.now();
        await work(n);
        times.push(performance.now() - start);
      }
    }),
  );
  const passed = (performance.now() - began) / 1_000;
  const after = spent(testBed);
  return {
    rate: times.length / passed,
    replicas: (after.replicas - before.replicas) / times.length,
    database: (after.database - before.database) / times.length,
    times,
  };
}
