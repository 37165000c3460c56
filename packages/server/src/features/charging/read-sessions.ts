import type { Session } from "@voltmarg/contract";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { createGroupCommit } from "../../platform/database/group-commit.ts";
import { withTimeout } from "../../platform/deadline.ts";
import type { ChargingDeps } from "./change-session.ts";
import {
  changedSince,
  claimAsking,
  findSession,
  findSessions,
  newestSession,
  openSessions,
  type Reference,
  type SessionRow,
} from "./session.store.ts";
import { toWire } from "./to-wire.ts";
import { questionOf } from "./watch/silence.ts";

export async function show(deps: ChargingDeps, row: SessionRow): Promise<Session> {
  const [session] = await toWire(deps.database.db, [row]);
  return session!;
}

export async function getSession(
  deps: ChargingDeps,
  userId: string,
  id: string,
): Promise<Session | null> {
  const row = await findSession(deps.database.db, userId, id);
  return row && show(deps, row);
}

/** How long a read waits for others, while more than one comes at a time. */
const GATHER_MS = 20;

/** Reads single sessions for live streams. Those that change at about the same time are read together. */
export const createSessionReader = (
  deps: ChargingDeps,
): ((at: Reference) => Promise<Session | null>) =>
  createGroupCommit<Reference, Session | null>({
    run: async (these) => {
      const { db } = deps.database;
      const shown = await toWire(db, await findSessions(db, these));
      const byId = new Map(shown.map((session) => [session.id, session]));
      return these.map(({ session_id }) => byId.get(session_id) ?? null);
    },
    keyOf: ({ session_id }) => session_id,
    most: deps.updatesTogether,
    gatherMs: () => GATHER_MS,
  });

const ASK_AGAIN_MS = 10_000;
/** Drivers who look at about the same time share one list. */
const SHARED_MS = 2_000;
const LONGEST_ASK_MS = 30_000;

/** Asks the operator about an open session, unless it was just asked. */
export async function askForSession(
  deps: ChargingDeps,
  userId: string,
  operatorId: string,
  id: string,
): Promise<Outcome<Session, "SESSION_NOT_FOUND" | "OPERATOR_UNREACHABLE">> {
  const row = await findSession(deps.database.db, userId, id);
  if (!row || row.operator_id !== operatorId) return refuse("SESSION_NOT_FOUND");
  const now = deps.clock.now();
  const lately = new Date(now.getTime() - ASK_AGAIN_MS);
  if (row.open && (await claimAsking(deps.database.db, row, lately, now))) {
    const question = { ...questionOf(row, now, { ageMs: SHARED_MS }), wait: true };
    const asking = deps.ask.sessions(operatorId, question);
    const asked = await withTimeout(LONGEST_ASK_MS, asking, "FAILED");
    if (asked !== "ALL") return refuse("OPERATOR_UNREACHABLE");
  }
  const fresh = await findSession(deps.database.db, userId, id);
  return done(await show(deps, fresh ?? row));
}

/** The open session, else the newest. */
export async function readLatest(deps: ChargingDeps, userId: string): Promise<Session | null> {
  const [open] = await openSessions(deps.database.db, userId);
  const row = open ?? (await newestSession(deps.database.db, userId));
  return row && show(deps, row);
}

/** ACTIVE and starting ones. */
export async function listOpen(deps: ChargingDeps, userId: string): Promise<Session[]> {
  return toWire(deps.database.db, await openSessions(deps.database.db, userId));
}

export async function listChangedSince(
  deps: ChargingDeps,
  userId: string,
  version: number,
): Promise<Session[]> {
  return toWire(deps.database.db, await changedSince(deps.database.db, userId, BigInt(version)));
}
