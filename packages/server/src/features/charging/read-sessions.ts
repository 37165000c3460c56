import type { Session } from "@voltmarg/contract";
import type { ChargingDeps } from "./change-session.ts";
import {
  changedSince,
  findSession,
  newestSession,
  openSessions,
  type SessionRow,
} from "./session.store.ts";
import { toWire } from "./to-wire.ts";

/** The row as it is now: what was just answered may already have moved on. */
export async function show(deps: ChargingDeps, row: SessionRow): Promise<Session> {
  const fresh = await findSession(deps.database.db, row.user_id, row.id);
  const [session] = await toWire(deps.database.db, [fresh ?? row]);
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

/** The one that is open, else the newest. */
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
