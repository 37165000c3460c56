import { tmpdir } from "node:os";
import { AGREED } from "./agreed.ts";
import { join } from "node:path";
import { userIdOf } from "@voltmarg/client";
import type { RouteOutput, RouteSpec, Problem } from "@voltmarg/contract";
import * as contract from "@voltmarg/contract";
import * as cpoSim from "@voltmarg/cpo-sim";
import type { VersionNumber } from "@voltmarg/ocpi";
import * as paySim from "@voltmarg/pay-sim";
import * as roadSim from "@voltmarg/road-sim";
import { compose, type Service } from "../../server/src/compose.ts";
import { createLocalBus } from "./local-bus.ts";
import { fakeClock, type FakeClock } from "./fake-clock.ts";
import { readConfig, type Config } from "../../server/src/platform/config/config.ts";
import { openDatabase, type Database } from "../../server/src/platform/database/database.ts";
import { createLogger } from "../../server/src/platform/observability/logger.ts";
import { createOutbound } from "../../server/src/platform/http/outbound.ts";
import { guardConnections } from "./connection-guard.ts";
import { callsOf, type RouteInput } from "./call-route.ts";
import { isCharged } from "./driver.ts";
import { freePort } from "./free-port.ts";
import { databases, START, stopDatabases } from "./test-databases.ts";

export { START, stopDatabases };
export { accountBalances, faultsOfSums, ledgerFaults } from "./ledger-of.ts";

export const PROVIDER_TOKEN = "provider-token-of-tests";
export const WEBHOOK_SECRET = "webhook-secret-of-tests";
export const KEY_SECRET = "key-secret-of-tests";

export type Answer<T> = { status: number; headers: Headers; body: T };

export type Driver = { id: string; mobile: string; token: string; refresh: string };

export type Harness = {
  url: string;
  clock: FakeClock;
  config: Config;
  database: Database;
  service: Service;
  cpo: cpoSim.CpoSim;
  pay: paySim.PaySim;
  /** With the option `roads`. */
  roads: roadSim.RoadSim | null;
  /** Runs everything that is due, here and at the stand-ins, until nothing is. */
  drain(): Promise<void>;
  /** Moves the clock in steps, draining after each. */
  pass(seconds: number, stepSeconds?: number): Promise<void>;
  /** Calls a contract route over HTTP. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>): Promise<Answer<RouteOutput<R>>>;
  /** Like `call`, for refusals: the problem document. */
  refused<R extends RouteSpec>(route: R, input: RouteInput<R>): Promise<Answer<Problem>>;
  control<T>(path: string, body?: unknown): Promise<T>;
  signUp(mobile?: string, customerType?: "PERSONAL" | "CORPORATE"): Promise<Driver>;
  topUp(driver: Driver, minor: number): Promise<void>;
  /** A free plug of an open station near Pune with a known price. */
  freePlug(driver: Driver, fits?: (plug: FreePlug) => boolean): Promise<FreePlug>;
  /** Ends the service and starts it anew, on the same database. */
  restart(): Promise<void>;
  /** One more replica on the same database and bus: its address. It ends with the harness. `searches` false: it may still load. */
  replica(options?: { searches?: boolean }): Promise<string>;
  stop(): Promise<void>;
};

export type FreePlug = {
  location: contract.Location;
  evse: contract.Evse;
  connector: contract.Connector;
};

/** The whole service with both stand-ins on one fake clock; only the processes are missing. */
export async function startHarness(
  options: {
    locations?: number;
    env?: Record<string, string>;
    operators?: boolean;
    /** With a road router, and stations beside its roads. */
    roads?: boolean;
    /** Of the service's pool. */
    connections?: number;
    /** The OCPI version of every simulated operator. */
    version?: VersionNumber;
  } = {},
): Promise<Harness> {
  const clock = fakeClock(START);
  const created = await databases.create();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cpo = await cpoSim.start({
    port: 0,
    seed: 7,
    locations: options.locations ?? 120,
    wayside: options.roads ? 400 : 0,
    newest: () => options.version ?? "2.2.1",
    stateDir: null,
    clock: { now: () => clock.now().getTime() },
    traffic: false,
    speed: Number(options.env?.DEMO_SPEED ?? 1),
    onError: (error) => {
      throw error;
    },
  });
  const pay = await paySim.start({
    port: 0,
    keyId: "rzp_test_harness",
    keySecret: KEY_SECRET,
    webhookUrl: `${url}/webhooks/razorpay`,
    webhookSecret: WEBHOOK_SECRET,
    stateDir: null,
    clock: { now: () => clock.now().getTime() },
  });
  const roads = options.roads ? await roadSim.start({ port: 0 }) : null;
  const config = readConfig({
    VOLTMARG_ENV: "TEST",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: created.connectionString,
    RAZORPAY_BASE_URL: pay.url,
    RAZORPAY_KEY_ID: "rzp_test_harness",
    RAZORPAY_KEY_SECRET: KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PROVIDER_TOKEN,
    EINVOICE_URL: `${pay.url}/irp`,
    EINVOICE_TOKEN: KEY_SECRET,
    ...(roads && { ROUTER_URL: roads.url }),
    FILES_DIR: join(tmpdir(), "voltmarg-images-of-tests"),
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    OPERATORS: JSON.stringify(
      options.operators === false
        ? []
        : cpo.operators.map((o) => ({
            name: o.name,
            versions_url: o.versionsUrl,
            token_a: o.tokenA,
          })),
    ),
    ...options.env,
  });
  const opened = openDatabase(created.connectionString, () => {}, options.connections ?? 12, true);
  const guard = guardConnections(opened);
  const { database } = guard;
  // Where nobody reads the log, a start that fails tells what stood in it.
  let heard = "";
  const said = process.env.TEST_LOG ? null : { write: (line: string) => (heard += line) };
  const bus = createLocalBus();
  const boot = async (at = port, searches = true) => {
    const started = await compose({
      config,
      database,
      clock,
      logger: said ? createLogger("warn", said) : createLogger(config.logLevel),
      bus,
      wake: async () => {},
      checkAnswers: true,
      outbound: guard.outbound(createOutbound("TEST")),
    });
    await started.http.listen({ host: "127.0.0.1", port: at });
    if (searches) await started.searches;
    return started;
  };
  const end = async ({ http } = service) => {
    http.server.closeAllConnections();
    await http.close();
  };
  const others: Service[] = [];
  let service = await boot();
  // As the service does: a try that comes to nothing is no end.
  for (let tries = 1; !(await service.connectOperators()); tries++)
    if (tries === 3) throw new Error(`the stand-in operators did not connect\n${heard}`);

  const drain = async () => {
    for (let quiet = 0; quiet < 2;) {
      const ran = await service.outbox.settle();
      await cpo.drain();
      await pay.drain();
      quiet = ran === 0 ? quiet + 1 : 0;
    }
  };

  const request = callsOf(url);

  const harness: Harness = {
    url,
    clock,
    config,
    database,
    service,
    cpo,
    pay,
    roads,
    drain,
    pass: async (seconds, stepSeconds = 1) => {
      for (let passed = 0; passed < seconds; passed += stepSeconds) {
        clock.advance(Math.min(stepSeconds, seconds - passed) * 1000);
        await drain();
      }
    },
    call: async (spec, input) => {
      const answer = await request(spec, input);
      if (answer.status !== 200) {
        throw new Error(
          `${spec.method} ${spec.path}: ${answer.status} ${JSON.stringify(answer.body)}`,
        );
      }
      return answer as never;
    },
    refused: async (spec, input) => {
      const answer = await request(spec, input);
      if (answer.status < 400)
        throw new Error(`${spec.method} ${spec.path} was not refused: ${answer.status}`);
      return answer as never;
    },
    control: async (path, body) =>
      (await steer(`${path.startsWith("/pay") ? pay.url : cpo.url}${path}`, body)) as never,
    signUp: async (mobile = nextMobile(), customer_type = "PERSONAL") => {
      const { accounts } = contract;
      const query = { otpType: "SU", customer_type } as const;
      await harness.call(accounts.sendOtp, { params: { mobile }, query });
      const code = await codeFor(harness, mobile);
      const sent = { mobile, otp: code, userType: "DRIVER", type: "SU", consent: AGREED } as const;
      const { body } = await harness.call(accounts.verifyOtp, { params: { mobile }, body: sent });
      const { access_token: token, refresh_token: refresh } = body;
      return { id: idOf(token), mobile, token, refresh };
    },
    topUp: async (driver, minor) => {
      const made = await harness.call(contract.wallet.createTopUp, {
        params: { userId: driver.id },
        body: { amount_minor: minor },
        token: driver.token,
      });
      await steer(`${pay.url}/control/pay`, { order_id: made.body.data.order_id });
      await drain();
    },
    freePlug: async (driver, fits = () => true) => {
      const { body } = await harness.call(contract.stations.searchLocations, {
        query: { latitude: 18.52, longitude: 73.85, distance: 500 },
        token: driver.token,
      });
      for (const location of body.content) {
        if (location.isOpened === false) continue;
        for (const evse of location.evses) {
          if (evse.status !== "AVAILABLE") continue;
          for (const connector of evse.connectors) {
            const plug = { location, evse, connector };
            if (isCharged(connector.tariff) && fits(plug)) return plug;
          }
        }
      }
      throw new Error("no free plug in the test world fits");
    },
    restart: async () => {
      await service.outbox.stop();
      await end();
      service = await boot();
      harness.service = service;
      await service.resume();
    },
    replica: async ({ searches = true } = {}) => {
      const at = await freePort();
      others.push(await boot(at, searches));
      return `http://127.0.0.1:${at}`;
    },
    stop: async () => {
      for (const each of [service, ...others]) await end(each);
      await cpo.close();
      await pay.close();
      await roads?.close();
      await database.close();
      await created.drop();
    },
  };
  return harness;
}

/** Calls a simulator's control interface. */
async function steer(url: string, body?: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const post = { method: "POST", body: JSON.stringify(body), headers };
  const response = await fetch(url, body === undefined ? {} : post);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

let mobiles = 0;
/** A number nobody had yet in this test file. */
export function nextMobile(): string {
  return String(9_800_000_000 + mobiles++);
}

export async function codeFor(harness: Harness, mobile: string): Promise<string> {
  const { body } = await harness.call(contract.development.devOutbox, { query: { to: mobile } });
  const code = body[0]?.code;
  if (!code) throw new Error(`no code was sent to ${mobile}`);
  return code;
}

/** The driver's id as an app finds it. */
export const idOf = (accessToken: string): string => userIdOf(accessToken) ?? "";
