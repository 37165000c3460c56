import type { Exchange } from "@voltmarg/ocpi";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { createWriteBehind } from "../../platform/database/write-behind.ts";
import { insertOcpiLog, type OcpiLogRow } from "./ocpi-log.store.ts";

/** Which bodies are stored: of changes only, all, or none. */
export type LoggedBodies = "writes" | "all" | "none";
export type LogOutcome = "kept" | "full" | "refused";

/** A log of all OCPI messages, as evidence when a partner disputes one. */
export type OcpiLog = {
  /** Buffers the entry: no call waits for the log or fails because of it. */
  note(direction: OcpiLogRow["direction"], operatorId: string, exchange: Exchange): void;
  /** Writes the buffer to the database, every half second and when the service stops. */
  flush(): Promise<void>;
};

/** The longest stored body, in characters. */
const MOST_KEPT = 16_384;
/** The most buffered rows, between two flushes and while the database is down. */
const MOST_ROWS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;
const BATCH = { rows: 500, bytes: 2 * 1024 * 1024 };
/** The estimated size of a row without its bodies. */
const ROW_BYTES = 500;

/** Modules whose bodies contain no credentials. The bodies of all others, also of misspelt ones, are left out. */
const PLAIN = new Set([
  "locations",
  "tariffs",
  "sessions",
  "cdrs",
  "tokens",
  "commands",
  "hubclientinfo",
  "invoicereconciliation",
]);
/** OCPI's query parameters; others may contain a partner's secret. */
const ASKED_BY = ["date_from", "date_to", "offset", "limit", "type"];

type Noted = Omit<OcpiLogRow, "id">;

export function createOcpiLog(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  bodies: LoggedBodies;
  onOutcome: (outcome: LogOutcome, rows: number) => void;
}): OcpiLog {
  const { database, clock, logger, bodies, onOutcome } = deps;
  const log = createWriteBehind<Noted>({
    write: (batch) => insertOcpiLog(database.db, batch.map(storable)),
    mostRows: MOST_ROWS,
    mostBytes: MOST_BYTES,
    batch: BATCH,
    onWritten: (rows) => onOutcome("kept", rows),
    onLost: (why, rows, error) => {
      onOutcome(why, rows);
      if (error) logger.warn({ err: error, rows }, "OCPI messages could not be kept");
    },
  });
  const keepsBodies = ({ module, method }: Exchange) =>
    module !== null &&
    PLAIN.has(module) &&
    (bodies === "all" || (bodies === "writes" && method !== "GET"));

  return {
    note: (direction, operatorId, exchange) => {
      // Calls refused by the rate limit are not logged: they would fill the disk.
      if (direction === "IN" && exchange.status === 429) return;
      const kept = keepsBodies(exchange);
      const request = kept && exchange.request !== "" ? beginning(exchange.request) : null;
      const answer = kept && exchange.answer !== null ? beginning(exchange.answer) : null;
      const { milliseconds } = exchange;
      log.put(
        {
          at: new Date(clock.now().getTime() - milliseconds),
          operator_id: operatorId,
          direction,
          method: exchange.method,
          path: exchange.path + asked(exchange.query),
          module: exchange.module,
          ...subjectOf(direction, exchange),
          http_status: exchange.status,
          failure: exchange.failure,
          status_code: exchange.statusCode,
          milliseconds: Math.round(milliseconds),
          request_id: exchange.requestId,
          correlation_id: exchange.correlationId,
          request,
          answer,
          cut: kept && Math.max(exchange.request.length, exchange.answer?.length ?? 0) > MOST_KEPT,
        },
        ROW_BYTES + (request?.length ?? 0) + (answer?.length ?? 0),
      );
    },
    flush: log.flush,
  };
}

/** A copy: a slice would hold the whole large body in memory. */
const beginning = (body: string): string =>
  body.length <= MOST_KEPT ? body : Buffer.from(body.slice(0, MOST_KEPT)).toString();

function asked(query: URLSearchParams): string {
  if (query.size === 0) return "";
  const known = new URLSearchParams();
  for (const name of ASKED_BY) {
    const value = query.get(name);
    if (value !== null) known.set(name, value.slice(0, 40));
  }
  return known.size === 0 ? "" : `?${known.toString()}`;
}

/** The object's id in OCPI, and the session it belongs to. */
function subjectOf(
  direction: OcpiLogRow["direction"],
  { module, segments, sent }: Exchange,
): Pick<OcpiLogRow, "object_id" | "reference"> {
  const body = (typeof sent === "object" && sent !== null ? sent : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : null);
  const reference = text("authorization_reference") ?? text("session_id") ?? text("reservation_id");
  switch (module) {
    case "commands":
      // Our response URLs end in the command's id.
      return {
        object_id:
          (direction === "IN" ? segments[1] : text("response_url")?.split("/").at(-1)) ?? null,
        reference,
      };
    case "cdrs":
      return { object_id: text("id") ?? segments[0] ?? null, reference };
    case "hubclientinfo":
      return { object_id: null, reference };
    default:
      // A path of a party's object: IN/ABC/<id>.
      return { object_id: segments[2] ?? segments[0] ?? text("id"), reference };
  }
}

/** Removes characters that PostgreSQL cannot store, and what looks like a misplaced credential. */
function storable(row: Noted): OcpiLogRow {
  return {
    ...row,
    id: newId("ocl", row.at),
    method: plain(row.method, 10),
    path: plain(row.path, 500),
    module: row.module && plain(row.module, 50),
    object_id: row.object_id && plain(row.object_id, 100),
    reference: row.reference && plain(row.reference, 100),
    failure: row.failure && plain(row.failure, 200),
    // A partner may send any number.
    status_code:
      row.status_code !== null && Math.abs(row.status_code) < 1e6 ? row.status_code : null,
    request_id: plain(row.request_id, 100),
    correlation_id: plain(row.correlation_id, 100),
    request: row.request === null ? null : plain(withoutSecrets(row.request), MOST_KEPT),
    answer: row.answer === null ? null : plain(withoutSecrets(row.answer), MOST_KEPT),
  };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const plain = (text: string, most: number) =>
  text.slice(0, most).replaceAll("\0", "\u{FFFD}").toWellFormed();

/**
 * Misplaced credentials: a partner posts them to another module's URL, or its error page repeats the
 * headers of the request. Everywhere else in OCPI `token` is an object.
 */
export const withoutSecrets = (body: string) =>
  body
    .replaceAll(/("token"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/gi, '$1"(left out)"')
    .replaceAll(/\b(token|bearer|basic)(\s+)[\w+/=.~-]{8,}/gi, "$1$2(left out)");
