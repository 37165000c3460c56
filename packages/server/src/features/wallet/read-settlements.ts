import { indianDayBounds, indianDayOf } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { tryLease } from "../../platform/locks/lease.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { bookSettlement } from "./book-settlement.ts";
import type { Razorpay } from "./razorpay.ts";
import type { ReportLine } from "./settlement-report.ts";
import {
  noteUnsettled,
  openReport,
  setReadThrough,
  storedLines,
  unmatchedSettlements,
} from "./settlement.store.ts";

export type SettlementDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  razorpay: Razorpay;
};

const DAY_MS = 86_400_000;
/** A day is read again for so long: lines come late. */
const READ_AGAIN_DAYS = 7;
/** Razorpay settles after two or three working days; then come holidays. */
const SETTLED_WITHIN_DAYS = 7;
/** How far back payments without a settlement are looked for, and settlements with lines in suspense tried. */
const LOOK_BACK_DAYS = 60;
const TRIED_AGAIN = 200;

type Answered = ReportLine & { settlement_id: string; settled_at: number };

/**
 * Reads the payment provider's settlement report of the last days and books what was paid out, each line once; daily, in one
 * replica at a time. A day that cannot be read is read by the next run, however many there were. What did not match is
 * tried again: our payment may have been credited late.
 */
export async function readSettlements(deps: SettlementDeps): Promise<void> {
  await tryLease(deps.database, "gateway settlements", () => readDays(deps));
}

async function readDays(deps: SettlementDeps): Promise<void> {
  const { database, clock, logger } = deps;
  const today = indianDayOf(clock.now());
  const { begins, read_through } = await openReport(database.db, today);
  const again = dayAfter(read_through, 1 - READ_AGAIN_DAYS);
  let isWhole = true;
  let last = read_through;
  for (let day = begins > again ? begins : again; day <= today; day = dayAfter(day, 1)) {
    const isRead = await readDay(deps, day);
    if (!isRead) logger.error({ day }, "the settlement report cannot be read");
    isWhole &&= isRead;
    if (!isWhole || day <= last) continue;
    last = day;
    await setReadThrough(database.db, day);
  }
  for (const settlement of await unmatchedSettlements(database.db, TRIED_AGAIN))
    await bookSettlement(deps, settlement, []);
  // What was not read yet may have settled them.
  const until = new Date(indianDayBounds(last).until.getTime() - SETTLED_WITHIN_DAYS * DAY_MS);
  const longAgo = new Date(until.getTime() - LOOK_BACK_DAYS * DAY_MS);
  const { from } = indianDayBounds(begins);
  await database.transact((tx) => noteUnsettled(tx, from > longAgo ? from : longAgo, until));
}

/** False: the day, or one of its settlements, has to be read again. */
async function readDay(deps: SettlementDeps, day: string): Promise<boolean> {
  const lines = await deps.razorpay.settlementReport(day);
  if (!lines) return false;
  const answered = lines.filter(
    (line): line is Answered => line.settled && !!line.settlement_id && line.settled_at !== null,
  );
  const settlements = Map.groupBy(answered, ({ settlement_id }) => settlement_id);
  const stored = await storedLines(deps.database.db, [...settlements.keys()]);
  let isRead = true;
  for (const [id, of] of settlements) {
    const added = of.filter(({ entity_id }) => !stored.has(`${id} ${entity_id}`));
    if (added.length > 0) isRead = (await readSettlement(deps, id, added)) && isRead;
  }
  return isRead;
}

/** The amount that reached the bank is the settlement's amount, even if the sum of its lines differs. */
async function readSettlement(
  deps: SettlementDeps,
  id: string,
  lines: readonly Answered[],
): Promise<boolean> {
  const told = await deps.razorpay.settlement(id);
  if (told === null || told === "NONE" || told.status !== "processed") {
    const status = told && told !== "NONE" ? told.status : told;
    deps.logger.warn({ settlement: id, status }, "a settlement is not paid out yet");
    // A settlement that failed or does not exist is not booked; its payments are listed as not settled.
    return told !== null;
  }
  const settled_at = new Date(lines[0]!.settled_at * 1_000);
  const settlement = { id, utr: told.utr ?? null, settled_at, amount: BigInt(told.amount) };
  await bookSettlement(deps, settlement, lines);
  return true;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
