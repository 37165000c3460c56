import { request } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { freePort } from "@voltmarg/world/ports";
import { readOptions } from "../options.ts";
import { resultLine, say } from "../report.ts";
import { startService } from "../test-bed.ts";
import { audit } from "./money/audit.ts";
import { underLoad } from "./money/under-load.ts";
import { checkOut, earlierRelease } from "./upgrade/check-out.ts";

const PROBE_MS = 200;

/**
 * `npm run faults -- upgrade [--from REF] [--seconds 20]`: an earlier release serves drivers, then this one starts
 * on the same database, and both serve them in parallel; then the earlier one stops. Nothing may be lost, doubled or
 * refused. `--broken` drops a column that the earlier release uses, as a migration without a compatibility step
 * would.
 */
export async function run(): Promise<boolean> {
  const { from, seconds, drivers, broken } = readOptions({
    from: null,
    seconds: 20,
    drivers: 6,
    broken: false,
  });
  const ref = earlierRelease(from ?? undefined);
  const each = seconds * 1000;
  const dir = mkdtempSync(join(tmpdir(), "voltmarg-earlier-"));
  const port = await freePort();
  const start = () => {
    checkOut(ref, dir);
    return startService(say, {
      packages: join(dir, "packages"),
      // The provider has one webhook URL; in the end only this release answers there.
      webhookUrl: `http://127.0.0.1:${port}/webhooks/razorpay`,
    });
  };
  const earlier = await start().catch((error: unknown) => {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  });
  try {
    const migrations = async () => {
      const database = openDatabase(earlier.databaseUrl, () => {}, 1);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
        database.db,
      );
      await database.close();
      return rows.length;
    };
    const before = await migrations();
    const old = await underLoad(earlier, drivers);
    const watch = { over: false, refused: 0, asked: 0 };
    const watching = probe(earlier.url, watch);
    await wait(each);
    const { databaseUrl, paymentsUrl } = earlier;
    const now = await startService(say, { databaseUrl, paymentsUrl, port });
    try {
      const added = (await migrations()) - before;
      if (broken) await contract(earlier.databaseUrl);
      const young = await underLoad(now, drivers);
      const watchToo = { over: false, refused: 0, asked: 0 };
      const watchingToo = probe(now.url, watchToo);
      await wait(each);
      const told = await old.end();
      watch.over = true;
      await watching;
      await earlier.service.stop();
      await wait(each / 2);
      const toldToo = await young.end();
      watchToo.over = true;
      await watchingToo;
      const { lost, doubled, faults } = await audit(now, [...told, ...toldToo]);
      for (const fault of faults.slice(0, 10)) say(fault);
      const refused = watch.refused + watchToo.refused;
      say(
        resultLine("upgrade", {
          from: ref,
          migrations_added: added,
          tried: old.told() + young.told(),
          lost,
          doubled,
          faults: faults.length,
          refused: `${refused}/${watch.asked + watchToo.asked}`,
        }),
      );
      return lost + doubled + faults.length + refused === 0;
    } finally {
      await now.stop();
    }
  } finally {
    await earlier.stop();
    rmSync(dir, { recursive: true, force: true });
  }
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
