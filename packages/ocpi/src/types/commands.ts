import * as z from "zod/mini";
import type { Leaf } from "./scalars.ts";
import type { locationSchemas } from "./locations.ts";
import type { tokenSchemas } from "./tokens.ts";

// OCPI 2.2.1 mod_commands
/** CommandType. */
export const commandKinds = [
  "CANCEL_RESERVATION",
  "RESERVE_NOW",
  "START_SESSION",
  "STOP_SESSION",
  "UNLOCK_CONNECTOR",
] as const;
/** One of the commands. */
export type CommandKind = (typeof commandKinds)[number];

type Fields = Partial<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Converts the answers to a command that peers send to the standard's form: a bare text, a list of one, an answer
 * inside another object, lower case, a timeout that is a text or invalid, a message of one text. A refusal that
 * could not be read would count as a timeout.
 */
export function asAnswer(value: unknown): unknown {
  const bare = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  if (typeof bare === "string") return { result: resultOf(bare) };
  if (!isFields(bare)) return bare;
  const inner = Object.values(bare).find(
    (each) => isFields(each) && typeof each["result"] === "string",
  );
  const { result, timeout, message, ...rest } =
    bare["result"] === undefined && isFields(inner) ? inner : bare;
  const seconds = typeof timeout === "string" && timeout.trim() !== "" ? Number(timeout) : timeout;
  const texts = (Array.isArray(message) ? message : [message]).flatMap(textOf);
  return {
    ...rest,
    result: typeof result === "string" ? resultOf(result) : result,
    ...(typeof seconds === "number" && Number.isFinite(seconds)
      ? { timeout: Math.ceil(seconds) }
      : {}),
    ...(texts.length > 0 ? { message: texts } : {}),
  };
}

const resultOf = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, "_");

function textOf(message: unknown): { language: string; text: string }[] {
  if (typeof message === "string") return [{ language: "en", text: message }];
  if (!isFields(message) || typeof message["text"] !== "string") return [];
  const { language, text } = message;
  return [{ language: typeof language === "string" && language !== "" ? language : "en", text }];
}

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
      result: leaf.closed(["NOT_SUPPORTED", "REJECTED", "ACCEPTED", "UNKNOWN_SESSION"]),
      timeout: leaf.wanted(leaf.int()),
      message,
    }),
    commandResult: z.object({
      result: leaf.closed([
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
