import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines with request ids; nothing that signs anybody in is ever written. */
export function createLogger(level: string): Logger {
  return pino({
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
  });
}

/** A path as it may be logged: refresh tokens, codes and phone numbers of query and path are cut out. */
export function loggablePath(url: string): string {
  return url
    .replace(/(refresh_token|token|code|to)=[^&]*/gi, "$1=[redacted]")
    .replace(/(\/DRIVER\/)[^/?]+/, "$1[redacted]")
    .replace(/(\/drivers\/)[^/?]+/, "$1[redacted]");
}
