import { isIP } from "node:net";
import { INSTALLATION } from "../installation.ts";
import { address, builtPages, list, number, oneOf, text, wholeNumber } from "./schemas.ts";
import { PROFILES, type SettingGroup } from "./setting.ts";

const isProxy = (each: string) => {
  const [ip = "", bits = "0"] = each.split("/", 2);
  const isRange = isIP(ip) !== 0 && /^\d{1,3}$/.test(bits);
  return isRange || /^(?:loopback|linklocal|uniquelocal)$/.test(each);
};

export const SERVICE = {
  VOLTMARG_ENV: {
    schema: oneOf(PROFILES),
    default: "DEV",
    description:
      "`DEV`, `INT` (staging), `TEST` or `PROD`; `PROD` refuses what is not safe in production",
  },
  HOST: { schema: text(), default: "0.0.0.0", description: "the address it listens on" },
  PORT: { schema: wholeNumber(1, 65_535), default: "8080", description: "the port it listens on" },
  PUBLIC_URL: {
    schema: address(),
    needed: "PROD",
    default: "http://localhost:${PORT}",
    description:
      "the address at which drivers, operators and Razorpay reach it, through the proxy; https in `PROD`",
  },
  TRUST_PROXY: {
    schema: list(
      isProxy,
      (each) => `must be addresses and ranges with commas between, not "${each}".`,
    ),
    description:
      "our own proxies, as addresses and ranges with commas between (or `loopback`, `uniquelocal`): `X-Forwarded-For` is trusted only from them",
  },
  SECURITY_CONTACT: {
    schema: list(
      (each) => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(each),
      (each) => `must be mailto: or https: addresses with commas between, not "${each}".`,
    ),
    default: "",
    description:
      "`mailto:` or `https:` addresses with commas between, for reports of vulnerabilities: `/.well-known/security.txt` lists them",
  },
  APP_DIR: {
    schema: builtPages(),
    default: { PROD: INSTALLATION.app, INT: INSTALLATION.app, else: "none" },
    description:
      "the built app, from the program's folder; `none`: the service serves the API and no app",
  },
  CONSOLE_DIR: {
    schema: builtPages(),
    default: { PROD: INSTALLATION.console, INT: INSTALLATION.console, else: "none" },
    description:
      "the built console of the provider's staff, from the program's folder, served below `/console/` (see `CONSOLE_ORIGIN`); `none`: there is no console",
  },
  LOG_LEVEL: {
    schema: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    default: "info",
    description: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
  },
  DEMO_SPEED: {
    schema: number(1),
    default: "1",
    description: "how many times faster than real time simulated charges run; 1 in `PROD`",
  },
} as const satisfies SettingGroup;

export const DATABASE = {
  DATABASE_URL: {
    schema: text(),
    needed: "always",
    secret: true,
    description: "PostgreSQL 15 or newer, `postgresql://user:password@host/database`",
  },
  DATABASE_DIRECT_URL: {
    schema: text(),
    default: "${DATABASE_URL}",
    secret: true,
    description:
      "the same database without a pooler between: LISTEN and migrations need a session of their own",
  },
  DATABASE_REPLICA_URL: {
    schema: text(),
    secret: true,
    description: "a read replica of the database, for reads that may be a little old",
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(4, 200),
    default: "16",
    description: "the most connections of one replica to `DATABASE_URL`, 4 to 200",
  },
  OUTBOX_LEASE_SECONDS: {
    schema: number(15),
    default: "60",
    description:
      "seconds after which another replica sends what a killed replica had started to send; 15 or more",
  },
  SESSION_UPDATES_TOGETHER: {
    schema: wholeNumber(1, 500),
    default: "128",
    description:
      "the most session updates of operators that share a transaction, 1 to 500; 1 where drivers are spread over several database machines",
  },
  METER_MONTHS: {
    schema: number(2, 240),
    default: "24",
    description:
      "how many whole months of meter values are stored, 2 to 240; the values of a bill are stored with the bill",
  },
} as const satisfies SettingGroup;

export const REPLICAS = {
  NATS_URL: {
    schema: list(
      (each) => /^(nats|tls|wss?):\/\/\S+$/.test(each),
      // Without the value, which may contain a password.
      () => "must be nats://host:port, several with commas between.",
    ),
    default: "",
    secret: true,
    description:
      "`nats://host:port`, several with commas between: signals between replicas go through NATS instead of PostgreSQL",
  },
  NATS_EVENTS: {
    schema: oneOf(["on", "off"]),
    default: "off",
    description: "`on`: events for other systems are published on JetStream",
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 300),
    default: { PROD: "5", else: "0" },
    description:
      "how long a replica still accepts requests after SIGTERM, while `/readyz` answers 503, 0 to 300",
  },
} as const satisfies SettingGroup;

export const OBSERVATION = {
  METRICS_PORT: {
    schema: wholeNumber(1, 65_535),
    description:
      "a separate port for `/metrics`, `/healthz` and `/readyz`, to which no proxy leads ([observation](../operations/observe.md))",
  },
  METRICS_HOST: {
    schema: text(),
    default: "127.0.0.1",
    description: "the address on which that port is opened",
  },
  METRICS_TOKEN: {
    schema: text(),
    secret: true,
    description:
      "the bearer token of `/metrics`; without it the public port does not answer `/metrics` in `PROD`; 24 characters or more",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: address(),
    description:
      "where traces are sent (OTLP over HTTP), such as `http://127.0.0.1:4318`; without it nothing is traced",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: list(
      (each) => /^[^=]+=/.test(each),
      () => "must be name=value with commas between.",
    ),
    default: "",
    secret: true,
    description: "`name=value` with commas between, sent with every batch of traces",
  },
  OTEL_SERVICE_NAME: {
    schema: text(),
    default: "voltmarg",
    description: "the service's name in traces",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: number(0, 1),
    default: "1",
    description: "the share of requests that are traced, 0 to 1",
  },
} as const satisfies SettingGroup;
