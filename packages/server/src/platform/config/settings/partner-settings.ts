import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";
import { z } from "zod";
import {
  address,
  json,
  list,
  number,
  oneLine,
  oneOf,
  text,
  textLike,
  wholeNumber,
} from "./schemas.ts";
import type { SettingGroup } from "./setting.ts";

const filled = z.string().trim().min(1);

export const PAYMENTS = {
  RAZORPAY_KEY_ID: {
    schema: text(),
    needed: "always",
    description: "`rzp_live_…` in `PROD`, `rzp_test_…` elsewhere",
  },
  RAZORPAY_KEY_SECRET: {
    schema: text(),
    needed: "always",
    secret: true,
    description: "the secret of that key",
  },
  RAZORPAY_WEBHOOK_SECRET: {
    schema: list(),
    needed: "always",
    secret: true,
    description:
      "the secret with which `PUBLIC_URL/webhooks/razorpay` is registered; two with a comma between while one replaces the other; 16 characters or more in `PROD`",
  },
  RAZORPAY_BASE_URL: {
    schema: address(),
    default: "https://api.razorpay.com",
    description: "the address of Razorpay's API",
  },
  MAXIMUM_BALANCE: {
    schema: wholeNumber(1_000, 10_000_000),
    default: "10000",
    description:
      "rupees that top-ups may bring a driver's wallet to; a payment that was made is credited in any case, and what bills give back may bring it above",
  },
  WITHDRAWAL: {
    schema: oneOf(["anytime", "closure"]),
    default: "anytime",
    description:
      "when drivers get unused money back. `anytime`: when they ask; `closure`: when they close their account, which the texts `money-back` and `wallet` then have to say",
  },
} as const satisfies SettingGroup;

export const E_INVOICES = {
  EINVOICE_URL: {
    schema: address(),
    description:
      "the address of an invoice registration portal, or of a provider that passes its interface on: `POST …/Invoice`; without it no invoice is registered ([taxes](../operations/taxes.md))",
  },
  EINVOICE_TOKEN: {
    schema: text(),
    needed: "with the one before",
    secret: true,
    description: "the token with which that provider is asked",
  },
  EINVOICE_TOKEN_HEADER: {
    schema: text(),
    default: "x-cleartax-auth-token",
    description: "the header in which the token is sent",
  },
} as const satisfies SettingGroup;

/** What home screens show of a name. */
export const SHORT_NAME_LENGTH = 12;

export const OPERATORS = {
  OPERATORS: {
    schema: json(
      z.array(z.object({ name: filled, versions_url: filled, token_a: filled })),
      "a JSON list of {name, versions_url, token_a}",
    ),
    default: "[]",
    secret: true,
    description:
      "JSON list of `{name, versions_url, token_a}`: operators to register with at the start; `npm run operator -- add` does the same later",
  },
  UNPRICED_CDR_TOTAL: {
    schema: oneOf(["NET", "GROSS"]),
    default: "NET",
    description:
      "a CDR for which no price was agreed, once staff released it: `NET` sells the operator's total without its tax and adds our GST, `GROSS` sells the total with its tax and takes our GST out of it",
  },
  PARTY_COUNTRY_CODE: {
    schema: textLike(/^[A-Z]{2}$/, "two capital letters, such as IN"),
    default: "IN",
    description: "our OCPI country code, two letters",
  },
  PARTY_ID: {
    schema: textLike(/^[A-Z0-9]{3}$/, "three capital letters or digits, such as VMG"),
    default: "VMG",
    description: "our OCPI party id, three letters or digits",
  },
  PARTY_NAME: {
    // The most that OCPI allows.
    schema: oneLine(100),
    default: DEFAULT_NAME,
    description:
      "the provider's name: in the app and the console, in messages, for operators and on the payment page",
  },
  PARTY_SHORT_NAME: {
    schema: oneLine(SHORT_NAME_LENGTH),
    description: `what stands below the icon on a home screen, at most ${SHORT_NAME_LENGTH} characters; without it \`PARTY_NAME\`, of which home screens show no more`,
  },
  PARTNER_CALLS_PER_SECOND: {
    schema: number(1),
    default: "500",
    description: "how many requests a second one partner may send on average",
  },
  PARTNER_CALLS_IN_RESERVE: {
    schema: number(1),
    default: "5000",
    description: "… in one burst",
  },
  PARTNER_CALLS_AT_ONCE: {
    schema: number(1),
    default: "100",
    description: "… at the same time",
  },
  OCPI_LOG_MONTHS: {
    schema: number(1, 120),
    default: "3",
    description:
      "how many whole months of OCPI requests and answers are stored, 1 to 120 (`npm run operator -- messages`)",
  },
  OCPI_LOG_BODIES: {
    schema: oneOf(["writes", "all", "none"]),
    default: "writes",
    description:
      "whose bodies are stored. `writes`: of requests that change something; `all`: of lists too, which are large; `none`",
  },
} as const satisfies SettingGroup;
