import { resolve } from "node:path";
import { PROFILES, SETTINGS } from "@voltmarg/server/config";
import { StartError } from "@voltmarg/client/node";

export type Settings = {
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  demoSpeed: number;
  environment: (typeof PROFILES)[number];
  /** Passed on to the programs unchanged. */
  passedOn: Record<string, string>;
};

/** How many times faster than real time charges run in a demonstration. */
const DEMONSTRATION_SPEED = 30;

const forSimulators = ["LOCATIONS", "WAYSIDE", "HOURS", "SEED", "TRAFFIC", "NEWEST"];
const forService: readonly (keyof typeof SETTINGS)[] = [
  "PARTY_NAME",
  "PARTY_SHORT_NAME",
  "ANDROID_APP",
  "ANDROID_CERTIFICATES",
  "IOS_APP",
  "MAP_STYLE_URL",
  "GOOGLE_MAPS_KEY",
  "GOOGLE_MAPS_URL",
  "ROUTER_URL",
  "ROUTER_KEY",
  "LOG_LEVEL",
  "PUBLIC_URL",
  "SOCIAL_PROVIDERS",
  "PASSKEY_RP_ID",
  "PASSKEY_ORIGINS",
  "CORS_ORIGINS",
  "APP_SERVERS",
  "SMS_CARRIERS",
  "SMS_DLT_ENTITY_ID",
  "SMS_DLT_HEADER",
  "SMS_DLT_TEMPLATES",
  "SMS_PER_DAY",
  "SMS_PER_RECIPIENT_AND_DAY",
  "MSG91_BASE_URL",
  "MSG91_AUTH_KEY",
  "MSG91_WEBHOOK_SECRET",
  "TWILIO_BASE_URL",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "SMTP_URL",
  "MAIL_FROM",
  "MAILS_PER_DAY",
  "MAILS_PER_RECIPIENT_AND_DAY",
  "FCM_SERVICE_ACCOUNT",
  "FCM_BASE_URL",
  "FCM_IOS_APP",
  "FCM_IID_BASE_URL",
  "WEB_PUSH_HOSTS",
  "PARTNER_CALLS_PER_SECOND",
  "PARTNER_CALLS_IN_RESERVE",
  "PARTNER_CALLS_AT_ONCE",
  "DRIVER_BUDGET_FACTOR",
  "STAFF_OPENID_ISSUER",
  "STAFF_OPENID_CLIENT_ID",
  "STAFF_OPENID_CLIENT_SECRET",
  "STAFF_OPENID_NAME",
];

/** Reads and checks the environment of `npm start`; every refusal is one sentence. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const named = env["VOLTMARG_ENV"] || SETTINGS.VOLTMARG_ENV.default;
  const environment = PROFILES.find((name) => name === named);
  if (!environment) throw new StartError(`VOLTMARG_ENV must be one of ${PROFILES.join(", ")}.`);
  const port = number(env, "PORT", Number(SETTINGS.PORT.default));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a port number, not "${env["PORT"]}".`);
  }
  const demoSpeed = number(env, "DEMO_SPEED", environment === "PROD" ? 1 : DEMONSTRATION_SPEED);
  if (demoSpeed < 1) throw new StartError("DEMO_SPEED must be 1 or more.");
  if (environment === "PROD" && demoSpeed !== 1) {
    throw new StartError("DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.");
  }
  const given = [...forService, ...forSimulators].flatMap((name) =>
    env[name] ? [[name, env[name]] as const] : [],
  );
  return {
    port,
    dataDir: resolve(env["DATA_DIR"] || ".data"),
    databaseUrl: env["DATABASE_URL"] || undefined,
    demoSpeed,
    environment,
    // The demonstration shows a busy city, other people's cars come and leave, and roads with stations beside them. Of its
    // operators Zapvahan speaks OCPI 2.3.0.
    passedOn: { TRAFFIC: "1", WAYSIDE: "500", NEWEST: "ZPV=2.3.0", ...Object.fromEntries(given) },
  };
}

function number(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new StartError(`${name} must be a number, not "${text}".`);
  return value;
}
