import { createHmac, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { wallet } from "@voltmarg/contract";
import { openDatabase, type Database } from "@voltmarg/testkit/ledger";
import { callRoute } from "@voltmarg/client/node";
import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";
import { until } from "@voltmarg/world/until";
import { readOptions } from "../options.ts";
import { resultLine, say } from "../report.ts";
import { ledgerFaults } from "../database.ts";
import { startService, type ServiceBed } from "../test-bed.ts";
import { createCluster } from "./restore/cluster.ts";
import { fillLedger } from "./restore/fill-ledger.ts";

/** Seconds from the loss of the disk to a service that is ready. */
const GOAL_SECONDS = 300;
const DRIVERS = 4;
const TOP_UPS = 5;

type Books = { transfers: number; paise: string; faults: number };

/**
 * `npm run faults -- restore --rows 1000000`: takes a base backup while the ledger fills, then a mistake happens,
 * then the disk is lost. Restores the instant before the mistake: everything booked until then is there, the books
 * balance, and repeated webhooks change nothing. `--broken` leaves the archive out, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { rows, broken } = readOptions({ rows: 100_000, broken: false });
  const dir = mkdtempSync(join(tmpdir(), "vm-"));
  chmodSync(dir, 0o755);
  const cluster = createCluster(dir);
  await cluster.start();
  const testBed = await startService(say, { databaseUrl: cluster.connectionString });
  const open = () => openDatabase(cluster.connectionString, () => {}, 2);
  let database = open();
  try {
    const half = Math.floor(rows / 2);
    await fillLedger(database, 0, half);
    const began = performance.now();
    cluster.baseBackup();
    say(`base backup in ${secondsSince(began)} s`);
    await fillLedger(database, half, rows);
    const notices = await topUps(testBed);
    const before = await booksOf(database);
    await wait(1_000);
    const instant = new Date();
    await wait(1_000);
    await database.pool.query("alter table ledger_transfer disable trigger all");
    await database.pool.query("delete from ledger_transfer where kind = 'GOODWILL'");
    const { rows: wal } = await database.pool.query<{ file: string }>(
      "select pg_walfile_name(pg_switch_wal()) as file",
    );
    await until("the log is archived", async () => {
      const { rows: told } = await database.pool.query<{ done: boolean }>(
        "select last_archived_wal >= $1 as done from pg_stat_archiver",
        [wal[0]!.file],
      );
      return told[0]!.done;
    });
    await database.close();
    await cluster.lose();

    const lost = performance.now();
    await cluster.restore(instant, !broken);
    await until("the service is ready", async () => (await fetch(`${testBed.url}/readyz`)).ok);
    const rto = secondsSince(lost);
    database = open();
    const after = await booksOf(database);
    const replayed = await replay(testBed, notices);
    await wait(2_000);
    const again = await booksOf(database);
    const missing = before.transfers - after.transfers;
    const changed = again.transfers - after.transfers;
    const balanced = after.faults === 0 && after.paise === before.paise;
    say(
      resultLine("restore", {
        tried: before.transfers,
        lost: missing,
        doubled: changed,
        ledger_faults: again.faults,
        webhooks_replayed: replayed,
        balanced,
        rto_s: rto,
      }),
    );
    return missing === 0 && changed === 0 && again.faults === 0 && balanced && rto <= GOAL_SECONDS;
  } finally {
    await database.close().catch(() => {});
    await testBed.stop();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Top-ups, and the provider's webhooks for them. */
async function topUps(testBed: ServiceBed): Promise<string[]> {
  const notices: string[] = [];
  for (let nth = 0; nth < DRIVERS; nth += 1) {
    const { token, userId } = await signIn(testBed.url, newMobile(), "SU");
    for (let count = 0; count < TOP_UPS; count += 1) {
      const amount = 10_000 + count;
      const { data } = await callRoute(testBed.url, wallet.createTopUp, {
        token,
        params: { userId },
        body: { amount_minor: amount },
      });
      const paid = await fetch(`${testBed.paymentsUrl}/control/pay`, {
        method: "POST",
        body: JSON.stringify({ order_id: data.order_id }),
      });
      const { razorpay_payment_id } = (await paid.json()) as { razorpay_payment_id: string };
      await until("the payment is credited", async () => {
        const { data: told } = await callRoute(testBed.url, wallet.getTopUp, {
          token,
          params: { userId, id: data.id },
        });
        return told.status === "CREDITED";
      });
      const payment = {
        id: razorpay_payment_id,
        order_id: data.order_id,
        amount,
        currency: "INR",
        status: "captured",
        method: "upi",
      };
      notices.push(
        JSON.stringify({ event: "payment.captured", payload: { payment: { entity: payment } } }),
      );
    }
  }
  return notices;
}

/** The provider sends all webhooks again, under new event ids, twice. */
async function replay(testBed: ServiceBed, notices: readonly string[]): Promise<number> {
  let taken = 0;
  for (const body of [...notices, ...notices]) {
    const answer = await fetch(`${testBed.url}/webhooks/razorpay`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": createHmac("sha256", "hook").update(body).digest("hex"),
        "x-razorpay-event-id": randomUUID(),
      },
      body,
    });
    if (answer.ok) taken += 1;
  }
  return taken;
}

async function booksOf(database: Database): Promise<Books> {
  const { rows } = await database.pool.query<{ transfers: number; paise: string }>(
    `select (select count(*)::int from ledger_transfer) as transfers,
       (select sum(wallet + held + withdrawing + overdraft)::text from ledger_wallet) as paise`,
  );
  return { ...rows[0]!, faults: await ledgerFaults(database) };
}

const secondsSince = (began: number) => Math.round((performance.now() - began) / 100) / 10;
