import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@voltmarg/server/embedded-postgres";
import { type Child, supervise } from "../../src/child.ts";
import { freePort } from "../../src/ports.ts";
import { removeDataDir } from "../../src/remove-data-dir.ts";
import { until } from "../../src/until.ts";

/** A service with its database, a payment provider and a desk for holds; what is to be killed can be killed. */
export type Bed = {
  url: string;
  paymentsUrl: string;
  holdsUrl: string;
  databaseUrl: string;
  service: Child;
  /** kill -9 for the service and the desk at once; both are started again. */
  killApps(): void;
  /** kill -9 for PostgreSQL; resolves when it is up again. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
};

const packages = join(import.meta.dirname, "..", "..", "..");
const program = (name: string) => join(packages, name, "src", "main.ts");

export async function makeBed(say: (line: string) => void): Promise<Bed> {
  const dataDir = mkdtempSync(join(tmpdir(), "voltmarg-money-"));
  const stops: (() => Promise<void> | void)[] = [() => removeDataDir(dataDir)];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    let postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
    stops.push(() => postgres.stop());
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const run = async (name: string, file: string, env: Record<string, string>) => {
      const child = await supervise({
        name,
        file,
        env: { LOG_LEVEL: "error", ...env },
        logDir: join(dataDir, "logs"),
        say,
        stopWithin: 5_000,
        longestPause: 200,
      });
      stops.push(() => child.stop());
      return child;
    };
    const keys = { KEY_ID: "rzp_test_money", KEY_SECRET: "key-secret", WEBHOOK_SECRET: "hook" };
    const payments = await run("payment simulator", program("pay-sim"), {
      ...keys,
      PORT: "0",
      WEBHOOK_URL: `${url}/webhooks/razorpay`,
      STATE_DIR: join(dataDir, "pay-sim"),
    });
    const service = await run("service", program("server"), {
      VOLTMARG_ENV: "TEST",
      // What a killed service had taken on is waited for at the end of every run.
      OUTBOX_LEASE_SECONDS: "15",
      HOST: "127.0.0.1",
      PORT: port,
      DATABASE_URL: postgres.connectionString,
      RAZORPAY_BASE_URL: payments.url,
      RAZORPAY_KEY_ID: keys.KEY_ID,
      RAZORPAY_KEY_SECRET: keys.KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: keys.WEBHOOK_SECRET,
      OPERATORS: "[]",
    });
    const holds = await run("desk for holds", join(import.meta.dirname, "hold-desk.ts"), {
      PORT: String(await freePort()),
      DATABASE_URL: postgres.connectionString,
    });
    await until("the service is ready", async () => (await fetch(`${url}/readyz`)).ok);
    return {
      url,
      paymentsUrl: payments.url,
      holdsUrl: holds.url,
      databaseUrl: postgres.connectionString,
      service,
      killApps: () => {
        service.kill();
        holds.kill();
      },
      killDatabase: async () => {
        process.kill(postgres.pid, "SIGKILL");
        // A server that is just dying may still look alive, and refuses whoever takes it over.
        postgres = await until("PostgreSQL is up again", () => startEmbeddedPostgres({ dataDir }));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
