import { z } from "zod";
import {
  address,
  json,
  list,
  number,
  origins,
  originsOrAny,
  text,
  textLike,
  wholeNumber,
} from "./schemas.ts";
import type { SettingGroup } from "./setting.ts";

const filled = z.string().trim().min(1);

export const DRIVERS = {
  DRIVER_BUDGET_FACTOR: {
    schema: number(0.001),
    // Tests and load runs use few accounts and would hit the limits; `npm run faults -- flood` sets 1.
    default: { PROD: "1", INT: "1", else: "1000" },
    description:
      "multiplies how often one driver may call (20 a second on average, less where a call is costly); larger for load tests with few accounts",
  },
} as const satisfies SettingGroup;

export const BACK_OFFICE = {
  PROVIDER_TOKEN: {
    schema: text(),
    secret: true,
    description:
      "the bearer token of the back office, which is closed without it; 24 characters or more in `PROD`",
  },
  CONSOLE_ORIGIN: {
    formerly: "DESK_ORIGIN",
    schema: address(),
    description:
      "the origin of the pages of the provider's console, where it has a host of its own; without it that of `PUBLIC_URL`; https in `PROD`",
  },
  STAFF_OPENID_ISSUER: {
    // Not shortened: a slash at its end belongs to it.
    schema: textLike(/^https?:\/\/[^\s/]\S*$/, "the URL that the provider calls its issuer"),
    description:
      "the company's own OpenID provider, with whose accounts members of the staff may sign in to the console ([back office](../operations/back-office.md#company-accounts)); https in `PROD`",
  },
  STAFF_OPENID_CLIENT_ID: {
    schema: text(),
    needed: "with the one before",
    description: "the id under which the console is registered there",
  },
  STAFF_OPENID_CLIENT_SECRET: {
    schema: text(),
    needed: "with the one before",
    secret: true,
    description: "the secret of that client",
  },
  STAFF_OPENID_NAME: {
    schema: textLike(/^\S.{0,38}\S$/, "2 to 40 characters"),
    default: "the company account",
    description: 'whose accounts these are: with `Acme` the button says "Continue with Acme"',
  },
  STAFF_AUDIT_DAYS: {
    formerly: "DESK_AUDIT_DAYS",
    schema: wholeNumber(365, 36_500),
    default: "2930",
    description: "days that the back office's audit log is kept: eight years, as long as the books",
  },
  CLOSED_ACCOUNT_DAYS: {
    schema: wholeNumber(365, 3_650),
    default: "365",
    description:
      "days after its closing after which an account is erased ([retention](../operations/retention.md)); a year at least, by the DPDP Rules, 2025",
  },
  INACTIVE_MONTHS: {
    schema: wholeNumber(0, 120),
    default: "36",
    description:
      "months without a sign-in, charging session or money movement after which an account is closed; its driver is warned 30 days before; 0: never",
  },
  APP_LINK_HOSTS: {
    schema: list(
      (each) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(each),
      (each) => `must be host names with commas between, not "${each}".`,
    ),
    default: "play.google.com,apps.apple.com",
    description:
      "hosts with commas between from which drivers may be sent to get the app: the link of an app version leads to one of them",
  },
  FOUR_EYES_FROM: {
    schema: wholeNumber(0, 100_000),
    default: "1000",
    description:
      "rupees from which goodwill, the correction of a bill and a refund by bank transfer wait for a second member of finance; what one member gives one driver within 24 hours counts together; 0 is every amount",
  },
  WRITE_OFF_AFTER_DAYS: {
    schema: wholeNumber(0, 3650),
    default: "180",
    description:
      "days after which a driver's debt that did not grow may be written off, by two members of finance",
  },
} as const satisfies SettingGroup;

export const IMAGES = {
  FILES_DIR: {
    schema: text(),
    needed: "PROD",
    default: ".data/files",
    description:
      "the folder of drivers' images, the same one for all replicas; a bucket can replace it:",
  },
  S3_BUCKET: { schema: text(), description: "a bucket, used instead of the folder" },
  S3_REGION: { schema: text(), default: "ap-south-1", description: "the bucket's region" },
  S3_ENDPOINT: { schema: address(), description: "the address of a store that is not Amazon's" },
  S3_ACCESS_KEY_ID: {
    schema: text(),
    needed: "with the one before",
    description: "the id of the bucket's access key",
  },
  S3_SECRET_ACCESS_KEY: {
    schema: text(),
    needed: "with the one before",
    secret: true,
    description: "the secret of that key",
  },
} as const satisfies SettingGroup;

export const TRIPS = {
  ROUTER_URL: {
    schema: address(),
    description:
      "the address of a road router with Valhalla's interface, which may be in a private network ([router](../operations/router.md)); without it no trip is planned",
  },
  ROUTER_KEY: {
    schema: text(),
    secret: true,
    description: "sent to that router as a bearer token",
  },
  PETROL_PRICE: {
    schema: number(0, 1_000),
    default: "103",
    description: "rupees a litre of petrol, for what a trip would cost with it",
  },
  PETROL_KM_PER_LITRE: {
    schema: number(1, 100),
    default: "15",
    description: "km that a car with petrol goes on a litre, for the same",
  },
} as const satisfies SettingGroup;

const signInProvider = z.object({
  id: filled.regex(/^[a-z][a-z0-9-]{0,31}$/),
  name: filled,
  issuer: filled.refine((issuer) => URL.canParse(issuer)),
  client_id: filled,
  client_secret: filled,
});

export const SIGN_IN = {
  SOCIAL_PROVIDERS: {
    schema: json(
      z.array(signInProvider),
      "a JSON list of {id, name, issuer, client_id, client_secret}; id in small letters",
    ),
    default: "[]",
    secret: true,
    description:
      "JSON list of `{id, name, issuer, client_id, client_secret}`: OpenID providers; they send drivers back to `PUBLIC_URL/auth/oauth/social/callback`",
  },
  OTP_SENDS_PER_ADDRESS: {
    schema: number(1),
    // All drivers of a demonstration or test have the same address.
    default: { PROD: "10", INT: "10", else: "100000" },
    description: "how many one-time codes one address may ask for in an hour",
  },
  PASSKEY_RP_ID: {
    schema: text(),
    description:
      "the domain of the passkeys (WebAuthn's relying party): the host of `PUBLIC_URL`, which is used without this setting, or a parent domain of it",
  },
  PASSKEY_ORIGINS: {
    schema: origins(),
    default: "",
    description:
      "origins with commas between, besides that of `PUBLIC_URL`, whose pages may use the passkeys",
  },
} as const satisfies SettingGroup;

const isCertificate = (each: string) => /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i.test(each);

export const APPS_AND_MAPS = {
  ANDROID_APP: {
    schema: textLike(
      /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/,
      "the id of an Android app, such as in.example.app",
    ),
    description:
      "the id of the app for Android, which then opens links to `PUBLIC_URL` by itself: `/.well-known/assetlinks.json` names it ([the apps](../guide/phone-apps.md))",
  },
  ANDROID_CERTIFICATES: {
    schema: list(
      isCertificate,
      (each) =>
        `must be SHA-256 fingerprints, 32 bytes such as 5F with colons between, not "${each}".`,
    ),
    needed: "with the one before",
    default: "",
    description:
      "the SHA-256 fingerprints of the certificates it is signed with, with commas between (Play Console, App integrity)",
  },
  IOS_APP: {
    schema: textLike(
      /^[A-Z0-9]{10}(?:\.[A-Za-z0-9-]+)+$/,
      "the team's ten characters, a dot and the bundle id, such as ABCDE12345.in.example.app",
    ),
    description:
      "team and bundle id of the app for iOS, for the same: `/.well-known/apple-app-site-association` names it",
  },
  CORS_ORIGINS: {
    schema: origins(),
    default: "",
    description:
      "origins with commas between, besides those of the native apps, whose pages may call the service; https in `PROD`",
  },
  APP_SERVERS: {
    schema: originsOrAny(),
    default: "",
    description:
      "origins of other servers that the app may be switched to; `*`: any, not in `PROD`",
  },
  MAP_STYLE_URL: {
    schema: text(),
    description: "a MapLibre style; without it the map shows an invented demo city",
  },
  GOOGLE_MAPS_KEY: {
    schema: text(),
    description:
      "a key of Google's Places library, with which the search field suggests addresses; browsers see it: restrict it to your address",
  },
  GOOGLE_MAPS_URL: {
    schema: text(),
    default: "https://maps.googleapis.com/maps/api/js",
    description: "the address of that library",
  },
} as const satisfies SettingGroup;
