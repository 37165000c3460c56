import type { NotificationPreferences, Notification } from "@voltmarg/contract";
import type { PushPayload } from "./push/push.ts";
import type { Said } from "./words/said.ts";

export type Kind = Notification["kind"];
export type SubjectType = Notification["subject"]["type"];
export type Channel = keyof NotificationPreferences["kinds"][number]["channels"];

export const CHANNELS: readonly Channel[] = ["PUSH", "MAIL"];

type KindFacts = { urgent: boolean; redirectTo?: PushPayload["redirectTo"] };

/**
 * All kinds, in the order of the settings screen. Urgent: useless when it comes later, so quiet hours do not delay it. A
 * tap on the push opens the running session, the newest bill, the trip under way, or the list of notifications. A session that has just
 * stopped has no bill yet, and the newest bill is another session's.
 */
export const KINDS: Readonly<Record<Kind, KindFacts>> = {
  CHARGE_STARTED: { urgent: false, redirectTo: "active_session" },
  LIMIT_NEAR: { urgent: false, redirectTo: "active_session" },
  PARKING_FEE: { urgent: true, redirectTo: "active_session" },
  CHARGE_UNCLEAR: { urgent: true, redirectTo: "active_session" },
  CHARGE_STOPPED: { urgent: false },
  BILL_READY: { urgent: false, redirectTo: "charging_summary" },
  START_FAILED: { urgent: true },
  CHARGER_FREE: { urgent: true },
  TRIP_STOP_LOST: { urgent: true, redirectTo: "trip" },
  TRIP_STOP_TAKEN: { urgent: true, redirectTo: "trip" },
  WALLET_LOW: { urgent: false },
  PAYMENT_DISPUTED: { urgent: false },
  TICKET_ANSWERED: { urgent: false },
  ACCOUNT_UNUSED: { urgent: false },
  BREACH: { urgent: true },
};

/** The notifications of each kind. */
export const KIND_OF: Readonly<Record<Said["of"], Kind>> = {
  CHARGE_STARTED: "CHARGE_STARTED",
  BEGAN_LATE: "CHARGE_STARTED",
  LIMIT_NEAR: "LIMIT_NEAR",
  PARKING_FEE: "PARKING_FEE",
  SILENT: "CHARGE_UNCLEAR",
  GIVEN_UP: "CHARGE_UNCLEAR",
  STOP_REFUSED: "CHARGE_UNCLEAR",
  SECOND_STOPPED: "CHARGE_UNCLEAR",
  OPERATOR_LEAVES: "CHARGE_UNCLEAR",
  CHARGE_STOPPED: "CHARGE_STOPPED",
  STOPPED_LATE: "CHARGE_STOPPED",
  BILL_READY: "BILL_READY",
  BILL_PROVISIONAL: "BILL_READY",
  START_FAILED: "START_FAILED",
  NO_ANSWER: "START_FAILED",
  CHARGER_FREE: "CHARGER_FREE",
  TRIP_STOP_LOST: "TRIP_STOP_LOST",
  TRIP_STOP_TAKEN: "TRIP_STOP_TAKEN",
  WALLET_LOW: "WALLET_LOW",
  PAYMENT_DISPUTED: "PAYMENT_DISPUTED",
  DISPUTE_OVER: "PAYMENT_DISPUTED",
  TICKET_ANSWERED: "TICKET_ANSWERED",
  TICKET_RECEIVED: "TICKET_ANSWERED",
  TICKET_ESCALATED: "TICKET_ANSWERED",
  ACCOUNT_UNUSED: "ACCOUNT_UNUSED",
  BREACH: "BREACH",
};

/** Default: push; mail only for what must not be missed. */
export const wantedByItself = (kind: Kind, channel: Channel): boolean =>
  channel === "PUSH" || kind === "ACCOUNT_UNUSED";
