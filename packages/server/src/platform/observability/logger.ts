import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines with request ids, to stdout or `into`; credentials are never logged. */
export function createLogger(level: string, into?: { write: (line: string) => unknown }): Logger {
  const options = {
    level,
    base: null,
    // What the HTTP framework logs of a request by itself has its whole path.
    serializers: { req: ({ method }: { method?: string }) => ({ method }) },
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
  "grant_type",
  "limit",
  "otpType",
  "page_no",
  "page_size",
  "sort",
]);
/** Parameters of paths logged with their values: ids, which open nothing without a sign-in, and words of the contract. */
const IDS = new Set([
  "connector",
  "device_type",
  "endpoint",
  "evse",
  "fileId",
  "id",
  "kind",
  "language",
  "location",
  "locationId",
  "make",
  "model",
  "month",
  "provider",
  "signIn",
  "tariffId",
  "type",
  "userId",
  "vehicleId",
]);
/** What an operator asks for opens nothing without its token, which is in a header. */
const PARTNERS = "/ocpi/";
const HIDDEN = "[redacted]";

/**
 * A path that may be logged: without keys, tokens, phone numbers, and query values that identify a person or a place. Log
 * lines contain the driver id, so none may contain a location. `route`: its pattern; of a path that is none's, as the app's
 * own pages are for the service, only the first part is logged.
 */
export function loggablePath(url: string, route: string | undefined): string {
  const [path = "", ...rest] = url.split("?");
  const parts = path.split("/");
  const patterns = route?.split("/") ?? ["", parts[1] ?? "", "*"];
  const shown = path.startsWith(PARTNERS)
    ? parts
    : parts.slice(0, patterns.length).map((part, nth) => {
        const pattern = patterns[nth]!;
        if (!/^[:*]/.test(pattern)) return part;
        return IDS.has(pattern.slice(1)) ? part : HIDDEN;
      });
  if (rest.length === 0) return shown.join("/");
  const query = rest
    .join("?")
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      if (IMPERSONAL.has(at < 0 ? pair : pair.slice(0, at))) return pair;
      return at < 0 ? HIDDEN : `${pair.slice(0, at)}=${HIDDEN}`;
    });
  return `${shown.join("/")}?${query.join("&")}`;
}
