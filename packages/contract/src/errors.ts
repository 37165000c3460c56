import type { FieldProblem } from "./field-problems.ts";

/**
 * Every error code a driver's app can meet, with its HTTP status and the sentence shown when nothing better is known.
 * RFC 9457: the body is `{type, title, status, detail, code, message, errors?}`.
 */
export const errorCatalogue = {
  INVALID_INPUT: [400, "Some of what was sent is missing or wrong."],
  UNAUTHENTICATED: [401, "Sign in again to go on."],
  FORBIDDEN: [403, "You are not allowed to do this."],
  NOT_FOUND: [404, "We could not find that."],
  CONFLICT: [409, "This was changed meanwhile. Look again and retry."],
  TOO_MANY_REQUESTS: [429, "Too many tries. Wait a little and try again."],
  INTERNAL: [500, "Something went wrong at our end. Try again."],
  UNAVAILABLE: [503, "The service is busy. Try again in a moment."],
  XSRF_REJECTED: [403, "This request did not come from the app. Reload and try again."],
  IDEMPOTENCY_KEY_REUSED: [422, "This request was already used for something else."],

  MOBILE_INVALID: [400, "Enter a ten-digit Indian mobile number."],
  OTP_WRONG: [400, "That OTP is wrong."],
  OTP_EXPIRED: [400, "That OTP has expired. Ask for a new one."],
  OTP_LOCKED: [429, "Too many wrong OTPs. Ask for a new one later."],
  OTP_TOO_SOON: [429, "An OTP was just sent. Wait before asking for another."],
  OTP_LIMIT: [429, "Too many OTPs were sent to this number. Try again later."],
  SMS_BUDGET_SPENT: [
    503,
    "We cannot send more text messages today. Try again tomorrow, or write to our support.",
  ],
  SIGN_UP_NEEDED: [409, "This number has no account yet. Create one."],
  CONSENT_NEEDED: [409, "Read the privacy notice and agree to it first."],
  ACCOUNT_EXISTS: [409, "This number already has an account. Sign in instead."],
  ACCOUNT_DEACTIVATED: [403, "This account is closed."],
  SOCIAL_REJECTED: [400, "That sign-in did not work. Try again, or use your mobile number."],
  PASSKEY_REJECTED: [400, "That passkey did not work. Try again, or use your mobile number."],
  PASSKEY_NEEDED: [403, "Use your passkey once more to do this."],
  SECOND_MEMBER_NEEDED: [409, "This waits until a second member of the staff has confirmed it."],
  TOO_MANY_PASSKEYS: [409, "You have ten passkeys already. Remove one first."],
  MOBILE_NEEDED: [409, "One more step: your mobile number."],
  REFRESH_REJECTED: [401, "Sign in again to go on."],

  VEHICLE_NEEDED: [409, "Add your vehicle first."],
  TRIP_SAME_PLACE: [400, "Start and destination are the same place. Choose another destination."],
  TRIP_OUTSIDE_INDIA: [400, "Trips are planned within India only. Choose a place in India."],
  TRIP_NO_ROAD: [400, "No road that we know leads there. Choose a place near a road."],
  TRIP_NO_ROUTE: [
    400,
    "No way by road was found between these places. Choose another destination.",
  ],
  TRIP_TOO_LONG: [400, "This trip is longer than 4,000 km. Plan it in parts."],
  TRIP_NO_CHARGE: [
    400,
    "At 0 % the vehicle cannot drive. Charge it first, or correct the percentage.",
  ],
  TRIP_DEPARTURE: [400, "Choose a departure between now and thirty days from now."],
  TRIP_BATTERY_UNKNOWN: [
    409,
    "The battery of this vehicle is not known. Add its size to the vehicle first.",
  ],
  TRIP_FOR_CARS_ONLY: [
    409,
    "Trips with charging stops are planned for cars only. Look for stations near you instead.",
  ],
  TRIP_ROADS_AWAY: [
    503,
    "The way by road cannot be found at the moment. Stations along a straight line can still be shown. Try again later.",
  ],
  TOO_MANY_TRIPS: [409, "You have fifty trips with a name. Delete one first."],
  LOCATION_NOT_FOUND: [404, "We could not find this station."],
  CONNECTOR_NOT_FOUND: [404, "We could not find this plug."],
  TARIFF_NOT_FOUND: [404, "The price of this plug is not known."],
  ALREADY_FREE: [409, "A plug is free there now."],
  TOO_MANY_WATCHES: [409, "You already have ten plug alerts. Remove one first."],
  WATCH_NOT_FOUND: [404, "The alert for this plug is no longer on."],
  TOO_MANY_PROBLEMS: [
    429,
    "You reported several problems in the last hour. Call support if it is urgent.",
  ],
  NOT_AT_STATION: [
    403,
    "Only drivers at the station, or who tried to charge there in the last days, can say how it went.",
  ],
  TOO_MANY_CHECK_INS: [429, "You have reached today's limit of reports. Go on tomorrow."],
  CONNECTOR_NOT_FREE: [409, "This plug is not free right now."],
  PRICE_IN_OTHER_CURRENCY: [
    409,
    "The price of this plug is in another currency. It cannot be paid here.",
  ],
  LOCATION_CLOSED: [409, "This station is closed now."],
  LOCATION_HIDDEN: [409, "This station is not offered at present. Choose another one."],
  LOCATION_RESTRICTED: [403, "You are not allowed to charge at this station."],
  OPERATOR_UNREACHABLE: [
    503,
    "The operator of this charger cannot be reached. Try another charger.",
  ],

  INSUFFICIENT_BALANCE: [402, "Please add money into your wallet."],
  SESSION_ALREADY_OPEN: [409, "You already have charging under way."],
  SESSION_NOT_FOUND: [404, "We could not find this charging session."],
  SESSION_NOT_ACTIVE: [409, "This charging session is not running any more."],
  CDR_NOT_FOUND: [404, "We could not find this bill."],
  INVOICE_NOT_ISSUED: [
    409,
    "This bill was made before invoices were issued. There is no PDF of it.",
  ],
  RECORD_UNREADABLE: [409, "This record cannot be read."],
  AMOUNT_TOO_SMALL: [400, "The amount is too small."],
  AMOUNT_TOO_LARGE: [400, "The amount is too large."],
  WALLET_FULL: [409, "The wallet cannot have so much."],
  PAYMENT_PROVIDER_UNREACHABLE: [503, "The payment service cannot be reached. Nothing was paid."],
  PAYMENT_NOT_VERIFIED: [400, "The payment could not be confirmed. No money was added yet."],
  WITHDRAWAL_ON_CLOSURE_ONLY: [409, "Unused balance is refunded when you close your account."],
  NOTHING_TO_WITHDRAW: [409, "There is no unused balance to refund."],
  WITHDRAWAL_TOO_LARGE: [409, "That is more than your unused balance."],
  WITHDRAWAL_NOT_COVERED: [
    409,
    "Part of this money cannot go back to UPI or a card. Ask support to pay it out.",
  ],
  HOLDER_DIFFERS: [409, "The owner of the bank account is not the driver. Nothing was booked."],
  REFUND_NOT_FAILED: [
    409,
    "Only what a refund to its payment failed to send goes to a bank account. Nothing was booked.",
  ],
  CHARGE_UNDER_WAY: [409, "Charging is under way. Stop it before you close your account."],
  FILE_MISSING: [400, "No picture was sent."],
  FILE_TOO_LARGE: [413, "This picture is too large. Choose one of at most 12 MB."],
  FILE_NOT_AN_IMAGE: [
    400,
    "This is not a picture we can read. Choose a JPEG, PNG, GIF or WebP file.",
  ],
  TOO_MANY_FILES: [429, "You have reached today's photo limit. Try again tomorrow."],
  FILE_IN_TICKET: [409, "This photo is in a ticket and stays there."],
  TICKET_NOT_DUE: [409, "Support still has time to answer. Hand it on after that."],
  TICKET_CLOSED: [409, "This ticket is closed. Open a new one."],
  TOO_MANY_TICKETS: [429, "You have many open tickets. Wait for an answer, or close one."],
  SESSION_NOT_FINISHED: [409, "This charging session is not over yet. Rate it afterwards."],
  RATING_CLOSED: [
    409,
    "You rated this charging session more than seven days ago. The rating can no longer change.",
  ],
  COMPANY_SUSPENDED: [403, "Your company's account is on hold. Ask your company."],
  COMPANY_LIMIT_REACHED: [
    402,
    "Your company's limit for this month does not allow this charging session.",
  ],
  REFERENCE_REUSED: [409, "This reference was already used for something else."],
  ACCOUNT_NOT_CLOSED: [409, "This account is open. Close it first."],
  ACCOUNT_NOT_SETTLED: [409, "Something of this account is not settled yet."],
  WALLET_NOT_USED: [409, "Your company pays for your charging. There is no wallet."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

/** RFC 9457 problem document plus `code` and `message`, `message` being a sentence for the driver. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  errors?: FieldProblem[];
  [extra: string]: unknown;
};
