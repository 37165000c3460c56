import type { Setting } from "./setting.ts";
import { MESSAGE_SETTINGS } from "./messaging-settings.ts";

/** Every variable of the environment the service reads; one that is missing here cannot be read. */
export const SETTINGS = {
  Service: [
    {
      name: "VOLTMARG_ENV",
      initial: "DEV",
      says: "`DEV`, `INT`, `TEST` or `PROD`; `PROD` refuses what is not safe in earnest",
    },
    { name: "HOST", initial: "0.0.0.0", says: "the address it listens on" },
    { name: "PORT", initial: "8080", says: "the port it listens on" },
    {
      name: "PUBLIC_URL",
      needed: "PROD",
      initial: "http://localhost:PORT",
      says: "where drivers, operators and Razorpay reach it, through the proxy; https in `PROD`",
    },
    {
      name: "TRUST_PROXY",
      says: "our own proxies, as addresses and ranges with commas between (or `loopback`, `uniquelocal`): only their `X-Forwarded-For` is believed",
    },
    {
      name: "SECURITY_CONTACT",
      says: "`mailto:` or `https:` addresses with commas between, for whoever finds a fault of security: `/.well-known/security.txt` names them",
    },
    { name: "APP_DIR", says: "the built app, `packages/app/dist`; without it, the API alone" },
    {
      name: "LOG_LEVEL",
      initial: "info",
      says: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
    },
    {
      name: "DEMO_SPEED",
      initial: "1",
      says: "how much faster than life simulated charges run; 1 in `PROD`",
    },
  ],
  Database: [
    {
      name: "DATABASE_URL",
      needed: "always",
      secret: true,
      says: "PostgreSQL 15 or newer, `postgresql://user:password@host/database`",
    },
    {
      name: "DATABASE_DIRECT_URL",
      secret: true,
      initial: "DATABASE_URL",
      says: "the same database around any pooler: for LISTEN, the job worker and migrations, which need a session of their own",
    },
    {
      name: "DATABASE_REPLICA_URL",
      secret: true,
      says: "a standby, for reads that may be a moment old",
    },
    {
      name: "DATABASE_CONNECTIONS",
      initial: "16",
      says: "connections of one replica to `DATABASE_URL` at most, 4 to 200",
    },
    {
      name: "OUTBOX_LEASE_SECONDS",
      initial: "60",
      says: "after how many seconds another replica does what a killed one had taken on; 15 or more",
    },
    {
      name: "METER_MONTHS",
      initial: "24",
      says: "how many whole months meter values are kept, 2 to 240; what a bill rests on is kept with the bill",
    },
  ],
  "Many replicas": [
    {
      name: "NATS_URL",
      secret: true,
      says: "`nats://host:port`, several with commas between: signals between replicas go through NATS instead of PostgreSQL",
    },
    {
      name: "NATS_EVENTS",
      initial: "off",
      says: "`on`: events for other systems are published on JetStream",
    },
    {
      name: "DRAIN_SECONDS",
      initial: "5 in `PROD`",
      says: "how long a replica that is told to end still takes requests while `/readyz` says 503, 0 to 300",
    },
  ],
  Payments: [
    {
      name: "RAZORPAY_KEY_ID",
      needed: "always",
      says: "`rzp_live_…` in `PROD`, `rzp_test_…` elsewhere",
    },
    { name: "RAZORPAY_KEY_SECRET", needed: "always", secret: true, says: "of that key" },
    {
      name: "RAZORPAY_WEBHOOK_SECRET",
      needed: "always",
      secret: true,
      says: "what `PUBLIC_URL/webhooks/razorpay` was registered with; two with a comma between while one replaces the other; 16 characters or more in `PROD`",
    },
    {
      name: "RAZORPAY_BASE_URL",
      initial: "https://api.razorpay.com",
      says: "where Razorpay is reached, if not where it always is",
    },
    {
      name: "WITHDRAWAL",
      initial: "anytime",
      says: "`anytime`: drivers may have unused money back when they ask; `closure`: when they close their account",
    },
  ],
  Operators: [
    {
      name: "OPERATORS",
      secret: true,
      says: "JSON list of `{name, versions_url, token_a}`: operators to register with at the start; `npm run operator -- add` does the same later",
    },
    { name: "PARTY_COUNTRY_CODE", initial: "IN", says: "our OCPI country code, two letters" },
    { name: "PARTY_ID", initial: "VMG", says: "our OCPI party id, three letters or digits" },
    { name: "PARTY_NAME", initial: "Voltmarg", says: "our name, to operators and on the pay page" },
    {
      name: "PARTNER_CALLS_PER_SECOND",
      initial: "500",
      says: "what one operator may send, in the long run",
    },
    { name: "PARTNER_CALLS_IN_RESERVE", initial: "5000", says: "… at a stretch" },
    { name: "PARTNER_CALLS_AT_ONCE", initial: "100", says: "… at the same time" },
    {
      name: "OCPI_LOG_MONTHS",
      initial: "3",
      says: "how many whole months requests and answers over OCPI are kept, 1 to 120 (`npm run operator -- messages`)",
    },
    {
      name: "OCPI_LOG_BODIES",
      initial: "writes",
      says: "which of their bodies are kept: `writes`, of what changes something; `all`, of lists too, which are large; `none`",
    },
  ],
  Drivers: [
    {
      name: "DRIVER_BUDGET_FACTOR",
      initial: "1 in `PROD` and `INT`, else 1000",
      says: "multiplies how often one driver may call (20 a second in the long run, less where a call is costly); larger for load tests with few accounts",
    },
  ],
  "The provider's desk": [
    {
      name: "PROVIDER_TOKEN",
      secret: true,
      says: "the bearer of the desk; without it the desk is closed; 24 characters or more in `PROD`",
    },
  ],
  Images: [
    {
      name: "FILES_DIR",
      needed: "PROD",
      initial: ".data/files",
      says: "the folder of drivers' images, the same one for all replicas; or a bucket:",
    },
    { name: "S3_BUCKET", says: "a bucket takes the folder's place" },
    { name: "S3_REGION", initial: "ap-south-1", says: "where the bucket is" },
    { name: "S3_ENDPOINT", says: "a store that is not Amazon's" },
    { name: "S3_ACCESS_KEY_ID", needed: "with the one before", says: "who may use the bucket" },
    {
      name: "S3_SECRET_ACCESS_KEY",
      needed: "with the one before",
      secret: true,
      says: "the secret of that key",
    },
  ],
  "Sign-in": [
    {
      name: "SOCIAL_PROVIDERS",
      secret: true,
      says: "JSON list of `{id, name, issuer, client_id, client_secret}`: OpenID providers; they send drivers back to `PUBLIC_URL/auth/oauth/social/callback`",
    },
    {
      name: "OTP_SENDS_PER_ADDRESS",
      initial: "10 an hour in `PROD` and `INT`",
      says: "codes one address may ask for in an hour",
    },
    {
      name: "PASSKEY_RP_ID",
      initial: "the host of `PUBLIC_URL`",
      says: "whose passkeys they are: the host of `PUBLIC_URL`, or an end of it",
    },
    {
      name: "PASSKEY_ORIGINS",
      says: "origins with commas between, besides `PUBLIC_URL`'s, whose pages may use them",
    },
  ],
  ...MESSAGE_SETTINGS,
  "Apps and maps": [
    {
      name: "CORS_ORIGINS",
      says: "origins with commas between, besides the native shells', whose pages may call the service; https in `PROD`",
    },
    {
      name: "APP_SERVERS",
      says: "other servers the app may be told to use; `*`: any, not in `PROD`",
    },
    { name: "MAP_STYLE_URL", says: "a MapLibre style, instead of the invented demo city" },
    {
      name: "GOOGLE_MAPS_KEY",
      says: "a key of Google's Places library, which browsers see: bind it to your address; the search field then suggests addresses",
    },
    {
      name: "GOOGLE_MAPS_URL",
      initial: "https://maps.googleapis.com/maps/api/js",
      says: "where that library is",
    },
  ],
  Observation: [
    {
      name: "METRICS_PORT",
      says: "a port of its own for `/metrics`, `/healthz` and `/readyz`, which no proxy leads to ([observation](../operations/observe.md))",
    },
    { name: "METRICS_HOST", initial: "127.0.0.1", says: "the address that port is opened on" },
    {
      name: "METRICS_TOKEN",
      secret: true,
      says: "the bearer `/metrics` asks for; without it the public port does not answer `/metrics` in `PROD`; 24 characters or more",
    },
    {
      name: "OTEL_EXPORTER_OTLP_ENDPOINT",
      says: "where traces go (OTLP over HTTP), such as `http://127.0.0.1:4318`; without it nothing is traced",
    },
    {
      name: "OTEL_EXPORTER_OTLP_HEADERS",
      secret: true,
      says: "`name=value` with commas between, sent with every batch of traces",
    },
    {
      name: "OTEL_SERVICE_NAME",
      initial: "voltmarg",
      says: "what the service is called in traces",
    },
    {
      name: "OTEL_TRACES_SAMPLER_ARG",
      initial: "1",
      says: "the share of requests that are traced, 0 to 1",
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
