import type { StaffRole } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { STAFF_COOKIE, type StaffSession } from "../../platform/http/backoffice-call.ts";
import { newSecret } from "../../platform/ids.ts";
import { findSession, insertSession, touchSession, type SessionRow } from "./staff.store.ts";

const MINUTE_MS = 60_000;
/** A session ends when it is not used for so long, and in any case after: */
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 10 * 60 * MINUTE_MS;
/** For how long after a passkey or the company account was used money, erasures and credentials may be touched. */
export const FRESH_MS = 5 * MINUTE_MS;
/** Uses within this time write nothing. */
const TOUCH_MS = MINUTE_MS;

type Deps = { database: Database; clock: Clock };

/** The member whose browser sent this cookie, with the role of now; null: the session has ended, or never was. */
export async function sessionOf(
  { database, clock }: Deps,
  cookie: string,
): Promise<{ name: string; role: StaffRole; session: StaffSession } | null> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const row = await findSession(database.db, cookie, ago(IDLE_MS), ago(LONGEST_MS));
  if (!row) return null;
  if (row.used_at <= ago(TOUCH_MS)) await touchSession(database.db, cookie, now);
  return { name: row.name, role: row.role, session: stateOf(row, cookie, now) };
}

/**
 * Opens a session in the transaction of what proved who it is: a passkey just now, or the company account. There it may be
 * long ago that the person signed in; null: nobody says when.
 */
export async function openSession(
  tx: Tx,
  { name, role }: { name: string; role: StaffRole },
  now: Date,
  openid?: { authenticatedAt: Date | null },
): Promise<{ cookie: string; shown: ReturnType<typeof sessionToWire> }> {
  const token = newSecret();
  const row = {
    name,
    role,
    created_at: now,
    used_at: now,
    fresh_at: openid ? freshAtOf(openid.authenticatedAt, now) : now,
    by_openid: openid !== undefined,
  };
  await insertSession(tx, token, row);
  return {
    cookie: cookieOf(token),
    shown: sessionToWire({ name, role, session: stateOf(row, token, now) }),
  };
}

/** From when on a session counts as fresh whose member signed in to the company account then. */
export function freshAtOf(authenticatedAt: Date | null, now: Date): Date {
  const at = authenticatedAt ?? new Date(now.getTime() - FRESH_MS);
  return at < now ? at : now;
}

function stateOf(row: SessionRow, token: string, now: Date): StaffSession {
  const freshUntil = new Date(row.fresh_at.getTime() + FRESH_MS);
  return {
    token,
    startedAt: row.created_at,
    endsAt: new Date(row.created_at.getTime() + LONGEST_MS),
    byOpenid: row.by_openid,
    freshUntil,
    isFresh: freshUntil > now,
  };
}

export const sessionToWire = (who: {
  name: string;
  role: StaffRole;
  session: StaffSession | null;
}) => ({
  name: who.name,
  role: who.role,
  session: who.session && {
    signed_in_at: who.session.startedAt.toISOString(),
    ends_at: who.session.endsAt.toISOString(),
    idle_minutes: IDLE_MS / MINUTE_MS,
    signed_in_by: who.session.byOpenid ? ("OPENID" as const) : ("PASSKEY" as const),
    passkey_fresh_until: who.session.freshUntil.toISOString(),
  },
});

/** `__Host-`: from this host and path, over TLS (or localhost), and no other host can set it. */
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";
const cookieOf = (token: string) =>
  `${STAFF_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${LONGEST_MS / 1000}`;
export const NO_COOKIE = `${STAFF_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
