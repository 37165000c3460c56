import type { Language, SessionFailure } from "@voltmarg/contract";

type At = { place: string };
type AtOperators = { place: string; operator: string };

/** What a driver is told, with what is filled in: kept as it is, and put into words when it is read. */
type Values = {
  CHARGE_STARTED: At;
  BEGAN_LATE: At;
  LIMIT_NEAR: At;
  CHARGE_STOPPED: At & { why: "LIMIT" | "BALANCE" | "DRIVER" | "OTHER" };
  STOPPED_LATE: At;
  START_FAILED: SessionFailure;
  /** `unclear`: nobody knows whether it began; absent in what an earlier release told. */
  NO_ANSWER: AtOperators & { unclear?: boolean };
  SILENT: AtOperators;
  GIVEN_UP: AtOperators;
  STOP_REFUSED: AtOperators;
  SECOND_STOPPED: AtOperators;
  OPERATOR_LEAVES: AtOperators;
  /** `since`: HH:MM at the station; `minor`: paise a minute with GST; `runs`: it has begun. */
  PARKING_FEE: At & { since: string; minor: number; runs: boolean };
  BILL_READY: At;
  BILL_PROVISIONAL: At;
  WALLET_LOW: object;
  /** `aside`: the wallet had something of it, which is set aside. */
  PAYMENT_DISPUTED: { aside: boolean };
  /**
   * STANDS: nothing was set aside, and nothing is taken. BACK: what was set aside is back. PART: some of it was taken.
   * TAKEN: all of it. OWED: more than the wallet had.
   */
  DISPUTE_OVER: { outcome: "STANDS" | "BACK" | "PART" | "TAKEN" | "OWED" };
  CHARGER_FREE: At;
  TRIP_STOP_LOST: At;
  TRIP_STOP_TAKEN: At;
  TICKET_ANSWERED: object;
  /** `number`: what is said on the phone. */
  TICKET_RECEIVED: { number: string };
  TICKET_ESCALATED: { number: string };
  /** `on`: the day of the closing, DD/MM/YYYY. */
  ACCOUNT_UNUSED: { on: string };
  /** As staff wrote it. */
  BREACH: { texts: Record<Language, string> };
};

export type Said = { [Of in keyof Values]: { of: Of } & Values[Of] }[keyof Values];
export type Words = { title: string; text: string };
export type NoticeWords = { [Of in keyof Values]: (values: Values[Of]) => Words };
