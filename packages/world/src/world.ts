import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { assertDatabase, startEmbeddedPostgres } from "@voltmarg/server/embedded-postgres";
import { buildPages } from "./build-app.ts";
import { type Child, supervise } from "./child.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { claimPort, simulatorPorts } from "./ports.ts";
import { ensureSecrets, type Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { StartError } from "@voltmarg/client/node";

export type World = {
  /** Address of the service for drivers and operators. */
  url: string;
  secrets: Secrets;
  databaseUrl: string;
  service: Child;
  operator: Child;
  payments: Child;
  router: Child;
  /** Stops every program it started, the database last. */
  stop(): Promise<void>;
};

type Operator = { name: string; versionsUrl: string; tokenA: string };

const packages = join(import.meta.dirname, "..", "..");
const program = (name: string) => join(packages, name, "src", "main.ts");

/**
 * The whole product: app, database, simulated operators, payment provider and router, the service.
 * In `development` the app is served elsewhere, and a debugger can be attached to the service.
 */
export async function startWorld(
  settings: Settings,
  say: (message: string) => void,
  quit = new AbortController().signal,
  development = false,
): Promise<World> {
  const { port, dataDir, demoSpeed, environment, passedOn } = settings;
  if (environment === "PROD") {
    throw new StartError(
      "npm start brings simulated operators and payments, which have no place in PROD; the README says how to run the service alone.",
    );
  }
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    stops.push(lockDataDir(dataDir));
    await claimPort(port);
    const secrets = ensureSecrets(dataDir);
    const [pages, databaseUrl, ports] = await allSettled([
      development
        ? undefined
        : timed(
            buildPages(),
            ({ app, console }, seconds) =>
              (app.built || console.built) && say(`app and console built (${seconds})`),
          ),
      openDatabase(settings, stops, say),
      simulatorPorts(dataDir, port),
    ]);

    // A separate copy: the next build must not remove files of a running service.
    const copyOf = (name: "app" | "console") => {
      const to = join(dataDir, name);
      rmSync(to, { recursive: true, force: true });
      if (pages) cpSync(pages[name].dir, to, { recursive: true });
      return to;
    };
    const [appDir, consoleDir] = [copyOf("app"), copyOf("console")];
    const url = `http://localhost:${port}`;
    const publicUrl = passedOn["PUBLIC_URL"] ?? url;
    const logDir = join(dataDir, "logs");
    const run = async (
      name: string,
      folder: string,
      env: Record<string, string>,
      more: { nodeArgs?: string[]; stopWithin?: number } = {},
    ) => {
      const child = await supervise({
        ...more,
        name,
        file: program(folder),
        env: { ...passedOn, ...env },
        logDir,
        say,
      });
      stops.push(() => child.stop());
      return child;
    };
    const [payments, operator, router] = await allSettled([
      run("payment simulator", "pay-sim", {
        PORT: String(ports.payments),
        KEY_ID: secrets.razorpayKeyId,
        KEY_SECRET: secrets.razorpayKeySecret,
        WEBHOOK_URL: `${url}/webhooks/razorpay`,
        WEBHOOK_SECRET: secrets.razorpayWebhookSecret,
        STATE_DIR: join(dataDir, "pay-sim"),
      }),
      run("operator simulator", "cpo-sim", {
        PORT: String(ports.operator),
        DEMO_SPEED: String(demoSpeed),
        STATE_DIR: join(dataDir, "cpo-sim"),
      }),
      run("router simulator", "road-sim", { PORT: String(ports.roads) }),
    ]);
    say("simulated operators, payment provider and router are up");
    quit.throwIfAborted();
    const operators = await operatorsOf(operator.url);
    // As in production.
    const nodeArgs = ["--max-semi-space-size=16"];
    const forEditing = { nodeArgs: [...nodeArgs, "--inspect"], stopWithin: 1_000 };
    const service = await run(
      "service",
      "server",
      {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        APP_DIR: pages ? appDir : "none",
        CONSOLE_DIR: pages ? consoleDir : "none",
        FILES_DIR: join(dataDir, "files"),
        MALLOC_MMAP_THRESHOLD_: "1048576",
        MALLOC_ARENA_MAX: "2",
        DEMO_SPEED: String(demoSpeed),
        VOLTMARG_ENV: environment,
        PUBLIC_URL: publicUrl,
        RAZORPAY_BASE_URL: payments.url,
        EINVOICE_URL: `${payments.url}/irp`,
        EINVOICE_TOKEN: secrets.razorpayKeySecret,
        ROUTER_URL: passedOn["ROUTER_URL"] ?? router.url,
        RAZORPAY_KEY_ID: secrets.razorpayKeyId,
        RAZORPAY_KEY_SECRET: secrets.razorpayKeySecret,
        RAZORPAY_WEBHOOK_SECRET: secrets.razorpayWebhookSecret,
        PROVIDER_TOKEN: secrets.providerToken,
        WEB_PUSH_PUBLIC_KEY: secrets.webPushPublicKey,
        WEB_PUSH_PRIVATE_KEY: secrets.webPushPrivateKey,
        WEB_PUSH_SUBJECT: "mailto:push@voltmarg.example",
        OPERATORS: JSON.stringify(
          operators.map((one) => ({
            name: one.name,
            versions_url: one.versionsUrl,
            token_a: one.tokenA,
          })),
        ),
      },
      development ? forEditing : { nodeArgs },
    );
    await untilReady(url, say, quit);
    return { url, secrets, databaseUrl, service, operator, payments, router, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Like Promise.all, but a failure waits for the others: it must be certain that what they started is stopped. */
async function allSettled<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return Promise.all(work);
}

async function openDatabase(
  { databaseUrl, dataDir }: Settings,
  stops: (() => Promise<void> | void)[],
  say: (message: string) => void,
): Promise<string> {
  if (databaseUrl) {
    await assertDatabase(databaseUrl);
    return databaseUrl;
  }
  const database = await startEmbeddedPostgres({ dataDir, log: say, progress: say });
  stops.push(() => database.stop());
  return database.connectionString;
}

async function operatorsOf(operatorUrl: string): Promise<Operator[]> {
  const response = await fetch(`${operatorUrl}/control/operators`);
  return (await response.json()) as Operator[];
}

/** The service listens at once; it has content when the operators are registered and their locations pulled. */
async function untilReady(
  url: string,
  say: (message: string) => void,
  quit: AbortSignal,
): Promise<void> {
  const giveUp = Date.now() + 120_000;
  let told = Date.now();
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    const checks = await response
      ?.json()
      .then((body) => (body as { checks?: { operators?: boolean } }).checks)
      .catch(() => undefined);
    if (response?.ok && checks?.operators) return;
    if (Date.now() > giveUp) {
      throw new StartError(
        `The service was not ready within two minutes: ${JSON.stringify(checks)}`,
      );
    }
    if (Date.now() - told > 5000) {
      told = Date.now();
      say("still fetching locations from the operators");
    }
    await wait(50, undefined, { signal: quit });
  }
}

async function timed<T>(
  work: Promise<T>,
  then: (result: T, seconds: string) => unknown,
): Promise<T> {
  const before = performance.now();
  const result = await work;
  then(result, `${((performance.now() - before) / 1000).toFixed(1)} s`);
  return result;
}
