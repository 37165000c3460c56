import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Child } from "@voltmarg/world/child";
import { freePort } from "@voltmarg/world/ports";
import { until } from "@voltmarg/world/until";
import { startBalancer, type Balancer } from "./faults/replicas/balancer.ts";
import * as programs from "./faults/replicas/programs.ts";
import { KEYS, packages, program, startIn } from "./processes.ts";
import type { Say } from "./report.ts";

/** Processes of the product that a run starts, kills and starts again; what it is given it neither starts nor stops. */
type Processes = {
  /** Where drivers, operators and the payment provider reach the service. */
  url: string;
  paymentsUrl: string;
  databaseUrl: string;
  /** kill -9 for PostgreSQL; resolves when it is up again. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
};

/** One service and a hold server. */
export type ServiceBed = Processes & {
  holdsUrl: string;
  service: Child;
  /** kill -9 for the service and the hold server at once; both are restarted. */
  killApps(): void;
};

/** Several replicas of the service behind one balancer, and everything they share. */
export type ReplicasBed = Processes & {
  operatorUrl: string;
  databasePid(): number;
  secrets: { providerToken: string };
  balancer: Balancer;
  replicas: (Child & { port: number })[];
  nats: programs.Nats | null;
  pooler: programs.Program | null;
};

/** Of every service of a run. */
const SERVICE = {
  VOLTMARG_ENV: "TEST",
  HOST: "127.0.0.1",
  // Every run ends by waiting for the jobs leased by a killed service.
  OUTBOX_LEASE_SECONDS: "15",
  RAZORPAY_KEY_ID: KEYS.KEY_ID,
  RAZORPAY_KEY_SECRET: KEYS.KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: KEYS.WEBHOOK_SECRET,
};

/**
 * One service with its database, a payment provider and a hold server. `packages`: the folder of another release.
 * `env`: more of the service's environment. `webhookUrl`: where the payment provider reports; absent: to this service.
 */
export function startService(
  say: Say,
  given: {
    databaseUrl?: string;
    paymentsUrl?: string;
    packages?: string;
    port?: number;
    env?: Record<string, string>;
    webhookUrl?: string;
  } = {},
): Promise<ServiceBed> {
  return startIn(
    "service",
    { stopWithin: 5_000, longestPause: 200, log: "error", say },
    async (bed) => {
      const database = await bed.database(given.databaseUrl);
      const port = String(given.port ?? (await freePort()));
      const url = `http://127.0.0.1:${port}`;
      const paymentsUrl =
        given.paymentsUrl ??
        (await bed.payments(given.webhookUrl ?? `${url}/webhooks/razorpay`, given.packages));
      const service = await bed.run("service", program("server", given.packages), {
        ...SERVICE,
        PORT: port,
        DATABASE_URL: database.url,
        RAZORPAY_BASE_URL: paymentsUrl,
        OPERATORS: "[]",
        ...given.env,
      });
      // An earlier release runs its own hold server if it has one. Up to 0.2.0 it was under another name.
      const earlier = [
        join(given.packages ?? packages, "lab", "faults", "money", "hold-server.ts"),
        join(given.packages ?? packages, "world", "faults", "money", "hold-desk.ts"),
      ].find((path) => existsSync(path));
      const holds = await bed.run(
        "hold server",
        earlier ?? join(packages, "lab", "faults", "money", "hold-server.ts"),
        { PORT: String(await freePort()), DATABASE_URL: database.url },
      );
      await until("the service is ready", async () => (await fetch(`${url}/readyz`)).ok);
      return {
        url,
        paymentsUrl,
        holdsUrl: holds.url,
        databaseUrl: database.url,
        service,
        killApps: () => {
          service.kill();
          holds.kill();
        },
        killDatabase: database.kill,
        stop: bed.stop,
      };
    },
  );
}

export type ReplicasOptions = {
  replicas: number;
  /** Use NATS for signals and PgBouncer for statements, where those are installed. */
  nats: boolean;
  pooler: boolean;
  /** Messages of operators go to the first replica that has a place free. */
  partnersFirst?: boolean;
  /** The last replica uses another signal channel than the others. */
  isolated?: boolean;
  env?: Record<string, string>;
  locations: number;
  /** An existing database; absent: an embedded one is started. */
  databaseUrl?: string;
  say: Say;
};

/** Replicas behind a balancer, with the simulated operators and payment provider. */
export function startReplicas(options: ReplicasOptions): Promise<ReplicasBed> {
  const { say } = options;
  const settings = { stopWithin: 15_000, longestPause: 500, log: "warn", say: () => {} };
  return startIn("replicas", settings, async (bed) => {
    const database = await bed.database(options.databaseUrl, { max_connections: "200" });
    const natsIn = async (isWanted: boolean | undefined, dir: string) => {
      const file = isWanted && programs.whereInstalled("nats-server", "NATS_SERVER", say);
      return file ? bed.keep(await programs.startNats(file, dir)) : null;
    };
    const nats = await natsIn(options.nats, bed.dataDir);
    const elsewhere = await natsIn(options.isolated, join(bed.dataDir, "elsewhere"));
    const bouncer = options.pooler && programs.whereInstalled("pgbouncer", "PGBOUNCER", say);
    const pooler = bouncer
      ? bed.keep(await programs.startPgBouncer(bouncer, bed.dataDir, database.url))
      : null;

    const ports = new Set<number>();
    while (ports.size <= options.replicas) ports.add(await freePort());
    const [port, ...own] = ports as unknown as [number, ...number[]];
    const balancer = await startBalancer(port, own, say, options.partnersFirst);
    bed.keep({ stop: balancer.close });
    const { url } = balancer;
    const paymentsUrl = await bed.payments(`${url}/webhooks/razorpay`);
    const operator = await bed.run("operator simulator", program("cpo-sim"), {
      PORT: String(await freePort()),
      LOCATIONS: String(options.locations),
      HOURS: "always",
      DEMO_SPEED: "20",
      STATE_DIR: join(bed.dataDir, "cpo-sim"),
    });
    const operators = (await (await fetch(`${operator.url}/control/operators`)).json()) as {
      name: string;
      versionsUrl: string;
      tokenA: string;
    }[];
    const secrets = { providerToken: "provider-token-of-replicas" };
    const env: Record<string, string> = {
      ...SERVICE,
      PUBLIC_URL: url,
      DATABASE_URL: pooler
        ? `postgresql://postgres@127.0.0.1:${pooler.port}/voltmarg`
        : database.url,
      DATABASE_DIRECT_URL: database.url,
      ...(nats && { NATS_URL: natsUrl(nats), NATS_EVENTS: "on" }),
      // As in PROD: longer than the balancer needs to notice, also on a busy machine.
      DRAIN_SECONDS: "5",
      DEMO_SPEED: "20",
      FILES_DIR: join(bed.dataDir, "files"),
      RAZORPAY_BASE_URL: paymentsUrl,
      PROVIDER_TOKEN: secrets.providerToken,
      OPERATORS: JSON.stringify(
        operators.map(({ name, versionsUrl, tokenA }) => ({
          name,
          versions_url: versionsUrl,
          token_a: tokenA,
        })),
      ),
      ...options.env,
    };
    // All at once on an empty database, as a deployment starts them.
    const replicas = await Promise.all(
      own.map(async (at, n) => {
        const child = await bed.run(`replica ${n + 1}`, program("server"), {
          ...env,
          ...(elsewhere && n === own.length - 1 && { NATS_URL: natsUrl(elsewhere) }),
          PORT: String(at),
        });
        return Object.defineProperties({ port: at }, Object.getOwnPropertyDescriptors(child));
      }),
    );
    await until("all replicas are ready", async () => balancer.ready === own.length, 120_000);
    await until("the operators are in step", () => inStep(url), 120_000);
    return {
      url,
      operatorUrl: operator.url,
      paymentsUrl,
      databaseUrl: database.url,
      databasePid: database.pid,
      secrets,
      balancer,
      replicas: replicas as ReplicasBed["replicas"],
      nats,
      pooler,
      killDatabase: database.kill,
      stop: bed.stop,
    };
  });
}

const natsUrl = ({ port }: programs.Program) => `nats://127.0.0.1:${port}`;

async function inStep(url: string): Promise<boolean> {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as {
    checks: { operators?: boolean };
  };
  return checks.operators ?? false;
}
