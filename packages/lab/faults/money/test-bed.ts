import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@voltmarg/server/embedded-postgres";
import { type Child, supervise } from "@voltmarg/world/child";
import { freePort } from "@voltmarg/world/ports";
import { removeDataDir } from "@voltmarg/testkit/remove-data-dir";
import { until } from "@voltmarg/world/until";

/** A service with its database, a payment provider and a hold server; the processes can be killed. */
export type TestBed = {
  url: string;
  paymentsUrl: string;
  holdsUrl: string;
  databaseUrl: string;
  service: Child;
  /** kill -9 for the service and the hold server at once; both are restarted. */
  killApps(): void;
  /** kill -9 for PostgreSQL; resolves when it is up again. */
  killDatabase(): Promise<void>;
  /** kill -9 for PostgreSQL, which stays down until `startDatabase`. */
  loseDatabase(): void;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
};

const packages = join(import.meta.dirname, "..", "..", "..");
/** Parts given by the caller: the test bed neither starts nor stops them. */
export type Given = {
  databaseUrl?: string;
  paymentsUrl?: string;
  /** Folder of the packages to run: those of another release. */
  packages?: string;
  port?: number;
  /** Additional environment of the service. */
  env?: Record<string, string>;
  /** Webhook URL of the payment provider; absent: this service. */
  webhookUrl?: string;
};

export async function startTestBed(
  say: (line: string) => void,
  given: Given = {},
): Promise<TestBed> {
  const dataDir = mkdtempSync(join(tmpdir(), "voltmarg-money-"));
  const stops: (() => Promise<void> | void)[] = [() => removeDataDir(dataDir)];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    let postgres: EmbeddedPostgres | null = given.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir });
    stops.push(() => postgres?.stop());
    const databaseUrl = given.databaseUrl ?? postgres!.connectionString;
    const port = String(given.port ?? (await freePort()));
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
    const from = given.packages ?? packages;
    const program = (name: string) => join(from, name, "src", "main.ts");
    const startPayments = () =>
      run("payment simulator", program("pay-sim"), {
        ...keys,
        PORT: "0",
        WEBHOOK_URL: given.webhookUrl ?? `${url}/webhooks/razorpay`,
        STATE_DIR: join(dataDir, "pay-sim"),
      });
    const paymentsUrl = given.paymentsUrl ?? (await startPayments()).url;
    const service = await run("service", program("server"), {
      VOLTMARG_ENV: "TEST",
      // Every run ends by waiting for the jobs leased by a killed service.
      OUTBOX_LEASE_SECONDS: "15",
      HOST: "127.0.0.1",
      PORT: port,
      DATABASE_URL: databaseUrl,
      RAZORPAY_BASE_URL: paymentsUrl,
      RAZORPAY_KEY_ID: keys.KEY_ID,
      RAZORPAY_KEY_SECRET: keys.KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: keys.WEBHOOK_SECRET,
      OPERATORS: "[]",
      ...given.env,
    });
    // An earlier release runs its own hold server if it has one. Up to 0.2.0 it was under another name.
    const holdServer = [
      join(from, "lab", "faults", "money", "hold-server.ts"),
      join(from, "world", "faults", "money", "hold-desk.ts"),
    ].find((path) => existsSync(path));
    const here = join(import.meta.dirname, "hold-server.ts");
    const holds = await run("hold server", holdServer ?? here, {
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
    });
    await until("the service is ready", async () => (await fetch(`${url}/readyz`)).ok);
    const loseDatabase = () => void process.kill(postgres!.pid, "SIGKILL");
    const startDatabase = async () => {
      // A server that is still shutting down may look alive, and refuses to be taken over.
      postgres = await until("PostgreSQL is up again", () => startEmbeddedPostgres({ dataDir }));
    };
    return {
      url,
      paymentsUrl,
      holdsUrl: holds.url,
      databaseUrl,
      service,
      killApps: () => {
        service.kill();
        holds.kill();
      },
      loseDatabase,
      startDatabase,
      killDatabase: () => {
        loseDatabase();
        return startDatabase();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
