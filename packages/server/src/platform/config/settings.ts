import type { Setting } from "./setting.ts";
import { MESSAGE_SETTINGS } from "./messaging-settings.ts";

/** Every variable of the environment the service reads; one that is missing here cannot be read. */
export const SETTINGS = {
  Service: [
    {
      name: "VOLTMARG_ENV",
      default: "DEV",
      description:
        "`DEV`, `INT` (staging), `TEST` or `PROD`; `PROD` refuses what is not safe in production",
    },
    { name: "HOST", default: "0.0.0.0", description: "the address it listens on" },
    { name: "PORT", default: "8080", description: "the port it listens on" },
    {
      name: "PUBLIC_URL",
      needed: "PROD",
      default: "http://localhost:PORT",
      description:
        "where drivers, operators and Razorpay reach it, through the proxy; https in `PROD`",
    },
    {
      name: "TRUST_PROXY",
      description:
        "our own proxies, as addresses and ranges with commas between (or `loopback`, `uniquelocal`): only their `X-Forwarded-For` is believed",
    },
    {
      name: "SECURITY_CONTACT",
      description:
        "`mailto:` or `https:` addresses with commas between, for whoever finds a fault of security: `/.well-known/security.txt` names them",
    },
    {
      name: "APP_DIR",
      description: "the built app, `packages/app/dist`; without it, the API alone",
    },
    {
      name: "LOG_LEVEL",
      default: "info",
      description: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
    },
    {
      name: "DEMO_SPEED",
      default: "1",
      description: "how much faster than life simulated charges run; 1 in `PROD`",
    },
  ],
  Database: [
    {
      name: "DATABASE_URL",
      needed: "always",
      secret: true,
      description: "PostgreSQL 15 or newer, `postgresql://user:password@host/database`",
    },
    {
      name: "DATABASE_DIRECT_URL",
      secret: true,
      default: "DATABASE_URL",
      description:
        "the same database around any pooler: for LISTEN, the job worker and migrations, which need a session of their own",
    },
    {
      name: "DATABASE_REPLICA_URL",
      secret: true,
      description: "a standby, for reads that may be a moment old",
    },
    {
      name: "DATABASE_CONNECTIONS",
      default: "16",
      description: "connections of one replica to `DATABASE_URL` at most, 4 to 200",
    },
    {
      name: "OUTBOX_LEASE_SECONDS",
      default: "60",
      description:
        "after how many seconds another replica does what a killed one had taken on; 15 or more",
    },
    {
      name: "METER_MONTHS",
      default: "24",
      description:
        "how many whole months meter values are kept, 2 to 240; what a bill rests on is kept with the bill",
    },
  ],
  "Many replicas": [
    {
      name: "NATS_URL",
      secret: true,
      description:
        "`nats://host:port`, several with commas between: signals between replicas go through NATS instead of PostgreSQL",
    },
    {
      name: "NATS_EVENTS",
      default: "off",
      description: "`on`: events for other systems are published on JetStream",
    },
    {
      name: "DRAIN_SECONDS",
      default: "5 in `PROD`",
      description:
        "how long a replica that is told to end still takes requests while `/readyz` says 503, 0 to 300",
    },
  ],
  Payments: [
    {
      name: "RAZORPAY_KEY_ID",
      needed: "always",
      description: "`rzp_live_…` in `PROD`, `rzp_test_…` elsewhere",
    },
    { name: "RAZORPAY_KEY_SECRET", needed: "always", secret: true, description: "of that key" },
    {
      name: "RAZORPAY_WEBHOOK_SECRET",
      needed: "always",
      secret: true,
      description:
        "what `PUBLIC_URL/webhooks/razorpay` was registered with; two with a comma between while one replaces the other; 16 characters or more in `PROD`",
    },
    {
      name: "RAZORPAY_BASE_URL",
      default: "https://api.razorpay.com",
      description: "where Razorpay is reached, if not where it always is",
    },
    {
      name: "WITHDRAWAL",
      default: "anytime",
      description:
        "`anytime`: drivers may have unused money back when they ask; `closure`: when they close their account",
    },
  ],
  Operators: [
    {
      name: "OPERATORS",
      secret: true,
      description:
        "JSON list of `{name, versions_url, token_a}`: operators to register with at the start; `npm run operator -- add` does the same later",
    },
    {
      name: "PARTY_COUNTRY_CODE",
      default: "IN",
      description: "our OCPI country code, two letters",
    },
    { name: "PARTY_ID", default: "VMG", description: "our OCPI party id, three letters or digits" },
    {
      name: "PARTY_NAME",
      default: "Voltmarg",
      description: "our name, to operators and on the pay page",
    },
    {
      name: "PARTNER_CALLS_PER_SECOND",
      default: "500",
      description: "what one operator may send, in the long run",
    },
    { name: "PARTNER_CALLS_IN_RESERVE", default: "5000", description: "… at a stretch" },
    { name: "PARTNER_CALLS_AT_ONCE", default: "100", description: "… at the same time" },
    {
      name: "OCPI_LOG_MONTHS",
      default: "3",
      description:
        "how many whole months requests and answers over OCPI are kept, 1 to 120 (`npm run operator -- messages`)",
    },
    {
      name: "OCPI_LOG_BODIES",
      default: "writes",
      description:
        "which of their bodies are kept: `writes`, of what changes something; `all`, of lists too, which are large; `none`",
    },
  ],
  Drivers: [
    {
      name: "DRIVER_BUDGET_FACTOR",
      default: "1 in `PROD` and `INT`, else 1000",
      description:
        "multiplies how often one driver may call (20 a second in the long run, less where a call is costly); larger for load tests with few accounts",
    },
  ],
  "The back office": [
    {
      name: "PROVIDER_TOKEN",
      secret: true,
      description:
        "the bearer of the back office; without it the back office is closed; 24 characters or more in `PROD`",
    },
  ],
  Images: [
    {
      name: "FILES_DIR",
      needed: "PROD",
      default: ".data/files",
      description: "the folder of drivers' images, the same one for all replicas; or a bucket:",
    },
    { name: "S3_BUCKET", description: "a bucket takes the folder's place" },
    { name: "S3_REGION", default: "ap-south-1", description: "where the bucket is" },
    { name: "S3_ENDPOINT", description: "a store that is not Amazon's" },
    {
      name: "S3_ACCESS_KEY_ID",
      needed: "with the one before",
      description: "who may use the bucket",
    },
    {
      name: "S3_SECRET_ACCESS_KEY",
      needed: "with the one before",
      secret: true,
      description: "the secret of that key",
    },
  ],
  "Sign-in": [
    {
      name: "SOCIAL_PROVIDERS",
      secret: true,
      description:
        "JSON list of `{id, name, issuer, client_id, client_secret}`: OpenID providers; they send drivers back to `PUBLIC_URL/auth/oauth/social/callback`",
    },
    {
      name: "OTP_SENDS_PER_ADDRESS",
      default: "10 an hour in `PROD` and `INT`",
      description: "codes one address may ask for in an hour",
    },
    {
      name: "PASSKEY_RP_ID",
      default: "the host of `PUBLIC_URL`",
      description: "whose passkeys they are: the host of `PUBLIC_URL`, or an end of it",
    },
    {
      name: "PASSKEY_ORIGINS",
      description: "origins with commas between, besides `PUBLIC_URL`'s, whose pages may use them",
    },
  ],
  ...MESSAGE_SETTINGS,
  "Apps and maps": [
    {
      name: "CORS_ORIGINS",
      description:
        "origins with commas between, besides the native shells', whose pages may call the service; https in `PROD`",
    },
    {
      name: "APP_SERVERS",
      description: "other servers the app may be told to use; `*`: any, not in `PROD`",
    },
    { name: "MAP_STYLE_URL", description: "a MapLibre style, instead of the invented demo city" },
    {
      name: "GOOGLE_MAPS_KEY",
      description:
        "a key of Google's Places library, which browsers see: bind it to your address; the search field then suggests addresses",
    },
    {
      name: "GOOGLE_MAPS_URL",
      default: "https://maps.googleapis.com/maps/api/js",
      description: "where that library is",
    },
  ],
  Observation: [
    {
      name: "METRICS_PORT",
      description:
        "a port of its own for `/metrics`, `/healthz` and `/readyz`, which no proxy leads to ([observation](../operations/observe.md))",
    },
    {
      name: "METRICS_HOST",
      default: "127.0.0.1",
      description: "the address that port is opened on",
    },
    {
      name: "METRICS_TOKEN",
      secret: true,
      description:
        "the bearer `/metrics` asks for; without it the public port does not answer `/metrics` in `PROD`; 24 characters or more",
    },
    {
      name: "OTEL_EXPORTER_OTLP_ENDPOINT",
      description:
        "where traces go (OTLP over HTTP), such as `http://127.0.0.1:4318`; without it nothing is traced",
    },
    {
      name: "OTEL_EXPORTER_OTLP_HEADERS",
      secret: true,
      description: "`name=value` with commas between, sent with every batch of traces",
    },
    {
      name: "OTEL_SERVICE_NAME",
      default: "voltmarg",
      description: "what the service is called in traces",
    },
    {
      name: "OTEL_TRACES_SAMPLER_ARG",
      default: "1",
      description: "the share of requests that are traced, 0 to 1",
    },
  ],
} as const satisfies Record<string, readonly Setting[]>;

type Known = (typeof SETTINGS)[keyof typeof SETTINGS][number];
export type SettingName = Known["name"];
/** The environment as far as it is ours. */
export type SettingsEnv = Readonly<Partial<Record<SettingName, string>>>;

/** Every setting, in the order of the page. */
export const allSettings = (): readonly (Setting & { name: SettingName })[] =>
  Object.values(SETTINGS).flat();
