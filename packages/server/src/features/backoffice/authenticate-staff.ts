import type { StaffRole } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall, OpenBackoffice } from "../../platform/http/backoffice-call.ts";
import { constantTimeEqual } from "../../platform/database/service-key.ts";
import { credentialOf, insertAudit } from "./backoffice.store.ts";

/** The configured credential, which creates the others. */
const BOOTSTRAP = { name: "bootstrap", role: "admin" } as const;

/** Authenticates staff by their credential's token, and writes each call to the audit log. */
export function createOpenBackoffice(deps: {
  database: Database;
  clock: Clock;
  /** The bootstrap credential's token; null: there is none. */
  token: string | null;
}): OpenBackoffice {
  const { database, clock } = deps;
  const holderOf = async (bearer: string): Promise<{ name: string; role: StaffRole } | null> => {
    if (deps.token !== null && constantTimeEqual(bearer, deps.token)) return BOOTSTRAP;
    return bearer.startsWith(TOKEN_PREFIX) ? credentialOf(database.db, bearer) : null;
  };

  return async (bearer, request) => {
    const holder = await holderOf(bearer);
    if (!holder) return null;
    let written = false;
    const write = (on: Queryable, outcome: string) =>
      insertAudit(on, {
        at: clock.now(),
        credential: holder.name,
        method: request.method,
        route: request.route,
        parameters: keepable(request.parameters),
        outcome,
        request_id: request.requestId,
      });
    const call: BackofficeCall = {
      name: holder.name,
      role: holder.role,
      isNoted: () => written,
      note: async (outcome) => {
        await write(database.db, outcome);
        written = true;
      },
      transact: async (work) => {
        const outcome = await database.transact(async (tx) => {
          const result = await work(tx);
          await write(tx, result.ok ? "OK" : result.reason);
          return result;
        });
        written = true;
        return outcome;
      },
    };
    return call;
  };
}

export const TOKEN_PREFIX = "vmdesk_";

const MOST_CHARACTERS = 4_000;
const SECRET = /token|secret|password|authorization|otp/i;

/** The input of a call as one flat object: path, query and body, without secrets and long texts. */
function keepable(
  parameters: { params: unknown; query: unknown; body: unknown } | null,
): Record<string, unknown> | null {
  if (!parameters) return null;
  const kept = Object.fromEntries(
    [parameters.params, parameters.query, parameters.body]
      .flatMap((part) => (typeof part === "object" && part !== null ? Object.entries(part) : []))
      .filter(([name]) => !SECRET.test(name)),
  );
  return JSON.stringify(kept).length > MOST_CHARACTERS ? null : kept;
}
