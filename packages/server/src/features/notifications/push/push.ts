import type { notifications } from "@voltmarg/contract";
import type * as z from "zod/mini";

export type PushPayload = z.output<typeof notifications.PushPayload>;

/** One notification for one device. */
export type Push = {
  /** The token or subscription of the device. */
  token: string;
  /** Null: only that there is a notification, for push services that accept no payload. */
  payload: PushPayload | null;
  /** The same for every try of a notification: a push that still waits under it is replaced. At most 32 characters. */
  topic: string;
  urgent: boolean;
  /** How long the push service may keep it for a device that is off. */
  seconds: number;
};

/** The result from a push service. */
export type PushVerdict =
  | { is: "sent" }
  /** The device will never be reached under this token again. */
  | { is: "gone"; reason: string }
  | { is: "too_large" }
  /** Not before so many seconds; null: whenever it suits us. */
  | { is: "later"; seconds: number | null; reason: string }
  /** Trying again would be answered the same. */
  | { is: "refused"; reason: string };

export type PushCarrier = (push: Push) => Promise<PushVerdict>;
