import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines with request ids, to stdout or `into`; credentials are never logged. */
export function createLogger(level: string, into?: { write: (line: string) => unknown }): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "req.headers.authorization",
        "req.headers.cookie",
        "*.token",
        "*.access_token",
        "*.refresh_token",
        "*.otp",
        "*.code_plain",
      ],
      censor: "[redacted]",
    },
  };
  return into ? pino(options, { write: (line) => void into.write(line) }) : pino(options);
}

/** Query parameters without personal data, logged with their values; of all others only the names are logged. */
const IMPERSONAL = new Set([
  "customer_type",
  "device_type",
  "fresh",
  "grant_type",
  "limit",
  "otpType",
  "page_no",
  "page_size",
  "sort",
]);

/**
 * A path that may be logged: without tokens, secrets, phone numbers, and query values that identify a person or a
 * place. Log lines contain the driver id, so none may contain a location.
 */
export function loggablePath(url: string): string {
  const [path = "", ...rest] = url.split("?");
  const cut = path
    .replace(/(\/webhooks\/msg91\/)[^/]+/, "$1[redacted]")
    // A push token; a short segment here belongs to another route.
    .replace(/(\/users\/[^/]+\/)[^/]{24,}/, "$1[redacted]")
    .replace(/(\/DRIVER\/)[^/]+/, "$1[redacted]")
    .replace(/(\/drivers\/)[^/]+/, "$1[redacted]");
  if (rest.length === 0) return cut;
  const query = rest
    .join("?")
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 || IMPERSONAL.has(pair.slice(0, at)) ? pair : `${pair.slice(0, at)}=[redacted]`;
    });
  return `${cut}?${query.join("&")}`;
}
