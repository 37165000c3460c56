import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { checkLedger } from "../wallet/index.ts";
import { keepBooksCheck, lastBooksCheck } from "./ledger-check.store.ts";

/** Reading all books takes long when they are long. */
const EVERY_MS = 6 * 3_600_000;

/** Looks through all books; sound when no kind of fault was found. */
export async function checkBooks(
  on: Queryable,
): Promise<{ sound: boolean; faults: Record<string, number> }> {
  const faults: Record<string, number> = { ...(await checkLedger(on)) };
  return { sound: Object.values(faults).every((count) => count === 0), faults };
}

/** Checks the books when their turn has come, four times a day, and keeps what it found for whoever watches them. */
export async function checkBooksInTurn(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  const last = await lastBooksCheck(db);
  if (last && now.getTime() - Date.parse(last.at) < EVERY_MS) return;
  const { sound, faults } = await checkBooks(db);
  if (!sound) deps.logger.error({ faults }, "the books are not sound");
  await keepBooksCheck(db, { at: now.toISOString(), faults });
}
