import { describe, expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";
import { messageEnvOfProd } from "@voltmarg/testkit/sms-carriers";
import { ConfigError, readConfig } from "./config.ts";
import { readMessageSettings } from "./messaging.ts";
import { settingsReader } from "./read-settings.ts";
import { isSecretOf, isWebPushKey, newWebPushKeys } from "./web-push-keys.ts";

type Env = Record<string, string | undefined>;

function readMessages(env: Env, prod: boolean) {
  const read = settingsReader({ ...env, VOLTMARG_ENV: prod ? "PROD" : "DEV" });
  return { settings: readMessageSettings(read), faults: read.faults };
}

const faultsOf = (env: Env, prod = false) => readMessages(env, prod).faults;

describe("[A-9] [N-5] settings of SMS, mail and push", () => {
  test("outside PROD none is needed: messages are stored in a table", () => {
    const { settings, faults } = readMessages({}, false);
    expect(faults).toEqual([]);
    expect(settings).toMatchObject({ sms: null, mail: null, webPush: null, fcm: null });
  });

  test("PROD refuses to start without carriers, and reports everything that is missing at once", () => {
    expect(faultsOf({}, true)).toEqual([
      "SMS_CARRIERS must name msg91, twilio or both in PROD.",
      "SMTP_URL must say where mail is sent from in PROD.",
      "WEB_PUSH_PUBLIC_KEY is not set.",
      "WEB_PUSH_PRIVATE_KEY is not set.",
      "WEB_PUSH_SUBJECT is not set.",
    ]);
    expect(faultsOf(messageEnvOfProd, true)).toEqual([]);
    const env = Object.fromEntries(
      Object.entries(envOfProd).filter(([name]) => !(name in messageEnvOfProd)),
    );
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(/SMS_CARRIERS.*\n.*SMTP_URL/);
    expect(readConfig({ ...env, ...messageEnvOfProd }).messages.sms?.carriers).toHaveLength(2);
  });

  test("carriers are read with their registration, in the order in which they are tried", () => {
    const { settings } = readMessages({ ...messageEnvOfProd, SMS_CARRIERS: "twilio,msg91" }, true);
    expect(settings.sms!.carriers.map(({ name }) => name)).toEqual(["twilio", "msg91"]);
    expect(settings.sms!.dlt).toMatchObject({
      entityId: "1101374650000012345",
      header: "VLTMRG",
      templates: { CODE: { dlt: "1107165432100004711", msg91: "flow-of-codes" } },
    });
    expect(settings.budgets.sms).toEqual({ perDay: 5_000, perRecipient: 24 });
  });

  test.each([
    [{ SMS_CARRIERS: "msg91,pigeon" }, 'SMS_CARRIERS knows msg91 and twilio, not "pigeon".'],
    [{ SMS_CARRIERS: "msg91,msg91" }, "SMS_CARRIERS names a carrier twice."],
    [{ MSG91_AUTH_KEY: "" }, "MSG91_AUTH_KEY is not set."],
    [
      { MSG91_WEBHOOK_SECRET: "short" },
      "MSG91_WEBHOOK_SECRET must be 24 or more letters, digits, - and _.",
    ],
    [{ TWILIO_BASE_URL: "http://carrier.voltmarg.in" }, "TWILIO_BASE_URL must be https in PROD."],
    [{ SMS_DLT_ENTITY_ID: "12" }, "SMS_DLT_ENTITY_ID must be 19 digits."],
    [{ SMS_DLT_HEADER: "VOLTMARG" }, "SMS_DLT_HEADER must be six letters."],
    [{ SMS_DLT_TEMPLATES: "{" }, "SMS_DLT_TEMPLATES must be JSON."],
    [{ SMTP_URL: "https://mail.voltmarg.in" }, "SMTP_URL must be smtp://… or smtps://…."],
    [{ MAIL_FROM: "nobody" }, 'MAIL_FROM must be an address, or "Name <address>".'],
    [
      { MAIL_FROM: "A\r\nBcc: x <a@voltmarg.in>" },
      'MAIL_FROM must be an address, or "Name <address>".',
    ],
    [{ WEB_PUSH_PUBLIC_KEY: "BAAA" }, "WEB_PUSH_PUBLIC_KEY must be a P-256 point in base64url."],
    [
      { WEB_PUSH_PRIVATE_KEY: "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI" },
      "WEB_PUSH_PRIVATE_KEY must be the 32 bytes of the public key's other half, in base64url.",
    ],
    [{ WEB_PUSH_SUBJECT: "push@voltmarg.in" }, "WEB_PUSH_SUBJECT must be mailto:… or https://…."],
    [
      { FCM_SERVICE_ACCOUNT: "x" },
      "FCM_SERVICE_ACCOUNT must be the JSON of a service account's key.",
    ],
    [
      { WEB_PUSH_HOSTS: "push.voltmarg.in,*" },
      'WEB_PUSH_HOSTS must be host names with commas between, not "*".',
    ],
    [
      { FCM_SERVICE_ACCOUNT: JSON.stringify({ private_key: "-----BEGIN" }) },
      "FCM_SERVICE_ACCOUNT: private_key must be a private key in PEM.",
    ],
    [
      { FCM_IOS_APP: "in.voltmarg.app" },
      "FCM_IOS_APP is set, but FCM_SERVICE_ACCOUNT does not say whose.",
    ],
    [
      { TWILIO_ACCOUNT_SID: "voltmarg" },
      "TWILIO_ACCOUNT_SID must be AC and 32 digits of 0-9 and a-f.",
    ],
    [{ SMS_PER_DAY: "many" }, 'SMS_PER_DAY must be a whole number, not "many".'],
  ])("a wrong setting is reported in one sentence: %j", (wrong, fault) => {
    expect(faultsOf({ ...messageEnvOfProd, ...wrong }, true)).toContain(fault);
  });

  test("each template needs its DLT id, and MSG91's where MSG91 sends it", () => {
    const SMS_DLT_TEMPLATES = JSON.stringify({ CODE: { dlt: "1107165432100004711" } });
    const faults = faultsOf({ ...messageEnvOfProd, SMS_DLT_TEMPLATES }, true);
    expect(faults).toHaveLength(5);
    const alone = { ...messageEnvOfProd, SMS_CARRIERS: "twilio", SMS_DLT_TEMPLATES };
    expect(faultsOf(alone, true)).toHaveLength(2);
  });

  test("a text may be registered in other languages too, with the same ids as in English", () => {
    const english = { dlt: "1107165432100004711", msg91: "flow" };
    const all = { CODE: english, REFUND_TO_WALLET: english, REFUND_BY_SUPPORT: english };
    const withCode = (CODE: object) => ({
      ...messageEnvOfProd,
      SMS_DLT_TEMPLATES: JSON.stringify({ ...all, CODE: { ...english, ...CODE } }),
    });
    expect(faultsOf(withCode({ hi: english, ur: english }), true)).toEqual([]);
    expect(faultsOf(withCode({ hi: { dlt: "1" } }), true)).toEqual([
      'SMS_DLT_TEMPLATES needs the 19 digits of CODE in hi as "dlt".',
      `SMS_DLT_TEMPLATES needs MSG91's id of CODE in hi as "msg91".`,
    ]);
    expect(faultsOf(withCode({ wording: 3, hi: { ...english, wording: 5 } }), true)).toEqual([
      'SMS_DLT_TEMPLATES needs 1, 2, 3 or 4 as "wording" of CODE in hi.',
    ]);
  });

  test("new keys are a pair, and never the same one", () => {
    const pair = newWebPushKeys();
    expect(isWebPushKey(pair.publicKey)).toBe(true);
    expect(isSecretOf(pair.publicKey, pair.privateKey)).toBe(true);
    expect(isSecretOf(newWebPushKeys().publicKey, pair.privateKey)).toBe(false);
    // Not a point on the curve.
    expect(isWebPushKey(Buffer.alloc(65, 4).toString("base64url"))).toBe(false);
  });
});
