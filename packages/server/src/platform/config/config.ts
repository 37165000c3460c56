import { isIP } from "node:net";
import {
  LOG_LEVELS,
  PROFILES,
  type Profile,
  type Config,
  type TracingSettings,
  type BlobSettings,
  type OtpSettings,
} from "./config-shape.ts";
import { refusedInProd } from "./production-checks.ts";
import { readMessageSettings, type MessageSettings } from "./messaging.ts";
import { operatorsOf, socialOf } from "./read-counterparties.ts";
import { readerOf, type SettingsReader } from "./read-settings.ts";
import { readScaleSettings } from "./scale-settings.ts";
import type { SettingName } from "./settings.ts";

export type {
  Profile,
  Config,
  TracingSettings,
  BlobSettings,
  OtpSettings,
} from "./config-shape.ts";

export const defaultOtp: OtpSettings = {
  length: 6,
  validSeconds: 300,
  triesPerCode: 5,
  resendAfterSeconds: 30,
  sendsPerHour: 5,
  sendsPerDay: 10,
  strangersSendsPerHour: 10,
  strangersSendsPerDay: 20,
  sendsPerHourAndAddress: 10,
  wrongPerHour: 10,
  wrongPerDay: 30,
  strangersWrongPerHour: 30,
  strangersWrongPerDay: 60,
};

/** Settings that cannot be used; its message has a sentence on a line for each. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws ConfigError with every fault there is, a sentence on a line each. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const read = readerOf(given);
  const profile = read.oneOf("VOLTMARG_ENV", PROFILES, "DEV");
  const prod = profile === "PROD";
  const port = read.number("PORT", 8080, 1, 65_535);
  const config: Config = {
    profile,
    host: read.text("HOST", "0.0.0.0"),
    port,
    databaseUrl: read.required("DATABASE_URL"),
    publicUrl: read.address("PUBLIC_URL", `http://localhost:${port}`, false),
    securityContacts: contactsOf(read),
    appDir: read.env.APP_DIR ?? null,
    demoSpeed: demoSpeedOf(read, profile),
    mapStyleUrl: read.env.MAP_STYLE_URL ?? null,
    googleMaps: read.env.GOOGLE_MAPS_KEY
      ? { url: read.text("GOOGLE_MAPS_URL", GOOGLE_MAPS_SCRIPT), key: read.env.GOOGLE_MAPS_KEY }
      : null,
    trustProxy: read.env.TRUST_PROXY ? proxiesOf(read) : false,
    razorpay: {
      baseUrl: read.address("RAZORPAY_BASE_URL", "https://api.razorpay.com", false),
      keyId: razorpayKeyOf(read, profile),
      keySecret: read.required("RAZORPAY_KEY_SECRET"),
      webhookSecrets: webhookSecretsOf(read),
    },
    withdrawal: read.oneOf("WITHDRAWAL", ["anytime", "closure"], "anytime"),
    outboxLeaseSeconds: read.number("OUTBOX_LEASE_SECONDS", 60, 15),
    meterMonths: read.number("METER_MONTHS", 24, 2, 240),
    providerToken: read.env.PROVIDER_TOKEN ?? null,
    partnerLimits: {
      perSecond: read.number("PARTNER_CALLS_PER_SECOND", 500, 1),
      burst: read.number("PARTNER_CALLS_IN_RESERVE", 5_000, 1),
      atOnce: read.number("PARTNER_CALLS_AT_ONCE", 100, 1),
    },
    // Tests and load from a few accounts would wait; `npm run faults -- flood` sets 1.
    driverBudgetFactor: read.number(
      "DRIVER_BUDGET_FACTOR",
      prod || profile === "INT" ? 1 : 1_000,
      0.001,
    ),
    operators: operatorsOf(read),
    ocpiLog: {
      months: read.number("OCPI_LOG_MONTHS", 3, 1, 120),
      bodies: read.oneOf("OCPI_LOG_BODIES", ["writes", "all", "none"], "writes"),
    },
    blobs: blobsOf(read, profile),
    social: socialOf(read, profile),
    messages: messagesOf(read, profile),
    passkeys: {
      rpId: read.env.PASSKEY_RP_ID || null,
      origins: originsOf(read, "PASSKEY_ORIGINS"),
    },
    corsOrigins: [...SHELLS, ...originsOf(read, "CORS_ORIGINS")],
    appServers:
      !prod && read.env.APP_SERVERS === "*" ? ["http:", "https:"] : originsOf(read, "APP_SERVERS"),
    party: {
      countryCode: read.text("PARTY_COUNTRY_CODE", "IN"),
      partyId: read.text("PARTY_ID", "VMG"),
      name: read.text("PARTY_NAME", "Voltmarg"),
    },
    otp: {
      ...defaultOtp,
      // Behind one address sit all drivers of a demonstration, and all tests.
      sendsPerHourAndAddress: read.number(
        "OTP_SENDS_PER_ADDRESS",
        prod || profile === "INT" ? 10 : 100_000,
        1,
      ),
    },
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
    scale: readScaleSettings(read.env, prod, read.fault),
    metrics: {
      port: read.env.METRICS_PORT ? read.number("METRICS_PORT", 9464, 1, 65_535) : null,
      host: read.text("METRICS_HOST", "127.0.0.1"),
      token: read.env.METRICS_TOKEN ?? null,
    },
    tracing: tracingOf(read),
  };
  if (!/^[A-Z]{2}$/.test(config.party.countryCode))
    read.fault("PARTY_COUNTRY_CODE must be two capital letters, such as IN.");
  if (!/^[A-Z0-9]{3}$/.test(config.party.partyId))
    read.fault("PARTY_ID must be three capital letters or digits, such as VMG.");
  if (config.metrics.port === port) read.fault("METRICS_PORT must not be PORT.");
  if (prod) {
    const publicUrl = read.env.PUBLIC_URL !== undefined;
    for (const fault of refusedInProd(config, { publicUrl })) read.fault(fault);
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults.join("\n"));
  return config;
}

function contactsOf(read: SettingsReader): string[] {
  const contacts = read.list("SECURITY_CONTACT");
  for (const each of contacts) {
    if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(each))
      read.fault(
        `SECURITY_CONTACT must be mailto: or https: addresses with commas between, not "${each}".`,
      );
  }
  return contacts;
}

const PROXY = /^(?:loopback|linklocal|uniquelocal)$/;

function proxiesOf(read: SettingsReader): string[] {
  const proxies = read.list("TRUST_PROXY");
  for (const each of proxies) {
    const [address = "", bits = "0"] = each.split("/", 2);
    if (!PROXY.test(each) && (isIP(address) === 0 || !/^\d{1,3}$/.test(bits)))
      read.fault(`TRUST_PROXY must be addresses and ranges with commas between, not "${each}".`);
  }
  return proxies;
}

function demoSpeedOf(read: SettingsReader, profile: Profile): number {
  const speed = read.number("DEMO_SPEED", 1, 1);
  if (profile === "PROD" && speed !== 1)
    read.fault("DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.");
  return speed;
}

function razorpayKeyOf(read: SettingsReader, profile: Profile): string {
  const keyId = read.required("RAZORPAY_KEY_ID");
  if (keyId && profile === "PROD" && !keyId.startsWith("rzp_live_"))
    read.fault("RAZORPAY_KEY_ID must be a live key in PROD.");
  if (keyId && profile !== "PROD" && !keyId.startsWith("rzp_test_"))
    read.fault(`RAZORPAY_KEY_ID must be a test key in ${profile}.`);
  return keyId;
}

/** One, or two while one replaces the other. */
function webhookSecretsOf(read: SettingsReader): string[] {
  read.required("RAZORPAY_WEBHOOK_SECRET");
  return read.list("RAZORPAY_WEBHOOK_SECRET");
}

function blobsOf(read: SettingsReader, profile: Profile): BlobSettings {
  if (read.env.S3_BUCKET) {
    return {
      kind: "s3",
      bucket: read.env.S3_BUCKET,
      region: read.text("S3_REGION", "ap-south-1"),
      endpoint: read.env.S3_ENDPOINT ? read.address("S3_ENDPOINT", "", false) : null,
      accessKeyId: read.required("S3_ACCESS_KEY_ID"),
      secretAccessKey: read.required("S3_SECRET_ACCESS_KEY"),
    };
  }
  if (profile === "PROD" && !read.env.FILES_DIR)
    read.fault("FILES_DIR or S3_BUCKET must say where images are kept in PROD.");
  return { kind: "disk", folder: read.text("FILES_DIR", ".data/files") };
}

const GOOGLE_MAPS_SCRIPT = "https://maps.googleapis.com/maps/api/js";

/** Where the pages of the native shells come from, on Android and on iOS. */
const SHELLS = ["https://localhost", "capacitor://localhost"];

function originsOf(read: SettingsReader, name: SettingName): string[] {
  const origins = read.list(name);
  for (const each of origins) {
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+$/.test(each))
      read.fault(
        `${name} must be origins with commas between, such as https://app.example, not "${each}".`,
      );
  }
  return origins;
}

function messagesOf(read: SettingsReader, profile: Profile): MessageSettings {
  const { settings, faults } = readMessageSettings(read.env, profile === "PROD");
  for (const each of faults) read.fault(each);
  return settings;
}

function tracingOf(read: SettingsReader): TracingSettings | null {
  const share = read.number("OTEL_TRACES_SAMPLER_ARG", 1, 0, 1);
  const pairs = read.list("OTEL_EXPORTER_OTLP_HEADERS").map((each) => /^([^=]+)=(.*)$/.exec(each));
  if (pairs.includes(null))
    read.fault("OTEL_EXPORTER_OTLP_HEADERS must be name=value with commas between.");
  if (!read.env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: read.address("OTEL_EXPORTER_OTLP_ENDPOINT", "", false),
    headers: Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]!, pair[2]!]] : []))),
    serviceName: read.text("OTEL_SERVICE_NAME", "voltmarg"),
    share,
  };
}
