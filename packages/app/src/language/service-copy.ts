import { t } from "@lingui/core/macro";
import type {
  ErrorCode,
  FieldProblem,
  FieldRule,
  Problem,
  SessionFailure,
} from "@voltmarg/contract";
import { inr } from "../ui/format.ts";
import { words } from "./words.ts";

// What the service says in English, for drivers of other languages: loaded with their catalogue alone.

const refusals = words(
  () =>
    ({
      OFFLINE: t`No connection. Check your network and try again.`,
      INVALID_INPUT: t`Some of what was sent is missing or wrong.`,
      UNAUTHENTICATED: t`Sign in again to go on.`,
      FORBIDDEN: t`You are not allowed to do this.`,
      NOT_FOUND: t`We could not find that.`,
      CONFLICT: t`This was changed meanwhile. Look again and retry.`,
      TOO_MANY_REQUESTS: t`Too many tries. Wait a little and try again.`,
      INTERNAL: t`Something went wrong at our end. Try again.`,
      UNAVAILABLE: t`The service is busy. Try again in a moment.`,
      XSRF_REJECTED: t`This request did not come from the app. Reload and try again.`,
      IDEMPOTENCY_KEY_REUSED: t`This request was already used for something else.`,
      MOBILE_INVALID: t`Enter a ten-digit Indian mobile number.`,
      OTP_WRONG: t`That OTP is wrong.`,
      OTP_EXPIRED: t`That OTP has expired. Ask for a new one.`,
      OTP_LOCKED: t`Too many wrong OTPs. Ask for a new one later.`,
      OTP_TOO_SOON: t`An OTP was just sent. Wait before asking for another.`,
      OTP_LIMIT: t`Too many OTPs were sent to this number. Try again later.`,
      SMS_BUDGET_SPENT: t`We cannot send more text messages today. Try again tomorrow, or write to our support.`,
      SIGN_UP_NEEDED: t`This number has no account yet. Create one.`,
      CONSENT_NEEDED: t`Read the privacy notice and agree to it first.`,
      ACCOUNT_EXISTS: t`This number already has an account. Sign in instead.`,
      ACCOUNT_DEACTIVATED: t`This account is closed.`,
      SOCIAL_REJECTED: t`That sign-in did not work. Try again, or use your mobile number.`,
      PASSKEY_REJECTED: t`That passkey did not work. Try again, or use your mobile number.`,
      PASSKEY_NEEDED: t`Use your passkey once more to do this.`,
      SECOND_MEMBER_NEEDED: t`This waits until a second member of the staff has confirmed it.`,
      TOO_MANY_PASSKEYS: t`You have ten passkeys already. Remove one first.`,
      MOBILE_NEEDED: t`One more step: your mobile number.`,
      REFRESH_REJECTED: t`Sign in again to go on.`,
      VEHICLE_NEEDED: t`Add your vehicle first.`,
      TRIP_SAME_PLACE: t`Start and destination are the same place. Choose another destination.`,
      TRIP_OUTSIDE_INDIA: t`Trips are planned within India only. Choose a place in India.`,
      TRIP_NO_ROAD: t`No road that we know leads there. Choose a place near a road.`,
      TRIP_NO_ROUTE: t`No way by road was found between these places. Choose another destination.`,
      TRIP_TOO_LONG: t`This trip is longer than 4,000 km. Plan it in parts.`,
      TRIP_NO_CHARGE: t`At 0 % the vehicle cannot drive. Charge it first, or correct the percentage.`,
      TRIP_DEPARTURE: t`Choose a departure between now and thirty days from now.`,
      TRIP_BATTERY_UNKNOWN: t`The battery of this vehicle is not known. Add its size to the vehicle first.`,
      TRIP_FOR_CARS_ONLY: t`Trips with charging stops are planned for cars only. Look for stations near you instead.`,
      TRIP_ROADS_AWAY: t`The way by road cannot be found at the moment. Stations along a straight line can still be shown. Try again later.`,
      TOO_MANY_TRIPS: t`You have fifty trips with a name. Delete one first.`,
      LOCATION_NOT_FOUND: t`We could not find this station.`,
      CONNECTOR_NOT_FOUND: t`We could not find this plug.`,
      TARIFF_NOT_FOUND: t`The price of this plug is not known.`,
      ALREADY_FREE: t`A plug is free there now.`,
      TOO_MANY_WATCHES: t`You already have ten plug alerts. Remove one first.`,
      WATCH_NOT_FOUND: t`The alert for this plug is no longer on.`,
      TOO_MANY_PROBLEMS: t`You reported several problems in the last hour. Call support if it is urgent.`,
      NOT_AT_STATION: t`Only drivers at the station, or who tried to charge there in the last days, can say how it went.`,
      TOO_MANY_CHECK_INS: t`You have reached today's limit of reports. Go on tomorrow.`,
      CONNECTOR_NOT_FREE: t`This plug is not free right now.`,
      PRICE_IN_OTHER_CURRENCY: t`The price of this plug is in another currency. It cannot be paid here.`,
      LOCATION_CLOSED: t`This station is closed now.`,
      LOCATION_HIDDEN: t`This station is not offered at present. Choose another one.`,
      LOCATION_RESTRICTED: t`You are not allowed to charge at this station.`,
      OPERATOR_UNREACHABLE: t`The operator of this charger cannot be reached. Try another charger.`,
      INSUFFICIENT_BALANCE: t`Please add money into your wallet.`,
      SESSION_ALREADY_OPEN: t`You already have charging under way.`,
      SESSION_NOT_FOUND: t`We could not find this charging session.`,
      SESSION_NOT_ACTIVE: t`This charging session is not running any more.`,
      CDR_NOT_FOUND: t`We could not find this bill.`,
      INVOICE_NOT_ISSUED: t`This bill was made before invoices were issued. There is no PDF of it.`,
      RECORD_UNREADABLE: t`This record cannot be read.`,
      AMOUNT_TOO_SMALL: t`The amount is too small.`,
      AMOUNT_TOO_LARGE: t`The amount is too large.`,
      WALLET_FULL: t`The wallet cannot have so much.`,
      PAYMENT_PROVIDER_UNREACHABLE: t`The payment service cannot be reached. Nothing was paid.`,
      PAYMENT_NOT_VERIFIED: t`The payment could not be confirmed. No money was added yet.`,
      WITHDRAWAL_ON_CLOSURE_ONLY: t`Unused balance is refunded when you close your account.`,
      NOTHING_TO_WITHDRAW: t`There is no unused balance to refund.`,
      WITHDRAWAL_TOO_LARGE: t`That is more than your unused balance.`,
      WITHDRAWAL_NOT_COVERED: t`Part of this money cannot go back to UPI or a card. Ask support to pay it out.`,
      HOLDER_DIFFERS: t`The owner of the bank account is someone else.`,
      REFUND_NOT_FAILED: t`The money first goes back to UPI or the card it came from.`,
      CHARGE_UNDER_WAY: t`Charging is under way. Stop it before you close your account.`,
      FILE_MISSING: t`No picture was sent.`,
      FILE_TOO_LARGE: t`This picture is too large. Choose one of at most 12 MB.`,
      FILE_NOT_AN_IMAGE: t`This is not a picture we can read. Choose a JPEG, PNG, GIF or WebP file.`,
      TOO_MANY_FILES: t`You have reached today's photo limit. Try again tomorrow.`,
      FILE_IN_TICKET: t`This photo is in a ticket and stays there.`,
      TICKET_NOT_DUE: t`Support still has time to answer. Hand it on after that.`,
      TICKET_CLOSED: t`This ticket is closed. Open a new one.`,
      TOO_MANY_TICKETS: t`You have many open tickets. Wait for an answer, or close one.`,
      SESSION_NOT_FINISHED: t`This charging session is not over yet. Rate it afterwards.`,
      RATING_CLOSED: t`You rated this charging session more than seven days ago. The rating can no longer change.`,
      COMPANY_SUSPENDED: t`Your company's account is on hold. Ask your company.`,
      COMPANY_LIMIT_REACHED: t`Your company's limit for this month does not allow this charging session.`,
      REFERENCE_REUSED: t`This reference was already used for something else.`,
      ACCOUNT_NOT_CLOSED: t`This account is open. Close it first.`,
      ACCOUNT_NOT_SETTLED: t`Something of this account is not settled yet.`,
      WALLET_NOT_USED: t`Your company pays for your charging. There is no wallet.`,
    }) satisfies Record<ErrorCode | "OFFLINE", string>,
);

/** Refusals that carry the amount they are about. */
const amounts = words(() => ({
  COMPANY_LIMIT_REACHED: {
    of: "left_minor",
    say: (left: string) =>
      t`Your company's limit for this month does not allow this charging session: ${left} is left.`,
  },
  AMOUNT_TOO_SMALL: {
    of: "least_minor",
    say: (least: string) => t`The amount is too small. The minimum is ${least}.`,
  },
  AMOUNT_TOO_LARGE: {
    of: "most_minor",
    say: (most: string) => t`The amount is too large. The maximum is ${most}.`,
  },
  WALLET_FULL: {
    of: "most_minor",
    say: (most: string) => t`The wallet is nearly full. ${most} more can be added now.`,
  },
}));

/** Undefined for a code this version does not know: then the service's own sentence is shown. */
export function refusal(
  code: ErrorCode | "OFFLINE",
  problem: Partial<Problem>,
): string | undefined {
  if (code in amounts) {
    const { of, say } = amounts[code as keyof typeof amounts];
    const amount = problem[of];
    if (typeof amount === "number") return say(inr(amount));
  }
  return (refusals as Record<string, string | undefined>)[code];
}

const fields = words(
  () =>
    ({
      MISSING: () => t`This is needed.`,
      TOO_SHORT: (limit) => t`Write ${limit} characters at least.`,
      TOO_LONG: (limit) => t`Write ${limit} characters at most.`,
      TOO_FEW: (limit) => t`Choose ${limit} at least.`,
      TOO_MANY: (limit) => t`Choose ${limit} at most.`,
      TOO_SMALL: (limit) => t`Enter ${limit} or more.`,
      TOO_LARGE: (limit) => t`Enter ${limit} or less.`,
      NOT_A_NUMBER: () => t`This is not a number.`,
      NOT_WHOLE: () => t`Enter a whole number.`,
      NOT_A_CHOICE: () => t`This cannot be chosen.`,
      NOT_AN_EMAIL: () => t`This is not an e-mail address.`,
      NOT_A_GSTIN: () => t`This is not a GSTIN.`,
      NOT_IN_STATE: () => t`This PIN code is not in the state of the GSTIN.`,
      NOT_PRINTABLE: () =>
        t`Bills cannot show all of these characters. Use letters of English or a language of India.`,
      WRONG: () => t`This is not written as it should be.`,
    }) satisfies Record<FieldRule, (limit: number) => string>,
);

/** What is wrong with a field, by its rule. Undefined for one this version does not know. */
export const field = ({ rule, limit }: FieldProblem): string | undefined =>
  (fields as Record<string, ((limit: number) => string) | undefined>)[rule]?.(limit ?? 0);

const failures = words(
  () =>
    ({
      REJECTED: t`The operator did not allow charging. Charging did not start.`,
      OCCUPIED: t`Another vehicle is using this plug. Charging did not start.`,
      OUT_OF_ORDER: t`This charger is out of order. Charging did not start.`,
      NOT_PLUGGED: t`The charger found no vehicle. Push the gun in until it clicks, then try again.`,
      NO_ANSWER: t`The operator did not answer.`,
      UNREACHABLE: t`The operator could not be reached. Charging did not start.`,
      FAILED: t`The charger could not start. Try again or take another charger.`,
      CANCELLED: t`You cancelled charging before it started.`,
    }) satisfies Record<SessionFailure["code"], string>,
);

export const failure = (code: SessionFailure["code"]): string => failures[code];
