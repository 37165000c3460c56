import type { TaxRate } from "@voltmarg/contract";
import { indianDayBounds, type SellerTaxes, type SoldKind } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, type Outcome } from "../../platform/http/problem.ts";
import { dayHasBegun } from "./day-has-begun.ts";
import { listTaxRows, writeTaxRow, type TaxRow } from "./tax-rates.store.ts";

/** The rate of a kind that holds at a moment; of its own, or the one of all. `rates`: of one kind the newest first. */
const rateAt = (rates: readonly TaxRow[], kind: SoldKind | null, at: Date): TaxRow | undefined =>
  rates.find((each) => each.kind === kind && each.from_at <= at) ??
  (kind === null ? undefined : rateAt(rates, null, at));

/** The seller's taxes at a moment. Throws if it is before the first rate of all, which is as old as GST. */
export const taxesIn =
  (rates: readonly TaxRow[], at: Date): SellerTaxes =>
  (kind) => {
    const rate = rateAt(rates, kind, at);
    if (!rate) throw new Error(`no tax rate at ${at.toISOString()}`);
    return rate;
  };

export const taxesAt = async (on: Queryable, at: Date): Promise<SellerTaxes> =>
  taxesIn(await listTaxRows(on), at);

/** Whether the provider has confirmed the rate of all that it sells: the first one is a preset. */
export const areTaxesConfirmed = async (on: Queryable, at: Date): Promise<boolean> =>
  rateAt(await listTaxRows(on), null, at)?.set_by != null;

export async function showTaxRates(on: Queryable, now: Date): Promise<TaxRate[]> {
  const rates = await listTaxRows(on);
  return rates.map((each) => toWire(each, rates, now));
}

export type NewTaxRate = Pick<TaxRow, "kind" | "percent" | "sac"> & {
  /** A day in India; null: at once. */
  from: string | null;
};

/** Sets or confirms a rate. Another percentage is confirmed by a second member. */
export function putTaxRate(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  { from, ...rate }: NewTaxRate,
): Promise<Outcome<TaxRate, "INVALID_INPUT" | "SECOND_MEMBER_NEEDED">> {
  return backoffice.transact(async (tx) => {
    const now = clock.now();
    const from_at = from === null ? now : indianDayBounds(from).from;
    if (from !== null && from_at <= now) return dayHasBegun;
    // Of its own day, which may be planned otherwise.
    const before = rateAt(await listTaxRows(tx), rate.kind, from_at);
    const isChange = before?.percent !== rate.percent;
    const waits = await backoffice.second(
      tx,
      isChange ? "it changes the tax in what drivers pay" : null,
    );
    if (waits) return waits;
    const row = { ...rate, from_at, updated_at: now, set_by: backoffice.name };
    await writeTaxRow(tx, row);
    return done(toWire(row, await listTaxRows(tx), now));
  });
}

function toWire(row: TaxRow, rates: readonly TaxRow[], now: Date): TaxRate {
  const held = rates.find(({ kind, from_at }) => kind === row.kind && from_at <= now);
  const isHeld = held?.from_at.getTime() === row.from_at.getTime();
  return {
    kind: row.kind,
    percent: row.percent,
    sac: row.sac,
    from: row.from_at.toISOString(),
    state: row.from_at > now ? "PLANNED" : isHeld ? "IN_FORCE" : "ENDED",
    updated_at: row.updated_at.toISOString(),
    by: row.set_by,
  };
}
