import type { NotificationPreferences, Notification } from "@voltmarg/contract";

export type Kind = Notification["kind"];
export type SubjectType = Notification["subject"]["type"];
export type Channel = keyof NotificationPreferences["kinds"][number]["channels"];

export const CHANNELS: readonly Channel[] = ["PUSH", "MAIL"];

/** Each kind, in the order the settings show them. Urgent: worth nothing when it comes later. */
export const KINDS: Readonly<Record<Kind, { urgent: boolean }>> = {
  CHARGE_STARTED: { urgent: false },
  LIMIT_NEAR: { urgent: false },
  PARKING_FEE: { urgent: true },
  CHARGE_UNCLEAR: { urgent: true },
  CHARGE_STOPPED: { urgent: false },
  BILL_READY: { urgent: false },
  START_FAILED: { urgent: true },
  CHARGER_FREE: { urgent: true },
  WALLET_LOW: { urgent: false },
  TICKET_ANSWERED: { urgent: false },
};

/** Without a wish: pushed, not mailed. */
export const wantedByItself = (channel: Channel): boolean => channel === "PUSH";
