import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkLedger, openDatabase, sql } from "@voltmarg/testkit/ledger";
import { freePlug, newDriver, operatorCdrs } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import { startVersion } from "./postgres-versions/install.ts";
import { startTestBed } from "./replicas/test-bed.ts";

/** One release of each supported major version besides the bundled one. */
const VERSIONS = ["15.18.0-beta.17", "16.14.0-beta.17", "17.10.0-beta.17", "18.4.0-beta.17"];

/**
 * `npm run faults -- postgres-versions`: runs the migrations and one charge from sign-up to the bill on each
 * version.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      versions: { type: "string", default: VERSIONS.join(",") },
      broken: { type: "boolean", default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-pg-"));
  // The user that runs PostgreSQL needs access to the folder.
  chmodSync(folder, 0o755);
  const versions = values.versions.split(",");
  let failed = 0;
  try {
    for (const version of versions) {
      const began = performance.now();
      const said = await tryVersion(folder, version, values.broken).catch((error: unknown) => {
        failed += 1;
        return `FAILED ${error instanceof Error ? error.message : String(error)}`;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.log(`  postgres ${version}: ${said} (${seconds} s)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`postgres-versions tried=${versions.length} failed=${failed}`);
  return failed === 0;
}

async function tryVersion(folder: string, version: string, broken: boolean): Promise<string> {
  const postgres = await startVersion(folder, version);
  try {
    const testBed = await startTestBed({
      replicas: 1,
      nats: false,
      pooler: false,
      databaseUrl: postgres.connectionString,
      locations: 60,
      say: () => {},
    });
    const database = openDatabase(postgres.connectionString, () => {}, 2);
    try {
      if (broken)
        await sql`alter table ledger_hold rename to ledger_hold_gone`.execute(database.db);
      const paid = await chargeOnce(testBed);
      const faults = Object.entries(await checkLedger(database.db)).filter(([, n]) => n > 0);
      if (faults.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(faults)}`);
      const { rows } = await sql<{ server: string; migrations: number }>`
        select current_setting('server_version') as server,
          (select count(*)::int from kysely_migration) as migrations`.execute(database.db);
      const { server, migrations } = rows[0]!;
      return `server ${server}, ${migrations} migrations, a charge of ${paid} paise billed as its operator did`;
    } finally {
      await database.close();
      await testBed.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** From sign-up to the bill; returns its paise, equal to the operator's. */
async function chargeOnce(testBed: { url: string; operatorUrl: string; paymentsUrl: string }) {
  const driver = await newDriver(testBed, { vehicle: true, rupees: 500 });
  const plug = await freePlug(driver);
  const { id } = await driver.start(plug, 200);
  await until("the charge flows", async () => ((await driver.session(id)).kwh ?? 0) > 0);
  await driver.stop(id);
  await until("the bill is there", async () => (await driver.session(id)).cdr_id !== null);
  const { amount_minor } = await driver.cdrOfSession(id);
  const record = (await operatorCdrs(testBed)).find(
    (one) => one.cdr_location.evse_uid === plug.evse_uid,
  );
  const theirs = Math.round((record?.total_cost.incl_vat ?? Number.NaN) * 100);
  if (theirs !== amount_minor)
    throw new Error(`billed ${amount_minor} paise where the operator says ${theirs}`);
  return amount_minor;
}
