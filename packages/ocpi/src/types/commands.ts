import * as z from "zod/mini";
import type { Leaf } from "./leaf.ts";
import type { locationSchemas } from "./locations.ts";
import type { tokenSchemas } from "./tokens.ts";

// OCPI 2.2.1 mod_commands
export const commandKinds = [
  "CANCEL_RESERVATION",
  "RESERVE_NOW",
  "START_SESSION",
  "STOP_SESSION",
  "UNLOCK_CONNECTOR",
] as const;
export type CommandKind = (typeof commandKinds)[number];

export function commandSchemas(
  leaf: Leaf,
  places: ReturnType<typeof locationSchemas>,
  tokens: ReturnType<typeof tokenSchemas>,
) {
  const message = z.optional(z.array(places.displayText));
  return {
    startSession: z.object({
      response_url: leaf.url(),
      token: tokens.token,
      location_id: leaf.id(36),
      evse_uid: z.optional(leaf.id(36)),
      connector_id: z.optional(leaf.id(36)),
      authorization_reference: z.optional(leaf.id(36)),
    }),
    stopSession: z.object({ response_url: leaf.url(), session_id: leaf.id(36) }),
    reserveNow: z.object({
      response_url: leaf.url(),
      token: tokens.token,
      expiry_date: leaf.dateTime(),
      reservation_id: leaf.id(36),
      location_id: leaf.id(36),
      evse_uid: z.optional(leaf.id(36)),
      authorization_reference: z.optional(leaf.id(36)),
    }),
    cancelReservation: z.object({ response_url: leaf.url(), reservation_id: leaf.id(36) }),
    commandResponse: z.object({
      result: leaf.oneOf(["NOT_SUPPORTED", "REJECTED", "ACCEPTED", "UNKNOWN_SESSION"]),
      timeout: leaf.int(),
      message,
    }),
    commandResult: z.object({
      result: leaf.oneOf([
        "ACCEPTED",
        "CANCELED_RESERVATION",
        "EVSE_OCCUPIED",
        "EVSE_INOPERATIVE",
        "FAILED",
        "NOT_SUPPORTED",
        "REJECTED",
        "TIMEOUT",
        "UNKNOWN_RESERVATION",
      ]),
      message,
    }),
  };
}
