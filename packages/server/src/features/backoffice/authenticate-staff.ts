import type { StaffRole } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import {
  EditedMeanwhile,
  type BackofficeCall,
  type BackofficeRequest,
  type OpenBackoffice,
  type StaffKey,
  type StaffSession,
} from "../../platform/http/backoffice-call.ts";
import { constantTimeEqual } from "../../platform/database/service-key.ts";
import type { StaffAct } from "../staff/index.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import { proposeChange } from "./propose.ts";
import {
  BOOTSTRAP,
  countDone,
  countRead,
  credentialOf,
  insertAudit,
  lastEditByOthers,
} from "./backoffice.store.ts";

type Holder = { name: string; role: StaffRole; session: StaffSession | null };

/** Authenticates staff by a credential's token or a session's cookie, and writes each call to the audit log. */
export function createOpenBackoffice(deps: {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  /** The bootstrap credential's token; null: there is none. */
  token: string | null;
  /** The member whose session a cookie opens; null: none. */
  sessionOf(cookie: string): Promise<Holder | null>;
  /** Where the console's pages are: a browser sends its origin with each write. */
  origin: string;
}): OpenBackoffice {
  const { database, clock } = deps;
  const holderOf = async ({ bearer, cookie }: StaffKey): Promise<Holder | null> => {
    if (bearer === "") return cookie ? deps.sessionOf(cookie) : null;
    if (deps.token !== null && constantTimeEqual(bearer, deps.token))
      return { ...BOOTSTRAP, session: null };
    const credential =
      PREFIXES.some((prefix) => bearer.startsWith(prefix)) &&
      (await credentialOf(database.db, bearer));
    return credential ? { ...credential, session: null } : null;
  };

  return async (key, request) => {
    const holder = await holderOf(key);
    if (!holder) return "UNAUTHENTICATED";
    const openedAt = clock.now();
    let written = false;
    const write = async (on: Queryable, outcome: string) => {
      const { audit, method, route, requestId: request_id } = request;
      const at = clock.now();
      const credential = holder.name;
      const parameters = keepable(request.parameters);
      if (audit !== "EACH" && outcome === "OK") {
        const subject = audit === "FIRST" ? (request.parameters?.params ?? {}) : {};
        const again = new Date(at.getTime() - LOOK_MS);
        const isFirst = await countRead(on, { at, credential, route, subject, again });
        if (audit === "COUNT" || !isFirst) return;
      }
      await insertAudit(on, { at, credential, method, route, parameters, outcome, request_id });
    };
    if (holder.session && request.method !== "GET" && key.origin !== deps.origin) {
      await write(database.db, "XSRF_REJECTED");
      return "XSRF_REJECTED";
    }
    const call: BackofficeCall = {
      second: async (tx, why) =>
        why === null ? null : proposeChange(deps, tx, call, request, why),
      name: holder.name,
      role: holder.role,
      session: holder.session,
      openedAt,
      doneToday: () =>
        countDone(database.db, {
          credential: holder.name,
          method: request.method,
          route: request.route,
          since: new Date(clock.now().getTime() - DAY_MS),
        }),
      isNoted: () => written,
      note: async (outcome) => {
        await write(database.db, outcome);
        written = true;
      },
      transact: async (work) => {
        const outcome = await database.transact(async (tx) => {
          await refuseEdited(tx, holder.name, request);
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

const DAY_MS = 86_400_000;
/** Looks at the same driver within so long are one line of the log. */
const LOOK_MS = 15 * 60_000;

const EDITS = ["PUT", "PATCH", "DELETE"];
/** A change has its time before others can see it: one so shortly before the caller read may not have been in what it read. */
const UNSEEN_MS = 2_000;

/** Refuses to change what somebody else changed since the caller read it. Two who change it at once wait for another. */
async function refuseEdited(
  tx: Tx,
  by: string,
  { method, route, readAt, parameters }: BackofficeRequest,
): Promise<void> {
  if (!readAt || !EDITS.includes(method)) return;
  const named = (parameters?.params ?? {}) as Record<string, string>;
  const since = new Date(readAt.getTime() - UNSEEN_MS);
  const edit = await lastEditByOthers(tx, { by, route, named, since });
  if (!edit) return;
  const fields = Object.keys(edit.parameters ?? {}).filter((name) => !(name in named));
  throw new EditedMeanwhile(edit.credential, edit.at, fields);
}

/** Writes what somebody did who is not signed in yet: a sign-in, or a refused one. */
export const writeStaffAct = (on: Queryable, act: StaffAct, at: Date) =>
  insertAudit(on, {
    at,
    credential: act.name,
    method: act.method,
    route: act.route,
    parameters: act.parameters,
    outcome: act.outcome,
    request_id: act.requestId,
  });

export const TOKEN_PREFIX = "vmstaff_";
/** Earlier releases wrote another prefix. */
const PREFIXES = [TOKEN_PREFIX, "vmdesk_"];

const MOST_CHARACTERS = 4_000;
/** The owner of a bank account, too: that a name fitted is all that is needed of it later. */
const SECRET = /token|secret|password|authorization|otp|^passkey$|^holder_name$/i;

/**
 * The input of a call as one flat object: path, query and body, without secrets. Nobody can write another path than the
 * one they called; where the whole is too long, the path alone is kept.
 */
export function keepable(
  parameters: { params: unknown; query: unknown; body: unknown } | null,
): Record<string, unknown> | null {
  if (!parameters) return null;
  const { params, query, body } = parameters;
  const kept = withoutSecrets(query, body, params);
  return JSON.stringify(kept).length > MOST_CHARACTERS ? withoutSecrets(params) : kept;
}

/** Of a name that several have, the last one's value. */
const withoutSecrets = (...parts: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    parts
      .flatMap((part) => (typeof part === "object" && part !== null ? Object.entries(part) : []))
      .filter(([name]) => !SECRET.test(name)),
  );
