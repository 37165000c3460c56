import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines with request ids, to stdout or `into`; nothing that signs anybody in is ever written. */
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

/** A path as it may be logged: tokens, codes, secrets and phone numbers of query and path are cut out. */
export function loggablePath(url: string): string {
  return (
    url
      .replace(/(refresh_token|token|code|to)=[^&]*/gi, "$1=[redacted]")
      .replace(/(\/webhooks\/msg91\/)[^/?]+/, "$1[redacted]")
      // A push token, where a short word would be another route.
      .replace(/(\/users\/[^/?]+\/)[^/?]{24,}/, "$1[redacted]")
      .replace(/(\/DRIVER\/)[^/?]+/, "$1[redacted]")
      .replace(/(\/drivers\/)[^/?]+/, "$1[redacted]")
  );
}
