import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

/** Conditions of a price. Each is part of a list: no capital letter, no full stop. */
export const conditionCopy = words(() => ({
  reservation: t`for a booking`,
  reservationExpired: t`for a booking that was not used`,
  never: t`never`,
  betweenTimes: (from: string, until: string) =>
    t({ message: `from ${from} to ${until}`, context: "of the clock" }),
  untilMidnight: (from: string) => t`from ${from} to midnight`,
  between: (from: string, until: string) => t`from ${from} to ${until}`,
  days: [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`],
  daysBetween: (first: string, last: string) => t`${first} to ${last}`,
  daysAnd: (all: string, last: string) => t`${all} and ${last}`,
  onDate: (date: string) => t`on ${date}`,
  fromDate: (date: string) => t`from ${date} on`,
  untilDate: (date: string) => t`until ${date}`,
  after: (span: string) => t`after ${span}`,
  forFirst: (amount: string) => t`for the first ${amount}`,
  fromAmount: (amount: string) => t`from ${amount} on`,
  amountBetween: (from: string, until: string) => t`from ${from} to ${until}`,
  strengthOrMore: (strength: string) => t`at ${strength} or more`,
  strengthBetween: (from: string, until: string) => t`at ${from} to ${until}`,
  below: (strength: string) => t`below ${strength}`,
}));
