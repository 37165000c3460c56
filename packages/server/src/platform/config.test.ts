import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const TEST = {
  VOLTMARG_ENV: "TEST",
  DATABASE_URL: "postgresql:///voltmarg",
  RAZORPAY_KEY_ID: "rzp_test_x",
  RAZORPAY_KEY_SECRET: "s",
  RAZORPAY_WEBHOOK_SECRET: "new,old",
};
const PROD = {
  ...TEST,
  VOLTMARG_ENV: "PROD",
  RAZORPAY_KEY_ID: "rzp_live_x",
  FILES_DIR: "/srv/images",
};
const BUCKET = { S3_BUCKET: "images", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };

describe("[N-2] settings", () => {
  test("are read, with what is not said filled in", () => {
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
    expect(readConfig(PROD).otp.sendsPerHourAndAddress).toBe(10);
    expect(readConfig(PROD).blobs).toEqual({ kind: "disk", folder: "/srv/images" });
    expect(readConfig({ ...PROD, ...BUCKET }).blobs).toEqual({
      kind: "s3",
      bucket: "images",
      region: "ap-south-1",
      endpoint: null,
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
  });

  test.each([
    [{ ...TEST, DATABASE_URL: "" }, "DATABASE_URL is not set."],
    [{ ...TEST, RAZORPAY_KEY_SECRET: undefined }, "RAZORPAY_KEY_SECRET is not set."],
    [
      { ...TEST, VOLTMARG_ENV: "STAGING" },
      'VOLTMARG_ENV must be DEV, INT, TEST or PROD, not "STAGING".',
    ],
    [{ ...TEST, PORT: "eighty" }, 'PORT must be a number, not "eighty".'],
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
    [{ ...TEST, ...BUCKET, S3_ACCESS_KEY_ID: "" }, "S3_ACCESS_KEY_ID is not set."],
    [
      { ...PROD, DEMO_SPEED: "60" },
      "DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.",
    ],
  ])("that cannot be used are refused in one sentence: %#", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(sentence));
  });
});
