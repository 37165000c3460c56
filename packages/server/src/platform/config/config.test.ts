import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";
import { ConfigError, readConfig } from "./config.ts";
import { adviceOn } from "./production-checks.ts";
import { settingsPage } from "./settings-page.ts";
import { PROFILES } from "./settings/setting.ts";
import { allSettings, SETTING_GROUPS, SETTINGS } from "./settings/settings.ts";

const TEST = {
  VOLTMARG_ENV: "TEST",
  DATABASE_URL: "postgresql:///voltmarg",
  RAZORPAY_KEY_ID: "rzp_test_x",
  RAZORPAY_KEY_SECRET: "s",
  RAZORPAY_WEBHOOK_SECRET: "new,old",
};
const PROD = envOfProd;
const OPENID = {
  STAFF_OPENID_ISSUER: "https://id.acme.example/staff/",
  STAFF_OPENID_CLIENT_ID: "console",
  STAFF_OPENID_CLIENT_SECRET: "secret",
};
const BUCKET = { S3_BUCKET: "images", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };

/** The faults of an environment, one sentence each. */
function faultsIn(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n");
  }
}

describe("[N-2] settings", () => {
  test("are read, with their defaults", () => {
    const config = readConfig({ ...TEST, PUBLIC_URL: "https://app.example/" });
    expect(config).toMatchObject({
      profile: "TEST",
      port: 8080,
      publicUrl: "https://app.example",
      demoSpeed: 1,
      trustProxy: false,
      providerToken: null,
      operators: [],
      razorpay: { webhookSecrets: ["new", "old"], baseUrl: "https://api.razorpay.com" },
    });
    expect(readConfig({ ...TEST, TRUST_PROXY: "loopback, 10.0.0.0/8" }).trustProxy).toEqual([
      "loopback",
      "10.0.0.0/8",
    ]);
    expect(readConfig({ ...TEST, APP_SERVERS: "*" }).appServers).toEqual(["http:", "https:"]);
    expect(readConfig({ ...PROD, CORS_ORIGINS: "https://app.voltmarg.in" }).corsOrigins).toEqual([
      "https://localhost",
      "capacitor://localhost",
      "https://app.voltmarg.in",
    ]);
    expect(readConfig(PROD).otp.sendsPerHourAndAddress).toBe(10);
    expect(readConfig(PROD).blobs).toEqual({ kind: "disk", folder: "/srv/voltmarg/images" });
    expect(readConfig({ ...PROD, ...BUCKET }).blobs).toEqual({
      kind: "s3",
      bucket: "images",
      region: "ap-south-1",
      endpoint: null,
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
  });

  test("a setting is read under the name of earlier releases too, and the present name wins", () => {
    const [origin, days] = ["DESK_ORIGIN", "DESK_AUDIT_DAYS"] as const;
    const old = { ...TEST, [origin]: "https://console.example.in", [days]: "400" };
    expect(readConfig(old)).toMatchObject({
      consoleOrigin: "https://console.example.in",
      staffAuditDays: 400,
    });
    expect(readConfig({ ...old, STAFF_AUDIT_DAYS: "500" }).staffAuditDays).toBe(500);
  });

  test.each([
    [{ ...TEST, DATABASE_URL: "" }, "DATABASE_URL is not set."],
    [{ ...TEST, RAZORPAY_KEY_SECRET: undefined }, "RAZORPAY_KEY_SECRET is not set."],
    [
      { ...TEST, EINVOICE_URL: "https://portal.example" },
      "EINVOICE_URL and EINVOICE_TOKEN belong together: set both or neither.",
    ],
    [
      { ...TEST, VOLTMARG_ENV: "STAGING" },
      'VOLTMARG_ENV must be DEV, INT, TEST or PROD, not "STAGING".',
    ],
    [{ ...TEST, PORT: "eighty" }, 'PORT must be a whole number from 1 to 65535, not "eighty".'],
    [{ ...TEST, DEMO_SPEED: "0.5" }, "DEMO_SPEED must be 1 or more."],
    [{ ...TEST, OUTBOX_LEASE_SECONDS: "5" }, "OUTBOX_LEASE_SECONDS must be 15 or more."],
    [
      { ...TEST, OPERATORS: "{" },
      "OPERATORS must be a JSON list of {name, versions_url, token_a}.",
    ],
    [{ ...TEST, RAZORPAY_KEY_ID: "rzp_live_x" }, "RAZORPAY_KEY_ID must be a test key in TEST."],
    [
      { ...TEST, VOLTMARG_ENV: "INT", RAZORPAY_KEY_ID: "rzp_live_x" },
      "RAZORPAY_KEY_ID must be a test key in INT.",
    ],
    [
      { ...TEST, VOLTMARG_ENV: "DEV", RAZORPAY_KEY_ID: "rzp_live_x" },
      "RAZORPAY_KEY_ID must be a test key in DEV.",
    ],
    [{ ...TEST, WITHDRAWAL: "never" }, 'WITHDRAWAL must be anytime or closure, not "never".'],
    [{ ...PROD, RAZORPAY_KEY_ID: "rzp_test_x" }, "RAZORPAY_KEY_ID must be a live key in PROD."],
    [{ ...PROD, FILES_DIR: "" }, "FILES_DIR or S3_BUCKET must say where images are kept in PROD."],
    [
      { ...PROD, CORS_ORIGINS: "https://app.voltmarg.in/path" },
      'CORS_ORIGINS must be origins with commas between, such as https://app.example, not "https://app.voltmarg.in/path".',
    ],
    [
      { ...PROD, APP_SERVERS: "*" },
      'APP_SERVERS must be origins with commas between, such as https://app.example, not "*".',
    ],
    [{ ...TEST, ...BUCKET, S3_ACCESS_KEY_ID: "" }, "S3_ACCESS_KEY_ID is not set."],
    [
      { ...TEST, ...OPENID, STAFF_OPENID_CLIENT_SECRET: "" },
      "STAFF_OPENID_ISSUER, STAFF_OPENID_CLIENT_ID and STAFF_OPENID_CLIENT_SECRET belong together: not set is STAFF_OPENID_CLIENT_SECRET.",
    ],
    [
      { ...TEST, STAFF_OPENID_CLIENT_ID: "console" },
      "STAFF_OPENID_ISSUER, STAFF_OPENID_CLIENT_ID and STAFF_OPENID_CLIENT_SECRET belong together: not set is STAFF_OPENID_ISSUER and STAFF_OPENID_CLIENT_SECRET.",
    ],
    [
      { ...TEST, ...OPENID, STAFF_OPENID_ISSUER: "id.acme.example" },
      "STAFF_OPENID_ISSUER must be the URL that the provider calls its issuer.",
    ],
    [
      { ...PROD, ...OPENID, STAFF_OPENID_ISSUER: "http://id.voltmarg.in" },
      "STAFF_OPENID_ISSUER must be https in PROD.",
    ],
    [
      { ...PROD, DEMO_SPEED: "60" },
      "DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.",
    ],
    [{ ...TEST, PORT: "70000" }, 'PORT must be a whole number from 1 to 65535, not "70000".'],
    [{ ...TEST, PORT: "8080.5" }, 'PORT must be a whole number from 1 to 65535, not "8080.5".'],
    [{ ...TEST, PUBLIC_URL: "charge.example" }, 'PUBLIC_URL must be a URL, not "charge.example".'],
    [
      { ...TEST, LOG_LEVEL: "loud" },
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".',
    ],
    [
      { ...TEST, PARTY_ID: "VOLT" },
      "PARTY_ID must be three capital letters or digits, such as VMG.",
    ],
    [
      { ...TEST, SECURITY_CONTACT: "mailto:security@charge.example.in,security@charge.example.in" },
      'SECURITY_CONTACT must be mailto: or https: addresses with commas between, not "security@charge.example.in".',
    ],
    [{ ...TEST, METRICS_PORT: "8080" }, "METRICS_PORT must not be PORT."],
    [{ ...TEST, OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG must be 0 to 1."],
    [
      { ...TEST, OPERATORS: '[{"name":"A"}]' },
      "OPERATORS must be a JSON list of {name, versions_url, token_a}.",
    ],
    [
      { ...TEST, RAZORPAY_WEBHOOK_SECRET: "secret," },
      "RAZORPAY_WEBHOOK_SECRET has an empty part: there is a comma too many.",
    ],
    [
      { ...TEST, TRUST_PROXY: "10.0.0.0/8,nginx" },
      'TRUST_PROXY must be addresses and ranges with commas between, not "nginx".',
    ],
    [
      { ...TEST, OPERATORS: '[{"name":" ","versions_url":"https://a.example/v","token_a":"t"}]' },
      "OPERATORS must be a JSON list of {name, versions_url, token_a}.",
    ],
  ])("a wrong setting is refused in one sentence: %#", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
  });

  test("[D-27] the company's sign-in provider is as it was given; without it there is none", () => {
    expect(readConfig({ ...TEST, ...OPENID }).staffOpenid).toEqual({
      id: "staff",
      name: "the company account",
      issuer: "https://id.acme.example/staff/",
      clientId: "console",
      clientSecret: "secret",
    });
    expect(readConfig(TEST).staffOpenid).toBeNull();
  });

  test.each([
    "RAZORPAY_WEBHOOK_SECRET",
    "SECURITY_CONTACT",
    "TRUST_PROXY",
    "NATS_URL",
    "PASSKEY_ORIGINS",
    "CORS_ORIGINS",
    "APP_SERVERS",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "SMS_CARRIERS",
    "WEB_PUSH_HOSTS",
  ])("a list with an empty part is refused: %s", (name) => {
    const sentence = `${name} has an empty part: there is a comma too many.`;
    for (const list of [",", "one,", ",one", "one,,two", "one, ", " "]) {
      expect(() => readConfig({ ...TEST, [name]: list })).toThrow(sentence);
    }
  });

  test("the sentence for a wrong NATS_URL does not repeat its password", () => {
    const read = () => readConfig({ ...TEST, NATS_URL: "http://voltmarg:hidden@nats.example" });
    expect(read).toThrow("NATS_URL must be nats://host:port");
    expect(read).not.toThrow("hidden");
  });

  test("spaces around the parts of a list are ignored", () => {
    const config = readConfig({
      ...TEST,
      RAZORPAY_WEBHOOK_SECRET: " new , old ",
      SECURITY_CONTACT: " mailto:security@charge.example.in ",
      OPERATORS: '[{"name":" A ","versions_url":" https://a.example/v ","token_a":" t "}]',
    });
    expect(config.razorpay.webhookSecrets).toEqual(["new", "old"]);
    expect(config.securityContacts).toEqual(["mailto:security@charge.example.in"]);
    expect(config.operators).toEqual([
      { name: "A", versionsUrl: "https://a.example/v", tokenA: "t" },
    ]);
  });

  test.each([
    [{ PUBLIC_URL: undefined }, "PUBLIC_URL must say where drivers reach the service in PROD."],
    [
      { PUBLIC_URL: "http://charge.voltmarg.in" },
      "PUBLIC_URL must be https and not this machine in PROD.",
    ],
    [
      { PUBLIC_URL: "https://localhost:8080" },
      "PUBLIC_URL must be https and not this machine in PROD.",
    ],
    [
      { PUBLIC_URL: "https://voltmarg.localhost" },
      "PUBLIC_URL must be https and not this machine in PROD.",
    ],
    [
      { EINVOICE_URL: "http://127.0.0.1:8081/irp", EINVOICE_TOKEN: "8c1e5b7a2d4f6083b1a7" },
      "EINVOICE_URL must be https and not this machine in PROD: no simulator registers invoices.",
    ],
    [
      { RAZORPAY_BASE_URL: "http://127.0.0.1:8081" },
      "RAZORPAY_BASE_URL must be https and not this machine in PROD: no simulator takes money.",
    ],
    [
      { OPERATORS: '[{"name":"Sim","versions_url":"http://127.0.0.1:8082/v","token_a":"t"}]' },
      "OPERATORS: the versions_url of Sim must be https and not this machine in PROD.",
    ],
    [
      { PROVIDER_TOKEN: "changeme" },
      "PROVIDER_TOKEN can be guessed: it must be 24 characters or more, and nobody's example. openssl rand -hex 24 makes one.",
    ],
    [
      { RAZORPAY_WEBHOOK_SECRET: `${envOfProd["RAZORPAY_WEBHOOK_SECRET"]},old` },
      "RAZORPAY_WEBHOOK_SECRET can be guessed: it must be 16 characters or more, and nobody's example. openssl rand -hex 24 makes one.",
    ],
    [
      { RAZORPAY_WEBHOOK_SECRET: "short,0f9d2b7c4a6e8135d7b2" },
      "RAZORPAY_WEBHOOK_SECRET can be guessed: it must be 16 characters or more, and nobody's example. openssl rand -hex 24 makes one.",
    ],
    [
      { DATABASE_URL: "postgresql:///voltmarg?host=%2Fhome%2Fa%2F.data%2Fs&user=postgres" },
      "DATABASE_URL names the database that comes along, which is for trying out: PROD needs a PostgreSQL of its own.",
    ],
    [
      { PASSKEY_RP_ID: "elsewhere.in" },
      'PASSKEY_RP_ID must be charge.voltmarg.in or an end of it in PROD, not "elsewhere.in".',
    ],
    [
      { CORS_ORIGINS: "http://app.voltmarg.in" },
      'CORS_ORIGINS and APP_SERVERS must be https in PROD, not "http://app.voltmarg.in".',
    ],
    [
      { TRUST_PROXY: "0.0.0.0/0" },
      "TRUST_PROXY believes everybody: it must name our own proxies only.",
    ],
    [{ CONSOLE_ORIGIN: "http://console.voltmarg.in" }, "CONSOLE_ORIGIN must be https in PROD."],
    [{ MAP_STYLE_URL: "http://tiles.voltmarg.in" }, "MAP_STYLE_URL must be https in PROD."],
  ])("PROD refuses what is not safe in production: %j", (env, sentence) => {
    expect(() => readConfig({ ...PROD, ...env })).toThrow(new ConfigError(sentence));
  });

  test.each([
    [
      { PUBLIC_URL: "https://charge.example.in" },
      "PUBLIC_URL has https://charge.example.in of the examples; set your own: the address at which",
    ],
    [{ RAZORPAY_KEY_ID: "rzp_live_REPLACE" }, "RAZORPAY_KEY_ID has rzp_live_REPLACE of the"],
    [{ PARTY_NAME: "Example Charging" }, "PARTY_NAME has Example of the examples"],
    [{ SMS_DLT_HEADER: "EXAMPL" }, "SMS_DLT_HEADER has EXAMPL of the examples"],
    [{ SMS_DLT_ENTITY_ID: "1101000000000000000" }, "SMS_DLT_ENTITY_ID has 1101000000000000000 of"],
    [
      {
        SMS_DLT_TEMPLATES: envOfProd["SMS_DLT_TEMPLATES"]!.replace("flow-of-returns", "REPLACE"),
      },
      "SMS_DLT_TEMPLATES has REPLACE of the examples",
    ],
    [{ MAIL_FROM: "Voltmarg <no-reply@example.com>" }, "MAIL_FROM has no-reply@example.com of"],
    [{ NATS_URL: "nats://nats.example:4222" }, "NATS_URL has example of the examples"],
    // Of a secret only the placeholder is printed.
    [
      { DATABASE_URL: "postgresql://voltmarg:hidden@db.example.internal/voltmarg" },
      "DATABASE_URL has example of the examples; set your own: PostgreSQL 15 or newer",
    ],
    [{ PROVIDER_TOKEN: "REPLACE" }, "PROVIDER_TOKEN has REPLACE of the examples"],
    // Also of what nobody reads with the other settings.
    [{ S3_ACCESS_KEY_ID: "REPLACE" }, "S3_ACCESS_KEY_ID has REPLACE of the examples"],
  ])("PROD refuses a placeholder, in one sentence: %j", (env, sentence) => {
    const faults = faultsIn({ ...PROD, ...env });
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(faults[0]).not.toContain("hidden");
    expect(faultsIn({ ...TEST, ...env }).join()).not.toContain("of the examples");
  });

  test("a placeholder in a secret's file is refused too", () => {
    const file = join(mkdtempSync(join(tmpdir(), "voltmarg-secrets-")), "key");
    writeFileSync(file, "REPLACE\n");
    const env = { ...PROD, RAZORPAY_KEY_SECRET: undefined, RAZORPAY_KEY_SECRET_FILE: file };
    expect(faultsIn(env)).toEqual([
      "RAZORPAY_KEY_SECRET has REPLACE of the examples; set your own: the secret of that key.",
    ]);
  });

  test("words and ids that only look like placeholders are accepted in PROD", () => {
    const given = {
      PARTY_NAME: "Exemplary Charging",
      STAFF_OPENID_NAME: "Examples & Sons",
      SMS_DLT_ENTITY_ID: "1101000004500000000",
      PROVIDER_TOKEN: "c7replace4d3Replaced71exem",
    };
    expect(readConfig({ ...PROD, ...given }).party.name).toBe("Exemplary Charging");
  });

  test("in PROD no two settings have the same secret", () => {
    const METRICS_TOKEN = PROD["PROVIDER_TOKEN"];
    const RAZORPAY_WEBHOOK_SECRET = `4b1f6a90c27d835e6a90,${PROD["RAZORPAY_KEY_SECRET"]}`;
    expect(faultsIn({ ...PROD, METRICS_TOKEN, RAZORPAY_WEBHOOK_SECRET })).toEqual([
      "RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET have the same secret: give each its own.",
      "PROVIDER_TOKEN and METRICS_TOKEN have the same secret: give each its own.",
    ]);
    const DATABASE_DIRECT_URL = PROD["DATABASE_URL"];
    expect(faultsIn({ ...PROD, DATABASE_DIRECT_URL })).toEqual([]);
  });

  test("a PostgreSQL of the operating system may be reached by its socket", () => {
    const DATABASE_URL = "postgresql:///voltmarg?host=/var/run/postgresql&user=voltmarg";
    expect(readConfig({ ...PROD, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  test("every fault is reported at once, one a line", () => {
    const env = { ...PROD, DATABASE_URL: "", PORT: "eighty", SMTP_URL: "", PROVIDER_TOKEN: "x" };
    const reading = () => readConfig(env);
    expect(reading).toThrow(/DATABASE_URL is not set/);
    expect(reading).toThrow(/PORT must be a whole number/);
    expect(reading).toThrow(/SMTP_URL must say/);
    expect(reading).toThrow(/PROVIDER_TOKEN can be guessed/);
  });

  test("a secret may be in a file; both at once and a missing file are reported", () => {
    const folder = mkdtempSync(join(tmpdir(), "voltmarg-secrets-"));
    const file = join(folder, "token");
    writeFileSync(file, "token-out-of-a-file\n");
    const { PROVIDER_TOKEN_FILE, missing } = {
      PROVIDER_TOKEN_FILE: file,
      missing: join(folder, "none"),
    };
    expect(readConfig({ ...TEST, PROVIDER_TOKEN_FILE }).providerToken).toBe("token-out-of-a-file");
    expect(() => readConfig({ ...TEST, PROVIDER_TOKEN_FILE, PROVIDER_TOKEN: "x" })).toThrow(
      "PROVIDER_TOKEN and PROVIDER_TOKEN_FILE are both set; keep one of them.",
    );
    expect(() =>
      readConfig({ ...TEST, RAZORPAY_KEY_SECRET: undefined, RAZORPAY_KEY_SECRET_FILE: missing }),
    ).toThrow(
      new ConfigError(`RAZORPAY_KEY_SECRET_FILE names ${missing}, which cannot be read (ENOENT).`),
    );
    // Only secrets are read from files.
    expect(readConfig({ ...TEST, PORT_FILE: file }).port).toBe(8080);
  });

  const partyOf = (env: Record<string, string>) => readConfig({ ...TEST, ...env }).party;
  const faultOf = (env: Record<string, string>) => () => readConfig({ ...TEST, ...env });

  test("the provider's name is also the short one where a home screen shows all of it", () => {
    expect(partyOf({})).toMatchObject({ name: "Voltmarg", shortName: "Voltmarg" });
    expect(partyOf({ PARTY_NAME: "Ampere & Söhne" }).shortName).toBeNull();
    const [PARTY_NAME, PARTY_SHORT_NAME] = ["Ampere & Söhne", "Ampere"];
    expect(partyOf({ PARTY_NAME, PARTY_SHORT_NAME }).shortName).toBe("Ampere");
    // Twelve as they are read, although more are written.
    const hindi = "बिजली चार्जिंग";
    expect(partyOf({ PARTY_SHORT_NAME: hindi }).shortName).toBe(hindi);
    expect(adviceOn(readConfig({ ...PROD, PARTY_NAME }))).toEqual(
      expect.arrayContaining([
        'PARTY_SHORT_NAME is not set, and home screens show no more than a part of "Ampere & Söhne".',
        expect.stringMatching(/^SMS_DLT_TEMPLATES has an older text of codes, which says Voltmarg/),
      ]),
    );
    expect(faultOf({ PARTY_SHORT_NAME: "Ampere & Söhne" })).toThrow(
      new ConfigError(
        'PARTY_SHORT_NAME must be one line of at most 12 characters, not "Ampere & Söhne".',
      ),
    );
    expect(faultOf({ PARTY_NAME: "two\nlines" })).toThrow(ConfigError);
  });

  test("an app that opens our links is named in full, or not at all", () => {
    const fingerprint = `5f${":0A".repeat(31)}`;
    const ANDROID = { ANDROID_APP: "in.example.app", ANDROID_CERTIFICATES: fingerprint };
    const IOS_APP = "ABCDE12345.in.example.app";
    expect(readConfig({ ...TEST, ...ANDROID, IOS_APP }).apps).toEqual({
      android: { name: "in.example.app", certificates: [fingerprint] },
      ios: IOS_APP,
    });
    expect(readConfig(TEST).apps).toEqual({ android: null, ios: null });
    for (const [env, fault] of [
      [{ ANDROID_APP: "app" }, /^ANDROID_APP must be the id of an Android app/],
      [{ ...ANDROID, ANDROID_CERTIFICATES: "5F:0A" }, /^ANDROID_CERTIFICATES must be SHA-256/],
      [{ ANDROID_APP: "in.example.app" }, /^ANDROID_APP and ANDROID_CERTIFICATES belong together/],
      [{ ANDROID_CERTIFICATES: fingerprint }, /^ANDROID_APP and ANDROID_CERTIFICATES belong/],
      [{ IOS_APP: "in.example.app" }, /^IOS_APP must be the team's ten characters/],
      [{ IOS_APP, FCM_IOS_APP: "in.example" }, /^IOS_APP and FCM_IOS_APP name two apps/m],
    ] as const)
      expect(faultOf(env), JSON.stringify(env)).toThrow(fault);
  });

  test("what is allowed in PROD but probably a mistake is reported", () => {
    expect(adviceOn(readConfig(PROD)).map((each) => each.split(" ")[0])).toEqual([
      "TRUST_PROXY",
      "Neither",
      "FCM_SERVICE_ACCOUNT",
      "APP_DIR",
      "SMS_DLT_TEMPLATES",
      "DATABASE_URL",
    ]);
    expect(adviceOn(readConfig(TEST))).toEqual([]);
    const ofProject = (project_id: string) => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const account = {
        project_id,
        client_email: "push@voltmarg.iam.gserviceaccount.com",
        private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
        token_uri: "https://oauth2.googleapis.com/token",
      };
      return adviceOn(readConfig({ ...PROD, FCM_SERVICE_ACCOUNT: JSON.stringify(account) }));
    };
    const sentence = "FCM_SERVICE_ACCOUNT: client_email is not of project_id.";
    expect(ofProject("voltmarg")).not.toContain(sentence);
    expect(ofProject("another")).toContain(sentence);
  });

  test("the page of settings is generated from the code, and lists every setting", () => {
    const page = new URL("../../../../../docs/reference/settings.md", import.meta.url);
    expect(readFileSync(page, "utf8"), "npm run config -- page writes it").toBe(settingsPage());
    const listed = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group));
    expect(listed).toEqual(Object.keys(SETTINGS));
  });

  test("the code reads every setting", () => {
    const code = ["config", "messaging"]
      .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"))
      .join("");
    const isRead = (name: string) => code.includes(`"${name}"`) || name === "VOLTMARG_ENV";
    expect(Object.keys(SETTINGS).filter((name) => !isRead(name))).toEqual([]);
  });

  test.each(PROFILES)("a setting that is set to its default changes nothing in %s", (profile) => {
    const env = { ...(profile === "PROD" ? PROD : TEST), VOLTMARG_ENV: profile };
    const config = readConfig(env);
    const texts = allSettings().flatMap(({ name, default: text }) => {
      const given = typeof text === "object" ? (text[profile] ?? text.else) : text;
      return given && !given.includes("${") && !(name in env) ? [[name, given] as const] : [];
    });
    expect(texts.length).toBeGreaterThan(30);
    for (const [name, text] of texts) expect(readConfig({ ...env, [name]: text })).toEqual(config);
  });

  test.each(allSettings().filter(({ needed }) => needed === "always" || needed === "PROD"))(
    "the service does not start without a needed setting: $name",
    ({ name, needed }) => {
      const complete = needed === "always" ? TEST : PROD;
      expect(() => readConfig({ ...complete, [name]: undefined })).toThrow(name);
    },
  );

  test("a default can name another setting", () => {
    expect(readConfig({ ...TEST, PORT: "9000" }).publicUrl).toBe("http://localhost:9000");
    expect(readConfig(TEST).scale.databaseDirectUrl).toBe(TEST.DATABASE_URL);
  });

  test("a default can depend on the environment", () => {
    const staging = readConfig({ ...TEST, VOLTMARG_ENV: "INT" });
    expect(readConfig(PROD).scale.drainSeconds).toBe(5);
    expect(staging.scale.drainSeconds).toBe(0);
    expect(staging.driverBudgetFactor).toBe(1);
    expect(readConfig(TEST).driverBudgetFactor).toBe(1_000);
  });
});
