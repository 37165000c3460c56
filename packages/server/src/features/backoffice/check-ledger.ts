import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import { tryLease, withLease } from "../../platform/locks/lease.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { sealOldInvoices } from "../billing/index.ts";
import { checkLedgerSlice, LEDGER_START, type LedgerCursor } from "../wallet/index.ts";
import { auditLog } from "./check-audit.store.ts";
import { documents } from "./check-documents.store.ts";
import { money } from "./check-money.store.ts";
import { checkRowsSlice, type RowFault, type RowsCursor } from "./rows-check.store.ts";
import { keepBooksCheck, lastBooksCheck } from "./ledger-check.store.ts";

/** A pass over the whole ledger begins four times a day, unless the one before goes on. */
const EVERY_MS = 6 * 3_600_000;
/**
 * What one run reads at most, so that its cost does not grow with the ledger: 100,000 owners, a million transfers, 100,000
 * documents.
 */
const RUN = { slices: 50, owners: 2_000, transfers: 20_000, rows: 2_000 };
type Run = typeof RUN;
/** One check at a time reads the books, whoever asks for it. */
const LEASE = "ledger check";
/** How many rows with faults a check names. */
const NAMED = 100;

const CHECKS = { ...documents, ...money, ...auditLog };

type BooksCursor = { ledger: LedgerCursor; rows: RowsCursor };
type Found = { faults: Faults; named: RowFault[] };

/** The next slice of everything that is not read yet; `next` null: that was the last one. */
async function checkSlice(
  db: Queryable,
  from: BooksCursor,
  run: Run,
): Promise<Found & { next: BooksCursor | null }> {
  const ledger = await checkLedgerSlice(db, from.ledger, run);
  const rows = await checkRowsSlice(db, CHECKS, from.rows, run.rows);
  const goesOn = [...Object.values(ledger.next), ...Object.values(rows.next)].some(Boolean);
  return {
    faults: { ...ledger.faults, ...rows.faults },
    named: rows.named,
    next: goesOn ? { ledger: ledger.next, rows: rows.next } : null,
  };
}

/** Checks all of the books now, slice after slice; sound when no kind of fault was found. Null: a check is under way. */
export async function checkBooks(
  database: Database,
  run = RUN,
): Promise<{ sound: boolean; faults: Faults; rows: RowFault[] } | null> {
  const ran = await tryLease(database, LEASE, async () => {
    let faults: Faults = {};
    const named: RowFault[] = [];
    let next: BooksCursor | null = { ledger: LEDGER_START, rows: {} };
    while (next) {
      const found = await checkSlice(database.db, next, run);
      faults = join(faults, found.faults, (a, b) => a + b);
      named.push(...found.named.slice(0, NAMED - named.length));
      next = found.next;
    }
    return { sound: isSound(faults), faults, rows: named };
  });
  return ran && ran.value;
}

type CheckDeps = { database: Database; clock: Clock; logger: Logger };

/**
 * Checks the next slices of the books, hourly, and stores what they found and where the next run goes on. A fault is
 * reported until a complete pass no longer finds it.
 */
export const checkBooksInTurn = (deps: CheckDeps, run: Run = RUN): Promise<void> =>
  withLease(deps.database, LEASE, async () => {
    await sealOldInvoices(deps.database.db);
    await checkInTurn(deps, run);
  });

async function checkInTurn({ database: { db }, clock, logger }: CheckDeps, run: Run) {
  const now = clock.now();
  const last = await lastBooksCheck(db);
  const since = last && now.getTime() - Date.parse(last.began ?? last.at);
  if (since !== null && since < EVERY_MS && !last?.pass) return;
  const began = last?.pass ? last.began! : now.toISOString();
  const complete = last?.complete ?? last?.faults ?? {};
  let pass = last?.pass ?? { next: LEDGER_START, rows: {}, faults: {} };
  for (let slice = 0; slice < run.slices; slice += 1) {
    // A pass that began before 0.9 has no rows.
    const from = { ledger: pass.next, rows: pass.rows ?? {} };
    const { next, faults: found, named } = await checkSlice(db, from, run);
    const sum = join(pass.faults, found, (a, b) => a + b);
    if (!isSound(found)) logger.error({ ...found, rows: named }, "the books are not sound");
    const at = now.toISOString();
    if (!next)
      return void (await keepBooksCheck(db, {
        at,
        began,
        faults: sum,
        complete: sum,
        pass: null,
      }));
    pass = { next: next.ledger, rows: next.rows, faults: sum };
    const faults = join(complete, pass.faults, Math.max);
    await keepBooksCheck(db, { at, began, faults, complete, pass });
  }
}

type Faults = Record<string, number>;
const isSound = (faults: Faults): boolean => Object.values(faults).every((count) => count === 0);
const join = (a: Faults, b: Faults, of: (a: number, b: number) => number): Faults =>
  Object.fromEntries(
    Object.keys({ ...a, ...b }).map((kind) => [kind, of(a[kind] ?? 0, b[kind] ?? 0)]),
  );
