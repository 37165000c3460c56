import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@voltmarg/server/embedded-postgres";
import { removeDataDir } from "@voltmarg/testkit/remove-data-dir";
import { supervise } from "@voltmarg/world/child";
import { until } from "@voltmarg/world/until";
import type { Say } from "./report.ts";

export const packages = join(import.meta.dirname, "..");
export const program = (name: string, from = packages) => join(from, name, "src", "main.ts");
export const KEYS = { KEY_ID: "rzp_test_lab", KEY_SECRET: "key-secret", WEBHOOK_SECRET: "hook" };

type Parts = Awaited<ReturnType<typeof partsIn>>;

type Settings = { stopWithin: number; longestPause: number; log: string; say: Say };

/** Starts what `work` wants in a data folder of its own; where that fails, all of it is stopped. */
export async function startIn<T>(
  name: string,
  settings: Settings,
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  const parts = partsIn(name, settings);
  try {
    return await work(parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

function partsIn(name: string, settings: Settings) {
  const dataDir = mkdtempSync(join(tmpdir(), `voltmarg-${name}-`));
  // A pooler runs as the database's user.
  chmodSync(dataDir, 0o755);
  const stops: (() => Promise<void> | void)[] = [() => removeDataDir(dataDir)];
  const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
    stops.push(() => one.stop());
    return one;
  };
  const { log, ...supervision } = settings;
  const run = async (title: string, file: string, given: Record<string, string>) => {
    const env = { LOG_LEVEL: log, ...given };
    const logDir = join(dataDir, "logs");
    return keep(await supervise({ name: title, file, env, logDir, ...supervision }));
  };
  return {
    dataDir,
    keep,
    run,
    stop: async () => {
      for (const end of stops.splice(0).toReversed()) await end();
    },
    /** A PostgreSQL of the run, unless it is given one. */
    database: async (url?: string, own: Record<string, string> = {}) => {
      let postgres: EmbeddedPostgres | null = null;
      const start = async () => {
        postgres = await startEmbeddedPostgres({ dataDir, settings: own });
        return postgres;
      };
      const ours = url === undefined ? await start() : null;
      stops.push(() => postgres?.stop());
      return {
        url: ours?.connectionString ?? url!,
        pid: () => postgres?.pid ?? 0,
        kill: async () => {
          if (!postgres) throw new Error("this database is not ours to kill");
          process.kill(postgres.pid, "SIGKILL");
          // A server that is still shutting down may look alive, and refuses to be taken over.
          await until("PostgreSQL is up again", start);
        },
      };
    },
    payments: async (webhookUrl: string, from?: string) =>
      (
        await run("payment simulator", program("pay-sim", from), {
          ...KEYS,
          PORT: "0",
          WEBHOOK_URL: webhookUrl,
          STATE_DIR: join(dataDir, "pay-sim"),
        })
      ).url,
  };
}
