import type { OidcProvider } from "../http/oidc.ts";
import type { MessageSettings } from "./messaging.ts";
import type { ScaleSettings } from "./scale-settings.ts";

export const PROFILES = ["DEV", "INT", "TEST", "PROD"] as const;
export type Profile = (typeof PROFILES)[number];
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type Config = {
  profile: Profile;
  host: string;
  port: number;
  databaseUrl: string;
  /** Where drivers and operators reach this service. */
  publicUrl: string;
  /** Whom to write to about faults of security; empty: nobody is named. */
  securityContacts: string[];
  /** The built app; null serves the API alone. */
  appDir: string | null;
  /** How much faster than life a simulated session's own clock runs. */
  demoSpeed: number;
  mapStyleUrl: string | null;
  /** The script that suggests addresses, and the key it is loaded with; null: none are suggested. */
  googleMaps: { url: string; key: string } | null;
  /** Addresses and ranges (or `loopback`, `uniquelocal`) of our own proxies: only their X-Forwarded-For is believed. */
  trustProxy: string[] | false;
  razorpay: { baseUrl: string; keyId: string; keySecret: string; webhookSecrets: string[] };
  /** When drivers may have unused money back: whenever they ask, or when they close their account. */
  withdrawal: "anytime" | "closure";
  /** Seconds after which what a killed replica had taken on is done by another; more than any call takes. */
  outboxLeaseSeconds: number;
  /** Whole months that meter values are kept. */
  meterMonths: number;
  /** Bearer of the back office; null closes it. */
  providerToken: string | null;
  /** What one partner may send: calls a second, calls in reserve, and calls at once. */
  partnerLimits: { perSecond: number; burst: number; atOnce: number };
  /** Multiplies every budget of a driver's calls. */
  driverBudgetFactor: number;
  /** How many whole months what was said over OCPI is kept, and of which messages the bodies. */
  ocpiLog: { months: number; bodies: "writes" | "all" | "none" };
  operators: { name: string; versionsUrl: string; tokenA: string }[];
  /** Where drivers' images are kept. */
  blobs: BlobSettings;
  /** Whom drivers may sign in with besides their number. */
  social: OidcProvider[];
  /** How SMS, mail and push leave. */
  messages: MessageSettings;
  /** Whose passkeys drivers make: null, the host of `publicUrl`; and the pages besides its own that may use them. */
  passkeys: { rpId: string | null; origins: string[] };
  /** Other origins whose pages may call the service: the native shells, and apps served elsewhere. */
  corsOrigins: string[];
  /** What the app's pages may call besides this server: the provider's others, or any where it is for trying out. */
  appServers: string[];
  party: { countryCode: string; partyId: string; name: string };
  otp: OtpSettings;
  logLevel: (typeof LOG_LEVELS)[number];
  /** How replicas share their database and find each other. */
  scale: ScaleSettings;
  /** Who may read the figures: those who reach `port`, or who know `token`. */
  metrics: { port: number | null; host: string; token: string | null };
  /** Where traces go; null: nothing is traced. */
  tracing: TracingSettings | null;
};

export type TracingSettings = {
  /** Of an OTLP receiver over HTTP, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** How much of all requests is traced, 0 to 1. */
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
