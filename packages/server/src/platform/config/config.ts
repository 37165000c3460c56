import type {
  BlobSettings,
  Config,
  OtpSettings,
  ScaleSettings,
  TracingSettings,
} from "./config-shape.ts";
import type { OidcProvider } from "../http/oidc.ts";
import { readMessageSettings } from "./messaging.ts";
import { refusedInProd, sameSecrets } from "./production-checks.ts";
import { settingsReader, type SettingsReader } from "./read-settings.ts";
import { SHORT_NAME_LENGTH } from "./settings/partner-settings.ts";
import { lengthOf, mustBeOrigins } from "./settings/schemas.ts";

export type { Config, TracingSettings, BlobSettings, OtpSettings } from "./config-shape.ts";
export type { Profile } from "./settings/setting.ts";

/** Form and limits of one-time codes; the same in every installation. */
const otpRules: Omit<OtpSettings, "sendsPerHourAndAddress"> = {
  length: 6,
  validSeconds: 300,
  triesPerCode: 5,
  resendAfterSeconds: 30,
  sendsPerHour: 5,
  sendsPerDay: 10,
  strangersSendsPerHour: 10,
  strangersSendsPerDay: 20,
  sendsReserved: 2,
  wrongPerHour: 10,
  wrongPerDay: 30,
  strangersWrongPerHour: 30,
  strangersWrongPerDay: 60,
};

/** The origins of the native apps, on Android and on iOS. */
const SHELLS = ["https://localhost", "capacitor://localhost"];

/** Invalid settings; the message has one sentence a line. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment. Throws ConfigError with all faults, one sentence a line; `more` finds those that are
 * not in the settings alone.
 */
export function readConfig(
  given: Readonly<Record<string, string | undefined>>,
  more: (config: Config) => readonly string[] = () => [],
): Config {
  const read = settingsReader(given);
  const { value } = read;
  const mapsKey = value("GOOGLE_MAPS_KEY");
  const config: Config = {
    profile: read.profile,
    host: value("HOST"),
    port: value("PORT"),
    databaseUrl: value("DATABASE_URL"),
    publicUrl: value("PUBLIC_URL"),
    securityContacts: value("SECURITY_CONTACT"),
    appDir: value("APP_DIR"),
    consoleDir: value("CONSOLE_DIR"),
    demoSpeed: demoSpeedOf(read),
    mapStyleUrl: value("MAP_STYLE_URL") ?? null,
    googleMaps: mapsKey ? { url: value("GOOGLE_MAPS_URL"), key: mapsKey } : null,
    trustProxy: value("TRUST_PROXY") ?? false,
    razorpay: {
      baseUrl: value("RAZORPAY_BASE_URL"),
      keyId: razorpayKeyOf(read),
      keySecret: value("RAZORPAY_KEY_SECRET"),
      webhookSecrets: value("RAZORPAY_WEBHOOK_SECRET"),
    },
    withdrawal: value("WITHDRAWAL"),
    maximumBalance: BigInt(value("MAXIMUM_BALANCE")) * 100n,
    outboxLeaseSeconds: value("OUTBOX_LEASE_SECONDS"),
    unpricedCdrTotal: value("UNPRICED_CDR_TOTAL"),
    sessionUpdatesTogether: value("SESSION_UPDATES_TOGETHER"),
    meterMonths: value("METER_MONTHS"),
    providerToken: value("PROVIDER_TOKEN") ?? null,
    staffAuditDays: value("STAFF_AUDIT_DAYS"),
    closedAccountDays: value("CLOSED_ACCOUNT_DAYS"),
    inactiveMonths: value("INACTIVE_MONTHS"),
    appLinkHosts: value("APP_LINK_HOSTS"),
    writeOffAfterDays: value("WRITE_OFF_AFTER_DAYS"),
    fourEyesFrom: BigInt(value("FOUR_EYES_FROM")) * 100n,
    consoleOrigin: originOf(value("CONSOLE_ORIGIN") ?? value("PUBLIC_URL")),
    partnerLimits: {
      perSecond: value("PARTNER_CALLS_PER_SECOND"),
      burst: value("PARTNER_CALLS_IN_RESERVE"),
      atOnce: value("PARTNER_CALLS_AT_ONCE"),
    },
    driverBudgetFactor: value("DRIVER_BUDGET_FACTOR"),
    eInvoice: eInvoiceOf(read),
    router: routerOf(read),
    petrol: { price: value("PETROL_PRICE"), kmPerLitre: value("PETROL_KM_PER_LITRE") },
    operators: value("OPERATORS").map(({ name, versions_url, token_a }) => ({
      name,
      versionsUrl: versions_url,
      tokenA: token_a,
    })),
    ocpiLog: { months: value("OCPI_LOG_MONTHS"), bodies: value("OCPI_LOG_BODIES") },
    blobs: blobsOf(read),
    social: value("SOCIAL_PROVIDERS").map(({ id, name, issuer, client_id, client_secret }) => ({
      id,
      name,
      issuer,
      clientId: client_id,
      clientSecret: client_secret,
    })),
    staffOpenid: staffOpenidOf(read),
    messages: readMessageSettings(read),
    passkeys: { rpId: value("PASSKEY_RP_ID") ?? null, origins: value("PASSKEY_ORIGINS") },
    corsOrigins: [...SHELLS, ...value("CORS_ORIGINS")],
    appServers: appServersOf(read),
    party: partyOf(read),
    apps: { android: androidAppOf(read), ios: iosAppOf(read) },
    otp: { ...otpRules, sendsPerHourAndAddress: value("OTP_SENDS_PER_ADDRESS") },
    logLevel: value("LOG_LEVEL"),
    scale: scaleOf(read),
    metrics: {
      port: value("METRICS_PORT") ?? null,
      host: value("METRICS_HOST"),
      token: value("METRICS_TOKEN") ?? null,
    },
    tracing: tracingOf(read),
  };
  if (config.metrics.port === config.port) read.fault("METRICS_PORT must not be PORT.");
  if (config.profile === "PROD") {
    const publicUrl = read.isSet("PUBLIC_URL");
    for (const fault of refusedInProd(config, { publicUrl })) read.fault(fault);
    for (const fault of sameSecrets(read.texts)) read.fault(fault);
  }
  for (const fault of more(config)) read.fault(fault);
  if (read.faults.length > 0) throw new ConfigError(read.faults.join("\n"));
  return config;
}

/** What is no URL is a fault already. */
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

function demoSpeedOf({ value, profile, fault }: SettingsReader): number {
  const speed = value("DEMO_SPEED");
  if (profile === "PROD" && speed !== 1)
    fault("DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.");
  return speed;
}

function razorpayKeyOf({ value, profile, fault }: SettingsReader): string {
  const keyId = value("RAZORPAY_KEY_ID");
  if (keyId && profile === "PROD" && !keyId.startsWith("rzp_live_"))
    fault("RAZORPAY_KEY_ID must be a live key in PROD.");
  if (keyId && profile !== "PROD" && !keyId.startsWith("rzp_test_"))
    fault(`RAZORPAY_KEY_ID must be a test key in ${profile}.`);
  return keyId;
}

function blobsOf(read: SettingsReader): BlobSettings {
  const { value, required } = read;
  const bucket = value("S3_BUCKET");
  if (bucket === undefined) {
    if (read.profile === "PROD" && !read.isSet("FILES_DIR"))
      read.fault("FILES_DIR or S3_BUCKET must say where images are kept in PROD.");
    return { kind: "disk", folder: value("FILES_DIR") };
  }
  return {
    kind: "s3",
    bucket,
    region: value("S3_REGION"),
    endpoint: value("S3_ENDPOINT") ?? null,
    accessKeyId: required("S3_ACCESS_KEY_ID"),
    secretAccessKey: required("S3_SECRET_ACCESS_KEY"),
  };
}

function staffOpenidOf({ value, isSet, fault }: SettingsReader): OidcProvider | null {
  const names = [
    "STAFF_OPENID_ISSUER",
    "STAFF_OPENID_CLIENT_ID",
    "STAFF_OPENID_CLIENT_SECRET",
  ] as const;
  const missing = names.filter((name) => !isSet(name));
  const name = value("STAFF_OPENID_NAME");
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    fault(
      `STAFF_OPENID_ISSUER, STAFF_OPENID_CLIENT_ID and STAFF_OPENID_CLIENT_SECRET belong together: not set is ${missing.join(" and ")}.`,
    );
  const [issuer = "", clientId = "", clientSecret = ""] = names.map((each) => value(each));
  return { id: "staff", name, issuer, clientId, clientSecret };
}

function eInvoiceOf({ value, isSet, fault }: SettingsReader): Config["eInvoice"] {
  const url = value("EINVOICE_URL");
  const token = value("EINVOICE_TOKEN");
  if ((url === undefined) !== !isSet("EINVOICE_TOKEN"))
    fault("EINVOICE_URL and EINVOICE_TOKEN belong together: set both or neither.");
  return url === undefined || token === undefined
    ? null
    : { url: url.replace(/\/$/, ""), token, tokenHeader: value("EINVOICE_TOKEN_HEADER") };
}

function routerOf({ value, isSet, fault }: SettingsReader): Config["router"] {
  const url = value("ROUTER_URL");
  if (url === undefined) {
    if (isSet("ROUTER_KEY")) fault("ROUTER_KEY is set, but ROUTER_URL does not say whose.");
    return null;
  }
  return { url, key: value("ROUTER_KEY") ?? null };
}

/** The servers that the app's pages may call: those that are set, or any (`*`) outside PROD. */
function appServersOf({ value, profile, fault }: SettingsReader): string[] {
  const servers = value("APP_SERVERS");
  if (!servers.includes("*")) return servers;
  if (profile === "PROD" || servers.length > 1) fault(`APP_SERVERS ${mustBeOrigins("*")}`);
  return ["http:", "https:"];
}

function partyOf({ value }: SettingsReader): Config["party"] {
  const name = value("PARTY_NAME");
  const short = lengthOf(name) <= SHORT_NAME_LENGTH ? name : null;
  return {
    countryCode: value("PARTY_COUNTRY_CODE"),
    partyId: value("PARTY_ID"),
    name,
    shortName: value("PARTY_SHORT_NAME") ?? short,
  };
}

function androidAppOf({ value, isSet, fault }: SettingsReader): Config["apps"]["android"] {
  const name = value("ANDROID_APP");
  const certificates = value("ANDROID_CERTIFICATES");
  if (isSet("ANDROID_APP") !== isSet("ANDROID_CERTIFICATES"))
    fault("ANDROID_APP and ANDROID_CERTIFICATES belong together: one of them is not set.");
  return name === undefined ? null : { name, certificates };
}

function iosAppOf({ value, fault }: SettingsReader): Config["apps"]["ios"] {
  const app = value("IOS_APP");
  const pushed = value("FCM_IOS_APP");
  if (app && pushed && !app.endsWith(`.${pushed}`))
    fault(`IOS_APP and FCM_IOS_APP name two apps: "${app}" and "${pushed}".`);
  return app ?? null;
}

function scaleOf({ value, isSet, fault }: SettingsReader): ScaleSettings {
  const servers = value("NATS_URL");
  const events = value("NATS_EVENTS") === "on";
  if (events && !isSet("NATS_URL")) fault("NATS_EVENTS is on, but NATS_URL does not say where.");
  return {
    databaseDirectUrl: value("DATABASE_DIRECT_URL"),
    databaseReplicaUrl: value("DATABASE_REPLICA_URL") ?? null,
    databaseConnections: value("DATABASE_CONNECTIONS"),
    nats: servers.length > 0 ? { servers, events } : null,
    drainSeconds: value("DRAIN_SECONDS"),
  };
}

function tracingOf({ value }: SettingsReader): TracingSettings | null {
  const share = value("OTEL_TRACES_SAMPLER_ARG");
  const headers = value("OTEL_EXPORTER_OTLP_HEADERS").map((each): [string, string] => {
    const at = each.indexOf("=");
    return [each.slice(0, at), each.slice(at + 1)];
  });
  const endpoint = value("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === undefined) return null;
  return {
    endpoint,
    headers: Object.fromEntries(headers),
    serviceName: value("OTEL_SERVICE_NAME"),
    share,
  };
}
