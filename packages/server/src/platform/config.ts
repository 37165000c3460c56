import type { OidcProvider } from "./http/oidc.ts";

export type Profile = "DEV" | "INT" | "TEST" | "PROD";

export type Config = {
  profile: Profile;
  host: string;
  port: number;
  databaseUrl: string;
  /** Where drivers and operators reach this service. */
  publicUrl: string;
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
  /** Bearer of the provider's desk; null closes it. */
  providerToken: string | null;
  /** What one partner may send: calls a second, calls in reserve, and calls at once. */
  partnerLimits: { perSecond: number; burst: number; atOnce: number };
  operators: { name: string; versionsUrl: string; tokenA: string }[];
  /** Where drivers' images are kept. */
  blobs: BlobSettings;
  /** Whom drivers may sign in with besides their number. */
  social: OidcProvider[];
  party: { countryCode: string; partyId: string; name: string };
  otp: OtpSettings;
  logLevel: string;
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
  sendsPerHour: number;
  sendsPerDay: number;
  sendsPerHourAndAddress: number;
  wrongPerHour: number;
  wrongPerDay: number;
};

export const defaultOtp: OtpSettings = {
  length: 6,
  validSeconds: 300,
  triesPerCode: 5,
  resendAfterSeconds: 30,
  sendsPerHour: 5,
  sendsPerDay: 10,
  sendsPerHourAndAddress: 10,
  wrongPerHour: 10,
  wrongPerDay: 30,
};

/** A setting that cannot be used; its message is one sentence for the person who starts the service. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>;

function required(env: Env, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set.`);
  return value;
}

function number(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new ConfigError(`${name} must be a number, not "${text}".`);
  return value;
}

function profileOf(env: Env): Profile {
  const value = env.VOLTMARG_ENV ?? "DEV";
  if (value === "DEV" || value === "INT" || value === "TEST" || value === "PROD") return value;
  throw new ConfigError(`VOLTMARG_ENV must be DEV, INT, TEST or PROD, not "${value}".`);
}

function withdrawalOf(env: Env): Config["withdrawal"] {
  const value = env.WITHDRAWAL || "anytime";
  if (value === "anytime" || value === "closure") return value;
  throw new ConfigError(`WITHDRAWAL must be anytime or closure, not "${value}".`);
}

function operatorsOf(env: Env): Config["operators"] {
  if (!env.OPERATORS) return [];
  try {
    const list = JSON.parse(env.OPERATORS) as {
      name: string;
      versions_url: string;
      token_a: string;
    }[];
    return list.map((o) => ({ name: o.name, versionsUrl: o.versions_url, tokenA: o.token_a }));
  } catch {
    throw new ConfigError("OPERATORS must be a JSON list of {name, versions_url, token_a}.");
  }
}

function blobsOf(env: Env, profile: Profile): BlobSettings {
  if (env.S3_BUCKET) {
    return {
      kind: "s3",
      bucket: env.S3_BUCKET,
      region: env.S3_REGION || "ap-south-1",
      endpoint: env.S3_ENDPOINT || null,
      accessKeyId: required(env, "S3_ACCESS_KEY_ID"),
      secretAccessKey: required(env, "S3_SECRET_ACCESS_KEY"),
    };
  }
  if (profile === "PROD" && !env.FILES_DIR) {
    throw new ConfigError("FILES_DIR or S3_BUCKET must say where images are kept in PROD.");
  }
  return { kind: "disk", folder: env.FILES_DIR || ".data/files" };
}

const GOOGLE_MAPS_SCRIPT = "https://maps.googleapis.com/maps/api/js";

function leaseOf(env: Env): number {
  const seconds = number(env, "OUTBOX_LEASE_SECONDS", 60);
  if (seconds < 15) throw new ConfigError("OUTBOX_LEASE_SECONDS must be 15 or more.");
  return seconds;
}

function socialOf(env: Env, profile: Profile): OidcProvider[] {
  if (!env.SOCIAL_PROVIDERS) return [];
  const form =
    "SOCIAL_PROVIDERS must be a JSON list of {id, name, issuer, client_id, client_secret}; id in small letters.";
  let list: Record<string, unknown>[];
  try {
    list = JSON.parse(env.SOCIAL_PROVIDERS) as Record<string, unknown>[];
  } catch {
    throw new ConfigError(form);
  }
  if (!Array.isArray(list)) throw new ConfigError(form);
  return list.map((each) => {
    const text = (name: string) => {
      const value = each[name];
      if (typeof value !== "string" || value === "") throw new ConfigError(form);
      return value;
    };
    const [id, issuer] = [text("id"), text("issuer")];
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(id) || !URL.canParse(issuer)) throw new ConfigError(form);
    if (profile === "PROD" && !issuer.startsWith("https://"))
      throw new ConfigError("SOCIAL_PROVIDERS: an issuer must be https in PROD.");
    return {
      id,
      name: text("name"),
      issuer,
      clientId: text("client_id"),
      clientSecret: text("client_secret"),
    };
  });
}

/** Reads and checks the environment. Throws ConfigError with one clear sentence. */
export function readConfig(env: Env): Config {
  const profile = profileOf(env);
  const port = number(env, "PORT", 8080);
  const demoSpeed = number(env, "DEMO_SPEED", 1);
  if (demoSpeed < 1) throw new ConfigError("DEMO_SPEED must be 1 or more.");
  if (profile === "PROD" && demoSpeed !== 1) {
    throw new ConfigError("DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.");
  }
  const keyId = required(env, "RAZORPAY_KEY_ID");
  if (profile === "PROD" && !keyId.startsWith("rzp_live_")) {
    throw new ConfigError("RAZORPAY_KEY_ID must be a live key in PROD.");
  }
  if (profile !== "PROD" && !keyId.startsWith("rzp_test_")) {
    throw new ConfigError(`RAZORPAY_KEY_ID must be a test key in ${profile}.`);
  }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`;
  return {
    profile,
    host: env.HOST ?? "0.0.0.0",
    port,
    databaseUrl: required(env, "DATABASE_URL"),
    publicUrl: publicUrl.replace(/\/$/, ""),
    appDir: env.APP_DIR ?? null,
    demoSpeed,
    mapStyleUrl: env.MAP_STYLE_URL || null,
    googleMaps: env.GOOGLE_MAPS_KEY
      ? { url: env.GOOGLE_MAPS_URL || GOOGLE_MAPS_SCRIPT, key: env.GOOGLE_MAPS_KEY }
      : null,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(",").map((each) => each.trim()) : false,
    razorpay: {
      baseUrl: (env.RAZORPAY_BASE_URL ?? "https://api.razorpay.com").replace(/\/$/, ""),
      keyId,
      keySecret: required(env, "RAZORPAY_KEY_SECRET"),
      webhookSecrets: required(env, "RAZORPAY_WEBHOOK_SECRET").split(","),
    },
    withdrawal: withdrawalOf(env),
    outboxLeaseSeconds: leaseOf(env),
    providerToken: env.PROVIDER_TOKEN || null,
    partnerLimits: {
      perSecond: number(env, "PARTNER_CALLS_PER_SECOND", 500),
      burst: number(env, "PARTNER_CALLS_IN_RESERVE", 5_000),
      atOnce: number(env, "PARTNER_CALLS_AT_ONCE", 100),
    },
    operators: operatorsOf(env),
    blobs: blobsOf(env, profile),
    social: socialOf(env, profile),
    party: {
      countryCode: env.PARTY_COUNTRY_CODE ?? "IN",
      partyId: env.PARTY_ID ?? "VMG",
      name: env.PARTY_NAME ?? "Voltmarg",
    },
    otp: {
      ...defaultOtp,
      // Behind one address sit all drivers of a demonstration, and all tests.
      sendsPerHourAndAddress: number(
        env,
        "OTP_SENDS_PER_ADDRESS",
        profile === "PROD" || profile === "INT" ? 10 : 100_000,
      ),
    },
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
