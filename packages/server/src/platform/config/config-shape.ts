import type { OidcProvider } from "../http/oidc.ts";
import type { MessageSettings } from "./messaging.ts";
import type { Profile } from "./settings/setting.ts";
import type { SettingValue } from "./settings/settings.ts";

export type Config = {
  profile: Profile;
  host: string;
  port: number;
  databaseUrl: string;
  /** The URL at which drivers and operators reach this service. */
  publicUrl: string;
  /** Contacts for reports of vulnerabilities; may be empty. */
  securityContacts: string[];
  /** The built app; null serves the API alone. */
  appDir: string | null;
  /** The built console of the provider's staff; null: the service serves no console. */
  consoleDir: string | null;
  /** How many times faster than real time the clock of a simulated session runs. */
  demoSpeed: number;
  mapStyleUrl: string | null;
  /** The script that suggests postal addresses, and its key; null: no suggestions. */
  googleMaps: { url: string; key: string } | null;
  /** Addresses and ranges (or `loopback`, `uniquelocal`) of our own proxies: X-Forwarded-For is trusted only from them. */
  trustProxy: string[] | false;
  razorpay: { baseUrl: string; keyId: string; keySecret: string; webhookSecrets: string[] };
  /** When drivers get unused money back: when they ask, or when they close their account. */
  withdrawal: "anytime" | "closure";
  /** Paise that top-ups may bring a wallet to. */
  maximumBalance: bigint;
  /** Seconds after which another replica may run an outbox row of a replica that died; longer than any call. */
  outboxLeaseSeconds: number;
  /** How the total of a CDR without an agreed price is sold: as ours without GST, or with it. */
  unpricedCdrTotal: "NET" | "GROSS";
  sessionUpdatesTogether: number;
  /** Whole months of meter values that are stored. */
  meterMonths: number;
  /** The bootstrap token of the back office; null: the back office is closed. */
  providerToken: string | null;
  /** Days that the back office's audit log is kept. */
  staffAuditDays: number;
  /** Days after which a closed account is erased. */
  closedAccountDays: number;
  /** Months after which an account that nobody uses is closed; 0: never. */
  inactiveMonths: number;
  /** Hosts that the link of an app version may lead to. */
  appLinkHosts: string[];
  /** Paise from which a second member of finance is needed. */
  fourEyesFrom: bigint;
  /** Days after which a debt of a driver that did not grow may be written off. */
  writeOffAfterDays: number;
  /** The origin of the pages of the provider's console. */
  consoleOrigin: string;
  /** The limits of one partner: calls a second, calls in one burst, and calls at the same time. */
  partnerLimits: { perSecond: number; burst: number; atOnce: number };
  /** Multiplies all rate limits of drivers' calls. */
  driverBudgetFactor: number;
  /** The OCPI message log: how many whole months are stored, and the bodies of which messages. */
  ocpiLog: { months: number; bodies: "writes" | "all" | "none" };
  /** Where invoices to buyers with a GSTIN are registered; null: nowhere. */
  eInvoice: { url: string; token: string; tokenHeader: string } | null;
  /** The road router; null: there is none. */
  router: { url: string; key: string | null } | null;
  /** Rupees a litre, and km on one. */
  petrol: { price: number; kmPerLitre: number };
  operators: { name: string; versionsUrl: string; tokenA: string }[];
  /** Where drivers' images are stored. */
  blobs: BlobSettings;
  /** Sign-in providers besides the mobile number. */
  social: OidcProvider[];
  /** The company's own sign-in provider, for the staff; null: they sign in by passkey only. */
  staffOpenid: OidcProvider | null;
  /** How SMS, mail and push are sent. */
  messages: MessageSettings;
  /** The passkeys' relying party (null: the host of `publicUrl`), and other origins that may use them. */
  passkeys: { rpId: string | null; origins: string[] };
  /** Other origins whose pages may call the service: the native apps, and apps on other hosts. */
  corsOrigins: string[];
  /** Servers that the app's pages may call besides this one; outside PROD possibly any. */
  appServers: string[];
  party: {
    countryCode: string;
    partyId: string;
    name: string;
    /** For a home screen; null: the name is too long for it, and no shorter one is set. */
    shortName: string | null;
  };
  /** The apps whose links this host's are; null: there is none for that kind of phone. */
  apps: { android: { name: string; certificates: string[] } | null; ios: string | null };
  otp: OtpSettings;
  logLevel: SettingValue<"LOG_LEVEL">;
  /** How replicas share their database and find each other. */
  scale: ScaleSettings;
  /** Metrics are readable by everybody who can reach `port` or has `token`. */
  metrics: { port: number | null; host: string; token: string | null };
  /** Where traces are sent; null: nothing is traced. */
  tracing: TracingSettings | null;
};

/** How replicas share one database and find each other. */
export type ScaleSettings = {
  /** Without a pooler: LISTEN and migrations need their own session. */
  databaseDirectUrl: string;
  /** A read replica, for reads that may be slightly old; null: the primary answers them. */
  databaseReplicaUrl: string | null;
  /** Maximum connections of this replica to the database, not counting the direct ones. */
  databaseConnections: number;
  /** Null: signals between replicas go through PostgreSQL. */
  nats: { servers: string[]; events: boolean } | null;
  /** Seconds for which this replica still accepts requests after SIGTERM, until balancers notice. */
  drainSeconds: number;
};

export type TracingSettings = {
  /** The URL of an OTLP receiver over HTTP, without `/v1/traces`. */
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
      /** Null: Amazon's S3. */
      endpoint: string | null;
      accessKeyId: string;
      secretAccessKey: string;
    };

export type OtpSettings = {
  length: number;
  validSeconds: number;
  triesPerCode: number;
  resendAfterSeconds: number;
  /** Codes to one number from one IP address. */
  sendsPerHour: number;
  sendsPerDay: number;
  /** Codes to one number from all addresses without a sign-in with it in the last 90 days. */
  strangersSendsPerHour: number;
  strangersSendsPerDay: number;
  /** Of them, what a network may still ask for when half is used up. */
  sendsReserved: number;
  /** Codes from one address to all numbers. */
  sendsPerHourAndAddress: number;
  /**
   * Wrong codes for one number: from one address, and from all addresses without a sign-in with it in the last 90 days.
   */
  wrongPerHour: number;
  wrongPerDay: number;
  strangersWrongPerHour: number;
  strangersWrongPerDay: number;
};
