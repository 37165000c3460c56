import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { stations, wallet } from "@voltmarg/contract";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { fillLedger } from "../faults/restore/fill-ledger.ts";
import { startTestBed, type TestBed } from "../faults/money/test-bed.ts";
import { callRoute } from "@voltmarg/client/node";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { fillStations } from "./stations/fill-stations.ts";

const GOALS = { opsPerSecond: 500, opsP99Ms: 250, searchP95Ms: 200 };
const MONEY = { lanes: 24, seconds: 15 };
const SEARCH = { lanes: 4, seconds: 10 };
/** With 3.5 EVSEs of one or two connectors each: a little over ten thousand connectors. */
const LOCATIONS = 2_400;
const WALLETS = 5_000;
/** One withdrawal per this many finished holds. */
const WITHDRAWAL_EACH = 50;

type Measured = { rate: number; p50: number; p95: number; p99: number };

/**
 * `npm run bench -- load`: holds, captures and releases and some withdrawals, each a request that commits to disk;
 * then searches among ten thousand connectors. Both over HTTP, with `lanes` requests in parallel. `--broken` locks
 * the wallets from time to time, and must miss the goals.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { broken: { type: "boolean", default: false } },
  });
  const testBed = await startTestBed((line) => console.log(`  ${line}`));
  try {
    const unlock = values.broken ? lockNowAndThen(testBed) : null;
    const money = await moveMoney(testBed);
    await unlock?.();
    console.log(`  money ${figures(money)}`);
    const { connectors, ...search } = await searchPlaces(testBed);
    console.log(`  search among ${connectors} connectors ${figures(search)}`);
    console.log(
      `load money_ops=${Math.round(money.rate)}/s money_p99_ms=${money.p99.toFixed(0)} ` +
        `search=${Math.round(search.rate)}/s search_p95_ms=${search.p95.toFixed(0)} connectors=${connectors}`,
    );
    return (
      money.rate >= GOALS.opsPerSecond &&
      money.p99 < GOALS.opsP99Ms &&
      search.p95 < GOALS.searchP95Ms &&
      connectors >= 10_000
    );
  } finally {
    await testBed.stop();
  }
}

/** The effect of a careless table change: all requests wait, twice a second. */
function lockNowAndThen({ databaseUrl }: TestBed): () => Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  const state = { over: false };
  const locking = (async () => {
    while (!state.over) {
      await database.pool.query(
        "begin; lock table ledger_wallet in access exclusive mode; select pg_sleep(0.3); commit",
      );
      await wait(200);
    }
  })();
  return async () => {
    state.over = true;
    await locking;
    await database.close();
  };
}

async function moveMoney(testBed: TestBed): Promise<Measured> {
  const database = openDatabase(testBed.databaseUrl, () => {}, 2);
  await fillLedger(database, 0, WALLETS * 4);
  await database.close();
  // Withdrawals of one driver wait for each other: each lane has its own driver.
  const rich = await Promise.all(
    Array.from({ length: MONEY.lanes }, () => driverWithMoney(testBed)),
  );
  let count = 0;
  const asStaff = async (order: object) => {
    const answer = await fetch(testBed.holdsUrl, {
      method: "POST",
      body: JSON.stringify(order),
    }).catch(() => null);
    // The hold server cuts some connections after the commit; only its answers count.
    await answer?.arrayBuffer();
    if (answer && !answer.ok) throw new Error(`the hold server answers ${answer.status}`);
    return answer !== null;
  };
  return measure(MONEY, async (timed, lane) => {
    const userId = `usr_fill_${Math.floor(Math.random() * WALLETS)}`;
    const nth = (count += 1);
    const sessionId = `load-${nth}`;
    const of = { userId, sessionId };
    await timed(() => asStaff({ do: "hold", ...of, amount: 20 }));
    if (nth % 5 === 0) await timed(() => asStaff({ do: "release", ...of }));
    else await timed(() => asStaff({ do: "capture", ...of, cdrId: `cdr-${sessionId}`, total: 1 }));
    if (nth % WITHDRAWAL_EACH !== 0) return;
    await timed(async () => {
      await callRoute(testBed.url, wallet.createWithdrawal, {
        ...rich[lane]!,
        body: { amount_minor: 100 },
      });
      return true;
    });
  });
}

/** Token and parameters of a driver with a large top-up. */
async function driverWithMoney(
  testBed: TestBed,
): Promise<{ token: string; params: { userId: string } }> {
  const { token, userId } = await signIn(testBed.url, newMobile(), "SU");
  const own = { token, params: { userId } };
  const { data } = await callRoute(testBed.url, wallet.createTopUp, {
    ...own,
    body: { amount_minor: 1_000_000 },
  });
  await fetch(`${testBed.paymentsUrl}/control/pay`, {
    method: "POST",
    body: JSON.stringify({ order_id: data.order_id }),
  });
  await until("the top-up is credited", async () => {
    const { data: now } = await callRoute(testBed.url, wallet.getTopUp, {
      token,
      params: { userId, id: data.id },
    });
    return now.status === "CREDITED";
  });
  return own;
}

async function searchPlaces(testBed: TestBed): Promise<Measured & { connectors: number }> {
  await fillStations(testBed.databaseUrl, LOCATIONS);
  const database = openDatabase(testBed.databaseUrl, () => {}, 1);
  const { rows } = await database.pool.query<{ latitude: number; longitude: number }>(
    "select latitude, longitude from location order by id",
  );
  const { rows: sums } = await database.pool.query<{ connectors: number }>(
    "select sum(jsonb_array_length(body -> 'connectors'))::int as connectors from evse",
  );
  await database.close();
  // A service loads all of them into its index at start.
  testBed.service.kill();
  await wait(500);
  await testBed.service.isReady();
  await until("the service is ready", async () => (await fetch(`${testBed.url}/readyz`)).ok);
  const { token } = await signIn(testBed.url, newMobile(), "SU");
  const measured = await measure(SEARCH, async (timed) => {
    const { latitude, longitude } = rows[Math.floor(Math.random() * rows.length)]!;
    const url = `${testBed.url}${stations.searchLocations.path}?latitude=${latitude}&longitude=${longitude}&distance=25&page_size=100`;
    await timed(async () => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a search ends in ${answer.status}`);
      return true;
    });
  });
  return { ...measured, connectors: sums[0]!.connectors };
}

/** Lanes that run without a pause; failed requests are not counted. */
async function measure(
  { lanes, seconds }: { lanes: number; seconds: number },
  work: (timed: (one: () => Promise<boolean>) => Promise<void>, lane: number) => Promise<void>,
): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const timed = async (one: () => Promise<boolean>) => {
    const before = performance.now();
    if (await one()) times.push(performance.now() - before);
  };
  const goOn = async (lane: number) => {
    while (performance.now() - began < seconds * 1000) await work(timed, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => goOn(lane)));
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity;
  return { rate: times.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const figures = ({ rate, p50, p95, p99 }: Measured) =>
  `${Math.round(rate)}/s, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
