import {
  guardOf,
  mayDo,
  type EffectRule,
  type ErrorCode,
  type RouteSpec,
  type StaffRole,
} from "@voltmarg/contract";
import type { Tx } from "../database/database.ts";
import { refuse, type Outcome, type Refusal } from "./problem.ts";

/** What the audit log stores about a call. */
export type BackofficeRequest = {
  method: string;
  route: string;
  /** What of it stays. What is refused, and what is taken away as a file, always does. */
  audit: EffectRule["audit"];
  parameters: { params: unknown; query: unknown; body: unknown } | null;
  requestId: string;
  /** When the caller read what it changes now, by the service's clock; null: it does not say. */
  readAt: Date | null;
};

/** When the answer was read, and what a change sends back so that it does not overwrite a newer one. */
export const READ_AT = "x-read-at";

/** Somebody else changed the same thing after the caller had read it. */
export class EditedMeanwhile extends Error {
  override name = "EditedMeanwhile";
  readonly refusal: Refusal<"CONFLICT">;
  constructor(by: string, at: Date, fields: readonly string[]) {
    const what = fields.length > 0 ? ` (${fields.join(", ")})` : "";
    super(`${by} changed this meanwhile${what}. Read it again before you change it.`);
    this.refusal = refuse("CONFLICT", {
      message: this.message,
      extra: { by, at: at.toISOString(), changed: fields },
    });
  }
}

/** How the caller shows who it is: a credential's token, or the cookie of a session and the page it is sent from. */
export type StaffKey = { bearer: string; cookie: string | null; origin: string | null };

export const STAFF_COOKIE = "__Host-staff";

/** A member's sign-in in a browser. */
export type StaffSession = {
  /** The cookie's value: a secret. */
  token: string;
  startedAt: Date;
  endsAt: Date;
  /** Signed in with the company account, and not by passkey. */
  byOpenid: boolean;
  /** Until when the passkey, or the company account, counts as just used. */
  freshUntil: Date;
  isFresh: boolean;
};

/** A back-office call with one credential, or by a member of the staff. The audit log gets it once, with its outcome. */
export type BackofficeCall = {
  name: string;
  role: StaffRole;
  /** Null: a credential's token. */
  session: StaffSession | null;
  openedAt: Date;
  /** How often the caller did this within 24 hours. */
  doneToday(): Promise<number>;
  /** Whether the audit log has this call already. */
  isNoted(): boolean;
  /**
   * Has a second member confirm this call instead of making it now: the refusal to answer with. Null: it was confirmed,
   * or needs nobody. `why`: what is great about it, in words; null: nothing.
   */
  second(tx: Tx, why: string | null): Promise<Refusal<"SECOND_MEMBER_NEEDED"> | null>;
  /** Writes only the audit entry: for reads and refusals. */
  note(outcome: string): Promise<void>;
  /**
   * Runs the change and writes the audit entry in one transaction: no change without its entry. Throws `EditedMeanwhile`
   * instead of changing what somebody else changed after the caller read it.
   */
  transact<T, Code extends ErrorCode>(
    work: (tx: Tx) => Promise<Outcome<T, Code>>,
  ): Promise<Outcome<T, Code>>;
};

/** The call, or why it is not let in. XSRF_REJECTED: a write by cookie that does not come from the console's pages. */
export type OpenBackoffice = (
  key: StaffKey,
  request: BackofficeRequest,
) => Promise<BackofficeCall | "UNAUTHENTICATED" | "XSRF_REJECTED">;

/** Why a caller may not call a route; null: it may. Scripts, with their tokens, have no passkey to show. */
export function refusedTo(
  { role, session }: Pick<BackofficeCall, "role" | "session">,
  spec: RouteSpec,
): "FORBIDDEN" | "PASSKEY_NEEDED" | null {
  if (spec.access.rule !== "provider" || !mayDo(role, spec.access.effect)) return "FORBIDDEN";
  return guardOf(spec)?.passkey && session && !session.isFresh ? "PASSKEY_NEEDED" : null;
}

/** What a refusal says instead of the catalogue's sentence. */
export const sentenceTo = (
  { session }: Pick<BackofficeCall, "session">,
  refused: ErrorCode,
): string | undefined =>
  refused === "PASSKEY_NEEDED" && session?.byOpenid
    ? "Sign in with your company account once more to do this."
    : undefined;

/** Runs a call and writes its audit entry, whatever the outcome. */
export async function noted<Answer extends { ok: true } | { ok: false; reason: ErrorCode }>(
  backoffice: BackofficeCall,
  run: () => Promise<Answer>,
): Promise<Answer | Refusal<"CONFLICT">> {
  let outcome: Answer | Refusal<"CONFLICT">;
  try {
    outcome = await run();
  } catch (error) {
    if (error instanceof EditedMeanwhile) outcome = error.refusal;
    else {
      if (!backoffice.isNoted()) await backoffice.note("INTERNAL");
      throw error;
    }
  }
  if (!backoffice.isNoted()) await backoffice.note(outcome.ok ? "OK" : outcome.reason);
  return outcome;
}
