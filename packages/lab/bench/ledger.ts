import { wallet } from "@voltmarg/contract";
import { captureHold, openDatabase, placeHold, sql, type Database } from "@voltmarg/testkit/ledger";
import { callRoute } from "@voltmarg/client/node";
import { newMobile } from "@voltmarg/testkit/driver";
import { startTestBed, type TestBed } from "../faults/money/test-bed.ts";
import { signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";

const atOnce = 8;
const wallets = 10_000;
/** Pairs of short turns: what else the machine does falls on both turns of a pair, and the median drops the rest. */
const pairs = 120;
const turnMs = 125;
const warmTurns = 8;
const httpSeconds = 10;
/** Transfers per second, relative to transactions per second of two plain row updates. */
const goal = 0.55;

/**
 * Measures money operations over HTTP against a service process, then the ledger's transfers against the cheapest
 * transaction that could move money, alternating on the same database, with the product's durability settings.
 * `spread` is half the range of the middle half of the pairs' ratios.
 */
export async function run(): Promise<boolean> {
  const testBed = await startTestBed((line) => console.log(`  ${line}`));
  const database = openDatabase(testBed.databaseUrl, () => {}, atOnce);
  try {
    const http = await overHttp(testBed);
    // What the requests set off would take the processor from the turns, unevenly.
    await until("the outbox is empty", () => isEmpty(database), 120_000);
    await testBed.service.stop();
    const { moves, bare } = await inTurns(database);
    const ratios = moves.map((rate, n) => rate / bare[n]!);
    const ratio = quantile(ratios, 0.5);
    const spread = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2;
    console.log(
      `  moves ${Math.round(quantile(moves, 0.5))}/s, bare ${Math.round(quantile(bare, 0.5))}/s, ${pairs} pairs, spread ${spread.toFixed(2)}`,
    );
    console.log(
      `ledger ratio=${ratio.toFixed(2)} http=${http.rate}/s p50=${http.p50}ms p99=${http.p99}ms`,
    );
    return ratio >= goal;
  } finally {
    await database.close();
    await testBed.stop();
  }
}

/** Whether no outbox row is due within seconds; later ones only ask again about what is done. */
async function isEmpty({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open from outbox where done_at is null and due_at < now() + interval '5 seconds'`.execute(
    db,
  );
  return rows[0]?.open === 0n;
}

/** Top-ups created, paid and credited, and withdrawals: counts each request that moves money or asks for it. */
async function overHttp(testBed: TestBed): Promise<{ rate: number; p50: number; p99: number }> {
  const drivers = [];
  for (let n = 0; n < atOnce; n += 1) drivers.push(await signIn(testBed.url, newMobile(), "SU"));
  const times: number[] = [];
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const before = performance.now();
    const answer = await work;
    times.push(performance.now() - before);
    return answer;
  };
  const started = performance.now();
  const end = started + httpSeconds * 1000;
  await Promise.all(
    drivers.map(async ({ token, userId }) => {
      const own = { token, params: { userId } };
      while (performance.now() < end) {
        const { data } = await timed(
          callRoute(testBed.url, wallet.createTopUp, { ...own, body: { amount_minor: 20_000 } }),
        );
        const paid = await fetch(`${testBed.paymentsUrl}/control/pay`, {
          method: "POST",
          body: JSON.stringify({ order_id: data.order_id }),
        });
        const body = (await paid.json()) as {
          razorpay_payment_id: string;
          razorpay_order_id: string;
          razorpay_signature: string;
        };
        const params = { userId, id: data.id };
        await timed(callRoute(testBed.url, wallet.verifyTopUp, { token, params, body }));
        for (let part = 0; part < 3; part += 1) {
          await timed(
            callRoute(testBed.url, wallet.createWithdrawal, {
              ...own,
              body: { amount_minor: 5_000 },
            }),
          );
        }
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { rate: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99) };
}

/** The same clients, the same database driver, one statement per transaction: first one kind, then the other. */
async function inTurns({ db }: Database): Promise<{ moves: number[]; bare: number[] }> {
  const nameOf = (n: number) => `usr_${String(n).padStart(26, "0")}`;
  await sql`insert into ledger_wallet (owner, wallet)
    select 'usr_' || lpad(n::text, 26, '0'), 1000000000 from generate_series(0, ${wallets - 1}) n`.execute(
    db,
  );
  await sql`create table bare_account (id text primary key, balance bigint not null check (balance >= 0))
    with (fillfactor = 70)`.execute(db);
  await sql`insert into bare_account
    select 'usr_' || lpad(n::text, 26, '0'), 1000000000 from generate_series(0, ${wallets - 1}) n`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
  const anyone = () => nameOf(Math.floor(Math.random() * wallets));
  const bareMove = async () => {
    const [from, to] = [anyone(), anyone()];
    await sql`update bare_account set balance = balance + case when id = ${from} then -1 else 1 end
              where id in (${from}, ${to})`.execute(db);
    return 1;
  };
  let charges = 0;
  const holdAndCapture = async () => {
    const userId = anyone();
    const sessionId = `ses_${String((charges += 1)).padStart(26, "0")}`;
    const at = new Date();
    await placeHold(db, { userId, sessionId, amount: 10_000n, reason: "Held for Baner Hub", at });
    await captureHold(db, {
      userId,
      sessionId,
      cdrId: `cdr_${sessionId}`,
      total: 8_000n,
      gst: 1_220n,
      reason: "Baner Hub",
      at,
    });
    return 2;
  };
  const turn = async (work: () => Promise<number>) => {
    let done = 0;
    const started = performance.now();
    const lane = async () => {
      while (performance.now() < started + turnMs) done += await work();
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return (done / (performance.now() - started)) * 1000;
  };
  for (let n = 0; n < warmTurns; n += 1) {
    await turn(bareMove);
    await turn(holdAndCapture);
  }
  const moves: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < pairs; n += 1) {
    const inOrder = n % 2 === 0;
    if (inOrder) bare.push(await turn(bareMove));
    moves.push(await turn(holdAndCapture));
    if (!inOrder) bare.push(await turn(bareMove));
  }
  return { moves, bare };
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
