import { indianDayOf } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { move, type AccountKind, type Posting } from "./ledger.store.ts";
import { mismatchOf, movedBy } from "./match-line.ts";
import {
  lockSettlement,
  openLines,
  putLines,
  setReasons,
  sumUpSettlement,
  type NewSettlement,
} from "./settlement.store.ts";
import type { ReportLine } from "./settlement-report.ts";

/**
 * Stores new lines of a settlement, matches each that is in suspense, and books it all in one transaction: what reached the
 * bank, at its first reading; of matched lines the fee and its tax, and from clearing what our books have there. All else
 * is in suspense, so that the bank agrees with its statement. A settlement below zero reached no bank.
 */
export const bookSettlement = (
  { database, clock }: { database: Database; clock: Clock },
  settlement: NewSettlement,
  lines: readonly ReportLine[],
): Promise<void> =>
  database.transact(async (tx) => {
    const row = await lockSettlement(tx, settlement);
    await putLines(tx, row, lines);
    const taken = new Map<string, bigint>();
    const sums = { cleared: 0n, fees: 0n, tax: 0n };
    const found = (await openLines(tx, row.id)).map((line) => {
      const dispute = line.dispute_id ?? "";
      const before = taken.get(dispute) ?? line.taken;
      const reason = mismatchOf(line, before);
      if (reason === null) {
        const moved = movedBy(line);
        if (line.type === "adjustment") taken.set(dispute, before - moved);
        sums.cleared += moved;
        sums.fees += line.fee - line.tax;
        sums.tax += line.tax;
      }
      return { entity_id: line.entity_id, reason };
    });
    await setReasons(tx, row.id, found);
    const { id, bookings } = row;
    const bank = bookings === 0 && row.amount > 0n ? row.amount : 0n;
    const unmatched = sums.cleared - bank - sums.fees - sums.tax;
    const postings = [
      ...toClearing("bank", bank),
      ...toClearing("gateway_fees", sums.fees),
      ...toClearing("gateway_gst", sums.tax),
      ...toClearing("unmatched", unmatched),
    ];
    if (postings.length > 0)
      await move(tx, {
        scope: "system",
        idem: `settlement:${id}:${bookings}`,
        kind: "SETTLEMENT",
        reason: `${id}, ${row.utr ?? "without UTR"}, on ${indianDayOf(row.settled_at)}`,
        at: clock.now(),
        sessionId: null,
        cdrId: null,
        postings,
      });
    await sumUpSettlement(tx, id, bookings + (postings.length > 0 ? 1 : 0));
  });

/** A debit of the account against clearing; below zero a credit of it. */
function toClearing(kind: AccountKind, amount: bigint): Posting[] {
  const account = ["system", kind] as const;
  const clearing = ["system", "payments"] as const;
  if (amount === 0n) return [];
  return amount > 0n
    ? [{ source: account, destination: clearing, amount }]
    : [{ source: clearing, destination: account, amount: -amount }];
}
