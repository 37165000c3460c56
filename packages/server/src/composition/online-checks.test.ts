import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFcm } from "@voltmarg/testkit/fcm";
import { KEY_SECRET, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { startMailServer } from "@voltmarg/testkit/mail-server";
import { startS3 } from "@voltmarg/testkit/s3-server";
import { trustedPair } from "@voltmarg/testkit/self-signed";
import { startSmsCarriers } from "@voltmarg/testkit/sms-carriers";
import { readConfig } from "../platform/config/config.ts";
import { settingTexts } from "../platform/config/read-settings.ts";
import { sql } from "../platform/database/database.ts";
import { checkOnline } from "./online-checks.ts";

type Env = Record<string, string>;

let world: Harness;
let env: Env;
const ends: (() => Promise<unknown>)[] = [];
const listen = async (server: Server) => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  world = await startHarness({ locations: 1, operators: false, roads: true });
  const [sms, fcm, mail, s3] = await Promise.all([
    startSmsCarriers(),
    startFcm(),
    startMailServer(),
    startS3({ id: "AKIDTEST", secret: "secret-of-bucket" }),
  ]);
  ends.push(sms.close, fcm.close, mail.close, s3.close, world.stop);
  const secure = await listen(createHttpsServer(trustedPair(), (_, answer) => void answer.end()));
  const [operator] = world.cpo.operators;
  env = {
    ...sms.env,
    ...fcm.env,
    VOLTMARG_ENV: "TEST",
    PUBLIC_URL: `https://localhost:${secure}`,
    DATABASE_URL: world.config.databaseUrl,
    RAZORPAY_BASE_URL: world.pay.url,
    RAZORPAY_KEY_ID: "rzp_test_harness",
    RAZORPAY_KEY_SECRET: KEY_SECRET,
    RAZORPAY_WEBHOOK_SECRET: "secret-of-webhooks",
    ROUTER_URL: world.roads!.url,
    SMTP_URL: mail.url,
    MAIL_FROM: "no-reply@voltmarg.in",
    S3_BUCKET: "images",
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: "AKIDTEST",
    S3_SECRET_ACCESS_KEY: "secret-of-bucket",
    OPERATORS: JSON.stringify([
      { name: "Grid One", versions_url: operator!.versionsUrl, token_a: operator!.tokenA },
    ]),
  };
});
afterAll(() => Promise.all(ends.map((end) => end())));

const linesOf = async (more: Env) => {
  const given = { ...env, ...more };
  const found = await checkOnline(readConfig(given), settingTexts(given));
  return found.flat().map(({ is, text }) => `${is} ${text}`);
};
/** The lines that differ from those of settings that are right. */
const newLines = async (more: Env) => {
  const usual = await linesOf({});
  return (await linesOf(more)).filter((line) => !usual.includes(line));
};

describe("[N-2] what the settings name is asked", () => {
  test("each has its line, in the same order every time", async () => {
    expect(await linesOf({})).toEqual([
      expect.stringMatching(/^ok name localhost of PUBLIC_URL: resolves to /),
      expect.stringMatching(
        /^ok database of DATABASE_URL: PostgreSQL \d+.*, 0 migrations to apply/,
      ),
      "ok Razorpay: accepts RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET",
      "ok MSG91: has all 5 templates of SMS_DLT_TEMPLATES",
      "ok Twilio: accepts TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
      "ok SMTP_URL: connects and signs in",
      "ok Firebase: accepts FCM_SERVICE_ACCOUNT",
      "ok bucket images: an object was written, read and removed",
      "ok router: accepts the request",
      expect.stringMatching(/^ok operator Grid One: speaks OCPI .*2\.2\.1/),
      "advice PUBLIC_URL: its certificate is valid for 0 more days: renew it",
    ]);
  });

  const nowhere = "127.0.0.1:1";
  test.each<[Env, string]>([
    [
      { ROUTER_URL: "http://nothing.invalid" },
      "fault name nothing.invalid of ROUTER_URL: getaddrinfo ENOTFOUND nothing.invalid",
    ],
    [
      { DATABASE_DIRECT_URL: `postgresql://voltmarg:hidden@${nowhere}/voltmarg` },
      `fault database of DATABASE_DIRECT_URL: connect ECONNREFUSED ${nowhere}`,
    ],
    [{ NATS_URL: `nats://voltmarg:hidden@${nowhere}` }, "fault NATS: connection refused"],
    [
      { RAZORPAY_KEY_SECRET: "another" },
      "fault Razorpay: refuses RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET (HTTP 401)",
    ],
    [{ MSG91_AUTH_KEY: "another" }, "fault MSG91: refuses MSG91_AUTH_KEY (HTTP 401)"],
    [
      { TWILIO_AUTH_TOKEN: "another" },
      "fault Twilio: refuses TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN (HTTP 401)",
    ],
    [{ SMTP_URL: `smtp://${nowhere}` }, `fault SMTP_URL: connect ECONNREFUSED ${nowhere}`],
    [{ ROUTER_URL: `http://${nowhere}` }, `fault router: connect ECONNREFUSED ${nowhere}`],
    [
      { OPERATORS: `[{"name":"Away","versions_url":"http://${nowhere}/v","token_a":"t"}]` },
      `fault operator Away: connect ECONNREFUSED ${nowhere}`,
    ],
    [
      { PUBLIC_URL: `https://${nowhere}` },
      `advice PUBLIC_URL: nothing answers there yet (connect ECONNREFUSED ${nowhere})`,
    ],
  ])("who is away or refuses is named, without a secret: %j", async (wrong, line) => {
    const lines = await newLines(wrong);
    expect(lines).toContain(line);
    expect(lines.join()).not.toContain("hidden");
  });

  test("a database of a release before 0.9 is a fault that says what to do", async () => {
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(world.database.db);
    await rename("0145-built-in-texts", "0144-scheduled-tasks");
    const lines = await linesOf({});
    await rename("0144-scheduled-tasks", "0145-built-in-texts");
    expect(lines).toContain(
      "fault database of DATABASE_URL: The database is of a release before 0.9. Start release 0.9 on it once, then this release.",
    );
  });

  test("a bucket that refuses the key is a fault", async () => {
    const [line] = await newLines({ S3_SECRET_ACCESS_KEY: "another-secret" });
    expect(line).toMatch(/^fault bucket images: /);
  });

  test("an operator that has replaced the first token is no fault", async () => {
    const { versionsUrl } = world.cpo.operators[0]!;
    const OPERATORS = JSON.stringify([{ name: "Met", versions_url: versionsUrl, token_a: "used" }]);
    expect(await newLines({ OPERATORS })).toEqual([
      expect.stringMatching(
        /^advice operator Met: .*; once we are registered, its token_a is used up$/,
      ),
    ]);
  });

  test("a template that MSG91 does not have is named", async () => {
    const SMS_DLT_TEMPLATES = env["SMS_DLT_TEMPLATES"]!.replace("flow-of-returns", "gone");
    expect(await newLines({ SMS_DLT_TEMPLATES })).toEqual([
      "advice MSG91: shows no active version of the template of REFUND_TO_WALLET",
    ]);
  });

  test("who accepts a connection and stays silent is given up after five seconds", async () => {
    const silent = await listen(createServer());
    const began = performance.now();
    const lines = await linesOf({
      RAZORPAY_BASE_URL: `http://127.0.0.1:${silent}`,
      S3_ENDPOINT: `http://127.0.0.1:${silent}`,
      SMTP_URL: `smtp://127.0.0.1:${silent}`,
      DATABASE_REPLICA_URL: `postgresql://u@127.0.0.1:${silent}/d`,
    });
    expect(performance.now() - began).toBeLessThan(7_000);
    const faults = lines
      .filter((line) => line.startsWith("fault"))
      .map((line) => line.split(":")[0]);
    expect(faults).toEqual([
      "fault database of DATABASE_REPLICA_URL",
      "fault Razorpay",
      "fault SMTP_URL",
      "fault bucket images",
    ]);
  });
});

test("[N-2] a user of the database who may not create tables is a fault", async () => {
  const { db } = world.database;
  const reader = `reader_${process.pid}`;
  await sql
    .raw(`create role ${reader} login; revoke create on schema public from public`)
    .execute(db);
  const url = new URL(world.config.databaseUrl);
  url.searchParams.set("user", reader);
  expect(await newLines({ DATABASE_DIRECT_URL: url.href })).toContain(
    "fault database of DATABASE_DIRECT_URL: its user may not create tables, so that no migration can run",
  );
  await sql.raw(`drop role ${reader}`).execute(db);
});

test("[N-2] in PROD the seller must not be the example, a grievance officer must be named, and its tax rates must be confirmed", async () => {
  const linesWith = async (word: string) => {
    const config = { ...readConfig(env), profile: "PROD" as const };
    const lines = (await checkOnline(config, new Map())).flat();
    return lines.map(({ is, text }) => `${is} ${text}`).filter((line) => line.includes(word));
  };
  expect(await linesWith("seller is")).toEqual([
    "fault database of DATABASE_URL: the seller is the example: /readyz answers 503; npm run provider -- seller set names yours",
  ]);
  await sql`update seller set name = 'Voltmarg Ltd', example = false`.execute(world.database.db);
  expect(await linesWith("seller is")).toEqual([
    "ok database of DATABASE_URL: the seller is Voltmarg Ltd",
  ]);
  expect(await linesWith("grievance")).toEqual([
    "fault database of DATABASE_URL: nobody is the grievance officer: /readyz answers 503; npm run provider -- seller set names one",
  ]);
  await sql`update seller set officer_name = 'Asha Menon', officer_designation = 'Grievance Officer',
    officer_phone = '+912026120001', officer_email = 'grievance@voltmarg.example'`.execute(
    world.database.db,
  );
  expect(await linesWith("grievance")).toEqual([]);
  expect(await linesWith("tax rates")).toEqual([
    "fault database of DATABASE_URL: nobody has confirmed the tax rates: /readyz answers 503; npm run provider -- tax set does",
  ]);
  await sql`update tax_rate set set_by = 'meera'`.execute(world.database.db);
  expect(await linesWith("tax rates")).toEqual([]);
});
