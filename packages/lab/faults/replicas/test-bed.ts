import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@voltmarg/server/embedded-postgres";
import { type Child, supervise } from "@voltmarg/world/child";
import { freePort } from "@voltmarg/world/ports";
import { removeDataDir } from "@voltmarg/testkit/remove-data-dir";
import { until } from "@voltmarg/world/until";
import { startBalancer, type Balancer } from "./balancer.ts";
import { findProgram, startNats, startPgBouncer, type Nats, type Program } from "./programs.ts";

/** Several replicas of the service behind one balancer, and everything they share. */
export type TestBed = {
  /** The balancer: where drivers, operators and the payment provider reach the service. */
  url: string;
  operatorUrl: string;
  paymentsUrl: string;
  databaseUrl: string;
  databasePid(): number;
  secrets: { providerToken: string };
  balancer: Balancer;
  replicas: (Child & { port: number })[];
  nats: Nats | null;
  pooler: Program | null;
  /** kill -9 for PostgreSQL; resolves when it is up again. */
  restartDatabase(): Promise<void>;
  stop(): Promise<void>;
};

export type TestBedOptions = {
  replicas: number;
  /** Use NATS for signals and PgBouncer for statements, where those are installed. */
  nats: boolean;
  pooler: boolean;
  /** Messages of operators go to the first replica that has a place free. */
  partnersFirst?: boolean;
  /** The last replica uses another signal channel than the others. */
  isolated?: boolean;
  env?: Record<string, string>;
  locations?: number;
  /** An existing database; absent: an embedded one is started. */
  databaseUrl?: string;
  say(line: string): void;
};

const packages = join(import.meta.dirname, "..", "..", "..");
const program = (name: string) => join(packages, name, "src", "main.ts");

export async function startTestBed(options: TestBedOptions): Promise<TestBed> {
  const { say } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "voltmarg-replicas-"));
  // The pooler runs as the database's user.
  chmodSync(dataDir, 0o755);
  const stops: (() => Promise<void> | void)[] = [() => removeDataDir(dataDir)];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const settings = { max_connections: "200" };
    const along = options.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, settings });
    const databaseUrl = along?.connectionString ?? options.databaseUrl ?? "";
    let postgres: EmbeddedPostgres | null = along;
    stops.push(() => postgres?.stop());
    const nats = await optional(options.nats, "nats-server", "NATS_SERVER", say, (file) =>
      startNats(file, dataDir),
    );
    if (nats) stops.push(() => nats.stop());
    const elsewhere = await optional(
      options.isolated ?? false,
      "nats-server",
      "NATS_SERVER",
      say,
      (file) => startNats(file, join(dataDir, "elsewhere")),
    );
    if (elsewhere) stops.push(() => elsewhere.stop());
    const pooler = await optional(options.pooler, "pgbouncer", "PGBOUNCER", say, (file) =>
      startPgBouncer(file, dataDir, databaseUrl),
    );
    if (pooler) stops.push(() => pooler.stop());

    const port = await freePort();
    const ports: number[] = [];
    while (ports.length < options.replicas) {
      const another = await freePort();
      if (another !== port && !ports.includes(another)) ports.push(another);
    }
    const balancer = await startBalancer(port, ports, say, options.partnersFirst);
    stops.push(() => balancer.close());
    const { url } = balancer;
    const run = async (name: string, file: string, env: Record<string, string>) => {
      const child = await supervise({
        name,
        file,
        env: { LOG_LEVEL: "warn", ...env },
        logDir: join(dataDir, "logs"),
        say: () => {},
        stopWithin: 15_000,
        longestPause: 500,
      });
      stops.push(() => child.stop());
      return child;
    };
    const keys = { KEY_ID: "rzp_test_replicas", KEY_SECRET: "key-secret", WEBHOOK_SECRET: "hook" };
    const payments = await run("payment simulator", program("pay-sim"), {
      ...keys,
      PORT: "0",
      WEBHOOK_URL: `${url}/webhooks/razorpay`,
      STATE_DIR: join(dataDir, "pay-sim"),
    });
    const operator = await run("operator simulator", program("cpo-sim"), {
      PORT: String(await freePort()),
      LOCATIONS: String(options.locations ?? 600),
      HOURS: "always",
      DEMO_SPEED: "20",
      STATE_DIR: join(dataDir, "cpo-sim"),
    });
    const operators = (await (await fetch(`${operator.url}/control/operators`)).json()) as {
      name: string;
      versionsUrl: string;
      tokenA: string;
    }[];
    const secrets = { providerToken: "provider-token-of-replicas" };
    const env: Record<string, string> = {
      VOLTMARG_ENV: "TEST",
      HOST: "127.0.0.1",
      PUBLIC_URL: url,
      DATABASE_URL: pooler
        ? `postgresql://postgres@127.0.0.1:${pooler.port}/voltmarg`
        : databaseUrl,
      DATABASE_DIRECT_URL: databaseUrl,
      ...(nats && { NATS_URL: natsUrl(nats), NATS_EVENTS: "on" }),
      // Every run ends by waiting for the jobs leased by a killed replica.
      OUTBOX_LEASE_SECONDS: "15",
      // As in PROD: longer than the balancer needs to notice, also on a busy machine.
      DRAIN_SECONDS: "5",
      DEMO_SPEED: "20",
      FILES_DIR: join(dataDir, "files"),
      RAZORPAY_BASE_URL: payments.url,
      RAZORPAY_KEY_ID: keys.KEY_ID,
      RAZORPAY_KEY_SECRET: keys.KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: keys.WEBHOOK_SECRET,
      PROVIDER_TOKEN: secrets.providerToken,
      OPERATORS: JSON.stringify(
        operators.map((one) => ({
          name: one.name,
          versions_url: one.versionsUrl,
          token_a: one.tokenA,
        })),
      ),
      ...options.env,
    };
    // All at once on an empty database, as a deployment starts them.
    const replicas = await Promise.all(
      ports.map(async (own, n) => {
        const child = await run(`replica ${n + 1}`, program("server"), {
          ...env,
          ...(elsewhere && n === ports.length - 1 && { NATS_URL: natsUrl(elsewhere) }),
          PORT: String(own),
        });
        return Object.defineProperties({ port: own }, Object.getOwnPropertyDescriptors(child));
      }),
    );
    await until("all replicas are ready", async () => balancer.ready === ports.length, 120_000);
    await until("the operators are in step", () => inStep(url), 120_000);
    return {
      url,
      operatorUrl: operator.url,
      paymentsUrl: payments.url,
      databaseUrl,
      databasePid: () => postgres?.pid ?? 0,
      secrets,
      balancer,
      replicas: replicas as TestBed["replicas"],
      nats,
      pooler,
      restartDatabase: async () => {
        if (!postgres) throw new Error("this database is not ours to kill");
        process.kill(postgres.pid, "SIGKILL");
        // A server that is still shutting down may look alive, and refuses to be taken over.
        postgres = await until("PostgreSQL is up again", () =>
          startEmbeddedPostgres({ dataDir, settings }),
        );
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const natsUrl = ({ port }: Program) => `nats://127.0.0.1:${port}`;

async function inStep(url: string): Promise<boolean> {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as {
    checks: { operators?: boolean };
  };
  return checks.operators ?? false;
}

async function optional<P extends Program>(
  wanted: boolean,
  name: string,
  variable: string,
  say: (line: string) => void,
  start: (file: string) => Promise<P>,
): Promise<P | null> {
  if (!wanted) return null;
  const file = findProgram(name, variable);
  if (file) return start(file);
  say(`  without ${name}: apt-get install ${name}, or name the program with ${variable}=<path>`);
  return null;
}
