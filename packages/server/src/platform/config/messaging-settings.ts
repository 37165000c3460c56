import type { Setting } from "./setting.ts";

/** How messages reach drivers. */
export const MESSAGE_SETTINGS = {
  "SMS and mail": [
    {
      name: "SMS_CARRIERS",
      needed: "PROD",
      description:
        "`msg91`, `twilio` or both with a comma between, in the order they are tried ([messages](messages.md))",
    },
    {
      name: "SMS_DLT_ENTITY_ID",
      needed: "with the one before",
      description: "the principal entity's 19 digits",
    },
    {
      name: "SMS_DLT_HEADER",
      needed: "with the one before",
      description: "the six letters drivers see",
    },
    {
      name: "SMS_DLT_TEMPLATES",
      needed: "with the one before",
      description: "JSON: each text's id with the operators, and MSG91's",
    },
    { name: "MSG91_AUTH_KEY", secret: true, description: "needed with `msg91`" },
    {
      name: "MSG91_WEBHOOK_SECRET",
      secret: true,
      description:
        "needed with `msg91`: 24 or more letters, digits, - and _ in the address of its reports",
    },
    {
      name: "MSG91_BASE_URL",
      default: "https://control.msg91.com",
      description: "where MSG91 is reached, if not where it always is",
    },
    { name: "TWILIO_ACCOUNT_SID", description: "needed with `twilio`" },
    { name: "TWILIO_AUTH_TOKEN", secret: true, description: "needed with `twilio`" },
    {
      name: "TWILIO_BASE_URL",
      default: "https://api.twilio.com",
      description: "where Twilio is reached, if not where it always is",
    },
    {
      name: "SMS_PER_DAY",
      default: "5000 in `PROD`",
      description:
        "SMS on a day of India's calendar; beyond it codes are refused, and the last fifth is kept for numbers with an account",
    },
    { name: "SMS_PER_RECIPIENT_AND_DAY", default: "24 in `PROD`", description: "… to one number" },
    {
      name: "SMTP_URL",
      needed: "PROD",
      secret: true,
      description:
        "`smtps://user:password@host`, or `smtp://…`, which has to offer STARTTLS in `PROD`",
    },
    {
      name: "MAIL_FROM",
      needed: "with the one before",
      description: "`Voltmarg <no-reply@charge.example.in>`",
    },
    {
      name: "MAILS_PER_DAY",
      default: "20000 in `PROD`",
      description: "mails on a day of India's calendar",
    },
    {
      name: "MAILS_PER_RECIPIENT_AND_DAY",
      default: "30 in `PROD`",
      description: "… to one address",
    },
  ],
  Push: [
    {
      name: "WEB_PUSH_PUBLIC_KEY",
      needed: "PROD",
      description: "one pair for ever: browsers that subscribed under it are reached by no other",
    },
    {
      name: "WEB_PUSH_PRIVATE_KEY",
      needed: "with the one before",
      secret: true,
      description: "its other half",
    },
    {
      name: "WEB_PUSH_SUBJECT",
      needed: "with the one before",
      description: "`mailto:` or `https:`: whom a push service writes to about us",
    },
    {
      name: "WEB_PUSH_HOSTS",
      description:
        "push services besides those of Chrome, Firefox, Safari and Edge, with commas between",
    },
    {
      name: "FCM_SERVICE_ACCOUNT",
      secret: true,
      description:
        "the JSON of a Firebase service account's key; without it the native apps are not pushed to",
    },
    {
      name: "FCM_BASE_URL",
      default: "https://fcm.googleapis.com",
      description: "where Firebase is reached, if not where it always is",
    },
    { name: "FCM_IOS_APP", description: "the bundle id of the app for iOS" },
    {
      name: "FCM_IID_BASE_URL",
      default: "https://iid.googleapis.com",
      description: "where Firebase learns of Apple's tokens",
    },
  ],
} as const satisfies Record<string, readonly Setting[]>;
