import { createHash } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { sendTogether, type Statement } from "./one-message.ts";
import { sqlState } from "./sql-state.ts";

const MARK = "/* plan kept */";
const WITH_NEXT = `/* sent with the next */ ${MARK}`;

/**
 * Ends a statement that runs so often that its plan should be kept: without a pooler it then has a name, by which each
 * connection plans it once instead of each time. It must list its result columns: PostgreSQL refuses a kept plan whose
 * result has changed, and the next release may add a column.
 */
export const planKept = sql.raw(MARK);

/**
 * The same for a statement of a transaction whose result nobody reads, and whose failure nobody answers: without a pooler
 * it is sent in one message with the next statement or the commit, before it. If it fails, that one fails with its error
 * and has no effect. Its result is always empty.
 */
export const sentWithNext = sql.raw(WITH_NEXT);

/** A name that is missing or taken: a pooler hands statements to another connection than the one that has their plans. */
const POOLED = new Set(["26000", "42P05"]);
const resultOf = (command: string) => ({ command, rowCount: null, rows: [] });

type Query = (...given: unknown[]) => Promise<unknown>;
/** Null: no transaction is open. Otherwise its statements that are not sent yet; `begun`: its `begin` was. */
type Open = { begun: boolean; waiting: Statement[] } | null;

/**
 * Clients that name statements which end with `planKept`, and send `begin`, and statements which end with `sentWithNext`,
 * with the statement that follows, until it turns out that there is a pooler.
 */
export function clientsWithPlans(): typeof pg.Client {
  const names = new Map<string, string>();
  let isPooled = false;

  const named = (text: string, values: unknown[] = []): Statement => {
    let name = names.get(text);
    if (!name) names.set(text, (name = createHash("sha256").update(text).digest("base64url")));
    return { name, text, values };
  };
  const noted = (result: Promise<unknown>): Promise<unknown> => {
    result.catch((error: unknown) => {
      isPooled ||= POOLED.has(sqlState(error) ?? "");
    });
    return result;
  };

  class ClientWithPlans extends pg.Client {
    constructor(...given: ConstructorParameters<typeof pg.Client>) {
      super(...given);
      const query = this.query.bind(this) as Query;
      let open: Open = null;

      /** Sends what waits, and `last` with it. */
      const send = (last: Statement | { text: string; values: unknown[] }): Promise<unknown> => {
        const before = open?.waiting ?? [];
        if (open) open = { begun: true, waiting: [] };
        return noted(before.length === 0 ? query(last) : sendTogether(query, before, last));
      };
      const end = (text: string): Promise<unknown> => {
        const { begun, waiting } = open!;
        const isEmpty = !begun && (text === "rollback" || waiting.length === 1);
        if (text === "rollback") open = { begun, waiting: [] };
        const ended = isEmpty ? Promise.resolve(resultOf(text.toUpperCase())) : send(named(text));
        open = null;
        return ended;
      };

      const together: Query = async (text, values, ...others) => {
        const isPlain = typeof text === "string" && others.length === 0;
        if (isPlain && text === "begin" && !isPooled) {
          open = { begun: false, waiting: [named(text)] };
          return resultOf("BEGIN");
        }
        if (isPlain && open && (text === "commit" || text === "rollback")) return end(text);
        if (isPlain && Array.isArray(values)) {
          const isKept = !isPooled && text.endsWith(MARK);
          if (isKept && open && text.endsWith(WITH_NEXT) && values.every(isSimple)) {
            open.waiting.push(named(text, values));
            return resultOf("");
          }
          if (isKept) return send(named(text, values));
          if (values.length > 0) return send({ text, values });
        }
        // What waits goes first, by itself: this may be several statements.
        const before = open?.waiting.pop();
        if (before) await send(before);
        return query(text, values, ...others);
      };
      Object.assign(this, { query: together });
    }
  }
  return ClientWithPlans;
}

/** Of a kind that the driver can always write: it is not in a message by itself, so it must not be refused there. */
const isSimple = (value: unknown): boolean =>
  value === null ||
  ["string", "number", "boolean", "bigint"].includes(typeof value) ||
  value instanceof Date ||
  (Array.isArray(value) && value.every((each) => typeof each === "string"));
