import { wallet } from "@voltmarg/contract";
import { captureHold, openDatabase, placeHold, sql, type Database } from "@voltmarg/testkit/ledger";
import { callRoute } from "@voltmarg/world/client";
import { newMobile } from "@voltmarg/testkit/driver";
import { startTestBed, type TestBed } from "../faults/money/test-bed.ts";
import { signIn } from "@voltmarg/world/seed";

const atOnce = 8;
const wallets = 10_000;
const rounds = 10;
const roundMs = 1_500;
const httpSeconds = 10;
/** Transfers per second, relative to transactions per second of two plain row updates. */
const goal = 0.55;

/**
 * Measures money operations over HTTP against a service process, then the ledger's transfers against the cheapest
 * transaction that could move money, alternating on the same database, with the product's durability settings.
 */
export async function run(): Promise<boolean> {
  const testBed = await startTestBed((line) => console.log(`  ${line}`));
  const database = openDatabase(testBed.databaseUrl, () => {}, atOnce);
  try {
    const http = await overHttp(testBed);
    const { moves, bare } = await inTurns(database);
    const ratio = median(moves.map((rate, n) => rate / bare[n]!));
    console.log(`  moves ${Math.round(median(moves))}/s, bare ${Math.round(median(bare))}/s`);
    console.log(
      `ledger ratio=${ratio.toFixed(2)} http=${http.rate}/s p50=${http.p50}ms p99=${http.p99}ms`,
    );
    return ratio >= goal;
  } finally {
    await database.close();
    await testBed.stop();
  }
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
  const round = async (work: () => Promise<number>) => {
    let done = 0;
    const started = performance.now();
    const lane = async () => {
      while (performance.now() < started + roundMs) done += await work();
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return (done / (performance.now() - started)) * 1000;
  };
  await round(bareMove);
  await round(holdAndCapture);
  const moves: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    bare.push(await round(bareMove));
    moves.push(await round(holdAndCapture));
  }
  return { moves, bare };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
