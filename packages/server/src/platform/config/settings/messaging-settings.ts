import { z } from "zod";
import { isWebPushKey } from "../web-push-keys.ts";
import { address, count, json, list, text, textLike } from "./schemas.ts";
import type { SettingGroup } from "./setting.ts";

export const SMS_AND_MAIL = {
  SMS_CARRIERS: {
    schema: list(),
    needed: "PROD",
    default: "",
    description:
      "`msg91`, `twilio` or both with a comma between, in the order in which they are tried ([messages](messages.md))",
  },
  SMS_DLT_ENTITY_ID: {
    schema: textLike(/^\d{19}$/, "19 digits"),
    needed: "with the one before",
    description: "the principal entity's 19 digits",
  },
  SMS_DLT_HEADER: {
    schema: textLike(/^[A-Za-z]{6}$/, "six letters"),
    needed: "with the one before",
    description: "the six letters that drivers see as the sender",
  },
  SMS_DLT_TEMPLATES: {
    schema: json(z.record(z.string(), z.unknown()), "JSON"),
    needed: "with the one before",
    description: "JSON: each text's id in the operators' register, and MSG91's",
  },
  MSG91_AUTH_KEY: {
    schema: text(),
    secret: true,
    description: "needed with `msg91`: the account's auth key",
  },
  MSG91_WEBHOOK_SECRET: {
    // It is part of a URL, so it must be long and need no escaping.
    schema: textLike(/^[\w-]{24,}$/, "24 or more letters, digits, - and _"),
    secret: true,
    description:
      "needed with `msg91`: 24 or more letters, digits, - and _ in the address of its reports",
  },
  MSG91_BASE_URL: {
    schema: address(),
    default: "https://control.msg91.com",
    description: "the address of MSG91's API",
  },
  TWILIO_ACCOUNT_SID: {
    schema: textLike(/^AC[0-9a-f]{32}$/, "AC and 32 digits of 0-9 and a-f"),
    description: "needed with `twilio`: the account's SID, `AC…`",
  },
  TWILIO_AUTH_TOKEN: {
    schema: text(),
    secret: true,
    description: "needed with `twilio`: the account's auth token",
  },
  TWILIO_BASE_URL: {
    schema: address(),
    default: "https://api.twilio.com",
    description: "the address of Twilio's API",
  },
  // Outside PROD all drivers of a demonstration or test share these budgets.
  SMS_PER_DAY: {
    schema: count(),
    default: { PROD: "5000", else: "1000000" },
    description:
      "the most SMS on a day of India's calendar; beyond it codes are refused, and the last fifth is reserved for numbers with an account",
  },
  SMS_PER_RECIPIENT_AND_DAY: {
    schema: count(),
    default: { PROD: "24", else: "100000" },
    description: "… to one number",
  },
  SMTP_URL: {
    schema: text().refine(
      (url) => /^smtps?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""),
      "must be smtp://… or smtps://….",
    ),
    needed: "PROD",
    secret: true,
    description: "`smtps://user:password@host`, or `smtp://…`, which must offer STARTTLS in `PROD`",
  },
  MAIL_FROM: {
    schema: textLike(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, 'an address, or "Name <address>"'),
    needed: "with the one before",
    description: "the sender of mails, `Example Charging <no-reply@charge.example.in>`",
  },
  MAILS_PER_DAY: {
    schema: count(),
    default: { PROD: "20000", else: "1000000" },
    description: "the most mails on a day of India's calendar",
  },
  MAILS_PER_RECIPIENT_AND_DAY: {
    schema: count(),
    default: { PROD: "30", else: "100000" },
    description: "… to one address",
  },
} as const satisfies SettingGroup;

export const PUSH = {
  WEB_PUSH_PUBLIC_KEY: {
    schema: text().refine(isWebPushKey, "must be a P-256 point in base64url."),
    needed: "PROD",
    description:
      "the public key of the VAPID pair; it never changes: browsers that subscribed with it accept no other",
  },
  WEB_PUSH_PRIVATE_KEY: {
    schema: text(),
    needed: "with the one before",
    secret: true,
    description: "the private key of the pair",
  },
  WEB_PUSH_SUBJECT: {
    schema: textLike(/^(mailto:.+@.+|https:\/\/.+)$/, "mailto:… or https://…"),
    needed: "with the one before",
    description: "`mailto:` or `https:`: the contact for push services",
  },
  WEB_PUSH_HOSTS: {
    schema: list(
      (each) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(each),
      (each) => `must be host names with commas between, not "${each}".`,
    ),
    default: "",
    description:
      "push services besides those of Chrome, Firefox, Safari and Edge, with commas between",
  },
  FCM_SERVICE_ACCOUNT: {
    schema: json(z.record(z.string(), z.unknown()), "the JSON of a service account's key"),
    secret: true,
    description:
      "the JSON of a Firebase service account's key; without it the native apps get no push messages",
  },
  FCM_BASE_URL: {
    schema: address(),
    default: "https://fcm.googleapis.com",
    description: "the address of Firebase's API",
  },
  FCM_IOS_APP: { schema: text(), description: "the bundle id of the iOS app" },
  FCM_IID_BASE_URL: {
    schema: address(),
    default: "https://iid.googleapis.com",
    description: "the address at which Firebase converts Apple's tokens",
  },
} as const satisfies SettingGroup;
