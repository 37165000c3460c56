import type { OidcProvider } from "../http/oidc.ts";
import type { MessageSettings } from "./messaging.ts";
import type { Profile } from "./settings/setting.ts";
import type { SettingValue } from "./settings/settings.ts";

export type Config = {
  profile: Profile;
  host: string;
  port: number;
  databaseUrl: string;
  /** The address at which drivers and operators reach this service. */
  publicUrl: string;
  /** Contacts for reports of vulnerabilities; may be empty. */
  securityContacts: string[];
  /** The built app; null serves the API alone. */
  appDir: string | null;
  /** How many times faster than real time a simulated session's clock runs. */
  demoSpeed: number;
  mapStyleUrl: string | null;
  /** The script that suggests addresses, and its key; null: no suggestions. */
  googleMaps: { url: string; key: string } | null;
  /** Addresses and ranges (or `loopback`, `uniquelocal`) of our own proxies: X-Forwarded-For is trusted only from them. */
  trustProxy: string[] | false;
  razorpay: { baseUrl: string; keyId: string; keySecret: string; webhookSecrets: string[] };
  /** When drivers get unused money back: when they ask, or when they close their account. */
  withdrawal: "anytime" | "closure";
  /** Seconds after which another replica sends what a killed one had started to send; longer than any call. */
  outboxLeaseSeconds: number;
  /** Whole months of meter values that are stored. */
  meterMonths: number;
  /** Bearer of the back office; null closes it. */
  providerToken: string | null;
  /** What one partner may send: calls a second, calls in one burst, and calls at the same time. */
  partnerLimits: { perSecond: number; burst: number; atOnce: number };
  /** Multiplies every limit of a driver's calls. */
  driverBudgetFactor: number;
  /** The OCPI message log: how many whole months are stored, and the bodies of which messages. */
  ocpiLog: { months: number; bodies: "writes" | "all" | "none" };
  operators: { name: string; versionsUrl: string; tokenA: string }[];
  /** Where drivers' images are stored. */
  blobs: BlobSettings;
  /** Providers that drivers may sign in with besides their number. */
  social: OidcProvider[];
  /** How SMS, mail and push are sent. */
  messages: MessageSettings;
  /** The passkeys' relying party (null: the host of `publicUrl`), and origins besides its own that may use them. */
  passkeys: { rpId: string | null; origins: string[] };
  /** Other origins whose pages may call the service: the native shells, and apps served elsewhere. */
  corsOrigins: string[];
  /** Servers that the app's pages may call besides this one; any, for trials. */
  appServers: string[];
  party: { countryCode: string; partyId: string; name: string };
  otp: OtpSettings;
  logLevel: SettingValue<"LOG_LEVEL">;
  /** How replicas share their database and find each other. */
  scale: ScaleSettings;
  /** The metrics can be read by whoever reaches `port` or knows `token`. */
  metrics: { port: number | null; host: string; token: string | null };
  /** Where traces are sent; null: nothing is traced. */
  tracing: TracingSettings | null;
};

/** How many replicas share one database and find each other. */
export type ScaleSettings = {
  /** Without a pooler between: LISTEN, the job worker and migrations need a session of their own. */
  databaseDirectUrl: string;
  /** A read replica, for reads that may be a little old; null: the database itself answers them. */
  databaseReplicaUrl: string | null;
  /** Where the search index is kept between two starts; null: nowhere. */
  searchIndexFile: string | null;
  /** The most connections of this replica to the database, the direct ones not counted. */
  databaseConnections: number;
  /** Null: signals between replicas go through PostgreSQL. */
  nats: { servers: string[]; events: boolean } | null;
  /** Seconds for which this replica still accepts requests after SIGTERM: a balancer needs them to notice. */
  drainSeconds: number;
};

export type TracingSettings = {
  /** Of an OTLP receiver over HTTP, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of requests that are traced, 0 to 1. */
  share: number;
};

export type BlobSettings =
  | { kind: "disk"; folder: string }
  | {
      kind: "s3";
      bucket: string;
      region: string;
      /** Null: Amazon's own. */
      endpoint: string | null;
      accessKeyId: string;
      secretAccessKey: string;
    };

export type OtpSettings = {
  length: number;
  validSeconds: number;
  triesPerCode: number;
  resendAfterSeconds: number;
  /** To one number from one address. */
  sendsPerHour: number;
  sendsPerDay: number;
  /** To one number from all addresses that do not know it. */
  strangersSendsPerHour: number;
  strangersSendsPerDay: number;
  /** From one address to any number. */
  sendsPerHourAndAddress: number;
  /** For one number from one address, and from all addresses that do not know it. */
  wrongPerHour: number;
  wrongPerDay: number;
  strangersWrongPerHour: number;
  strangersWrongPerDay: number;
};
