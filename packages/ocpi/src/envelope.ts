import { readDateTime, writeDateTime } from "./dates.ts";

/** OCPI 2.2.1 status_codes. x900 to x999 are left to custom use. */
export const statusCodes = {
  success: 1000,
  clientError: 2000,
  invalidParameters: 2001,
  notEnoughInformation: 2002,
  unknownLocation: 2003,
  unknownToken: 2004,
  serverError: 3000,
  unableToUseClientApi: 3001,
  unsupportedVersion: 3002,
  noMatchingEndpoints: 3003,
  hubError: 4000,
  unknownReceiver: 4001,
  forwardTimeout: 4002,
  connectionProblem: 4003,
} as const;

/** What every answer is wrapped in. */
export type Envelope = {
  data?: unknown;
  status_code: number;
  status_message?: string;
  timestamp: string;
};

/** The success envelope; without an argument it carries no `data`, as the standard advises for replies to a push. */
export function ok(data?: unknown, now: number = Date.now()): Envelope {
  return {
    ...(data === undefined ? {} : { data }),
    status_code: statusCodes.success,
    timestamp: writeDateTime(now),
  };
}

/** The envelope of a refusal. `now`: epoch milliseconds. */
export function fail(
  status_code: number,
  status_message: string,
  now: number = Date.now(),
): Envelope {
  return { status_code, status_message, timestamp: writeDateTime(now) };
}

/**
 * Reads an envelope from parsed JSON; `null` when it is invalid. A missing timestamp and a code in quotation marks
 * are accepted.
 */
export function parseEnvelope(value: unknown): Envelope | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const { data, status_code: code, status_message, timestamp } = value as Record<string, unknown>;
  const status_code = typeof code === "string" && /^\d{4}$/.test(code) ? Number(code) : code;
  if (typeof status_code !== "number" || !Number.isInteger(status_code)) return null;
  const at = typeof timestamp === "string" ? readDateTime(timestamp) : null;
  return {
    ...(data === undefined || data === null ? {} : { data }),
    status_code,
    ...(typeof status_message === "string" ? { status_message } : {}),
    timestamp: writeDateTime(at ?? 0),
  };
}

export function isSuccess(status_code: number): boolean {
  return status_code >= 1000 && status_code < 2000;
}
