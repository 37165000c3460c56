import { request } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { freePort } from "@voltmarg/world/ports";
import { readOptions } from "../options.ts";
import { resultLine, say } from "../report.ts";
import { startService, type ServiceBed } from "../test-bed.ts";
import { audit } from "./money/audit.ts";
import { underLoad } from "./money/under-load.ts";
import { checkOut, earlierReleases } from "./upgrade/check-out.ts";

const PROBE_MS = 200;

/**
 * `npm run faults -- upgrade [--from REF] [--seconds 20]`: an earlier release serves drivers, then this one starts
 * on the same database, and both serve them in parallel; then the earlier one stops. From a release before 0.9 the way
 * goes through 0.9. Nothing may be lost, doubled or refused. `--broken` renames a column that the earlier release uses,
 * as a migration without a compatibility step would.
 */
export async function run(): Promise<boolean> {
  const { from, seconds, drivers, broken } = readOptions({
    from: null,
    seconds: 20,
    drivers: 6,
    broken: false,
  });
  const releases = earlierReleases(from ?? undefined);
  const dir = mkdtempSync(join(tmpdir(), "voltmarg-earlier-"));
  const port = await freePort();
  const packagesOf = (ref: string) => {
    checkOut(ref, join(dir, ref));
    return join(dir, ref, "packages");
  };
  const beds: ServiceBed[] = [];
  const start = async (given: Parameters<typeof startService>[1]) => {
    const bed = await startService(say, given);
    beds.push(bed);
    return bed;
  };
  try {
    const first = await start({
      packages: packagesOf(releases[0]!),
      // The provider has one webhook URL; in the end only this release answers there.
      webhookUrl: `http://127.0.0.1:${port}/webhooks/razorpay`,
    });
    const { databaseUrl, paymentsUrl } = first;
    const before = await migrationsIn(databaseUrl);
    const ended: Awaited<ReturnType<Serving["end"]>>[] = [];
    let serving = await serve(first, drivers);
    for (const ref of [...releases.slice(1), null]) {
      await wait(seconds * 1000);
      const where = ref === null ? { port } : { packages: packagesOf(ref) };
      const bed = await start({ databaseUrl, paymentsUrl, ...where });
      if (broken && ref === null) await contract(databaseUrl);
      const next = await serve(bed, drivers);
      await wait(seconds * 1000);
      ended.push(await serving.end());
      await serving.bed.service.stop();
      serving = next;
    }
    await wait(seconds * 500);
    ended.push(await serving.end());
    const { lost, doubled, faults } = await audit(
      serving.bed,
      ended.flatMap(({ told }) => told),
    );
    for (const fault of faults.slice(0, 10)) say(fault);
    const sum = (of: "refused" | "asked" | "tried") =>
      ended.reduce((total, each) => total + each[of], 0);
    say(
      resultLine("upgrade", {
        from: releases.join(","),
        migrations_added: (await migrationsIn(databaseUrl)) - before,
        tried: sum("tried"),
        lost,
        doubled,
        faults: faults.length,
        refused: `${sum("refused")}/${sum("asked")}`,
      }),
    );
    return lost + doubled + faults.length + sum("refused") === 0;
  } finally {
    for (const bed of beds.toReversed()) await bed.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function migrationsIn(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  const { rows } = await sql`select name from kysely_migration`.execute(database.db);
  await database.close();
  return rows.length;
}

type Serving = Awaited<ReturnType<typeof serve>>;

/** A release under load, with a client that must be answered all the time. */
async function serve(bed: ServiceBed, drivers: number) {
  const load = await underLoad(bed, drivers);
  const watch = { over: false, refused: 0, asked: 0 };
  const watching = probe(bed.url, watch);
  return {
    bed,
    end: async () => {
      const told = await load.end();
      watch.over = true;
      await watching;
      return { told, tried: load.told(), refused: watch.refused, asked: watch.asked };
    },
  };
}

/** A client that polls in a loop and must be answered each time. */
async function probe(
  url: string,
  watch: { over: boolean; refused: number; asked: number },
): Promise<void> {
  while (!watch.over) {
    watch.asked += 1;
    if ((await statusOf(`${url}/api/user/v1/support-information/findAll`)) !== 200)
      watch.refused += 1;
    await wait(PROBE_MS);
  }
}

/** Of a request on a new connection; null: no answer. */
const statusOf = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const asked = request(url, { agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? null));
      response.on("error", () => resolve(null));
    });
    asked.on("error", () => resolve(null));
    asked.end();
  });

async function contract(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, 1);
  await sql`alter table support_information rename column email to mail`.execute(database.db);
  await database.close();
}
