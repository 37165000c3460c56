import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { sealOldInvoices } from "../billing/index.ts";
import { checkLedger, checkLedgerSlice, LEDGER_START } from "../wallet/index.ts";
import { brokenAudit } from "./backoffice.store.ts";
import { keepBooksCheck, lastBooksCheck } from "./ledger-check.store.ts";

/** A pass over the whole ledger begins four times a day, unless the one before goes on. */
const EVERY_MS = 6 * 3_600_000;
/** What one run reads at most, so that its cost does not grow with the ledger: 100,000 owners, a million transfers. */
const RUN = { slices: 50, owners: 2_000, transfers: 20_000 };

/** Checks the whole ledger at once; sound when no kind of fault was found. */
export async function checkBooks(
  on: Queryable,
): Promise<{ sound: boolean; faults: Record<string, number> }> {
  const faults: Record<string, number> = {
    ...(await checkLedger(on)),
    audit_log: await brokenAudit(on),
  };
  return { sound: isSound(faults), faults };
}

/**
 * Checks the next slices of the ledger, hourly, and stores what they found and where the next run goes on. A fault is
 * reported until a complete pass no longer finds it.
 */
export async function checkBooksInTurn(
  deps: { database: Database; clock: Clock; logger: Logger },
  run: typeof RUN = RUN,
): Promise<void> {
  const { db } = deps.database;
  const now = deps.clock.now();
  await sealOldInvoices(db);
  const last = await lastBooksCheck(db);
  const since = last && now.getTime() - Date.parse(last.began ?? last.at);
  if (since !== null && since < EVERY_MS && !last?.pass) return;
  const began = last?.pass ? last.began! : now.toISOString();
  const complete = last?.complete ?? last?.faults ?? {};
  let pass = last?.pass ?? { next: LEDGER_START, faults: {} };
  for (let slice = 0; slice < run.slices; slice += 1) {
    const found = await checkLedgerSlice(db, pass.next, run);
    pass = { next: found.next, faults: join(pass.faults, found.faults, (a, b) => a + b) };
    if (!isSound(found.faults)) deps.logger.error(found, "the books are not sound");
    const at = now.toISOString();
    if (found.next.owner === null && found.next.transfer === null) {
      const audit_log = await brokenAudit(db);
      if (audit_log > 0) deps.logger.error({ audit_log }, "the audit log was changed");
      const faults = { ...pass.faults, audit_log };
      return void (await keepBooksCheck(db, { at, began, faults, complete: faults, pass: null }));
    }
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
