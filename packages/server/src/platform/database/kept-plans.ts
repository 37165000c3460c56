import { createHash } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { sqlState } from "./sql-state.ts";

const MARK = "/* plan kept */";

/**
 * Ends a statement that runs so often that its plan should be kept: without a pooler it then has a name, by which each
 * connection plans it once instead of each time. It must list its result columns: PostgreSQL refuses a kept plan whose
 * result has changed, and the next release may add a column.
 */
export const planKept = sql.raw(MARK);

/** A name that is missing or taken: a pooler hands statements to another connection than the one that has their plans. */
const POOLED = new Set(["26000", "42P05"]);

type Query = (...given: unknown[]) => Promise<unknown>;

/** Clients that name statements which end with `planKept`, until it turns out that there is a pooler. */
export function clientsWithPlans(): typeof pg.Client {
  const names = new Map<string, string>();
  let isPooled = false;

  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known) return known;
    const name = createHash("sha256").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };

  const named = (query: Query, text: string, values: unknown): Promise<unknown> => {
    const result = query({ name: nameOf(text), text, values });
    result.catch((error: unknown) => {
      isPooled ||= POOLED.has(sqlState(error) ?? "");
    });
    return result;
  };

  class ClientWithPlans extends pg.Client {
    constructor(...given: ConstructorParameters<typeof pg.Client>) {
      super(...given);
      const query = this.query.bind(this) as Query;
      const kept: Query = (text, values, ...others) =>
        !isPooled && typeof text === "string" && text.endsWith(MARK) && others.length === 0
          ? named(query, text, values)
          : query(text, values, ...others);
      Object.assign(this, { query: kept });
    }
  }
  return ClientWithPlans;
}
