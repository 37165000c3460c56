import type { Queryable } from "../../platform/database/database.ts";
import { allocate } from "./allocate.ts";
import { readBalances } from "./ledger.store.ts";
import { unused } from "./withdraw.ts";
import { openSources } from "./withdrawal.store.ts";

/** Where a withdrawal would go now, each destination once. */
export async function planWithdrawal(
  on: Queryable,
  userId: string,
  asked: bigint | null,
): Promise<{ amount_minor: number; parts: { to: string; amount_minor: number }[] }> {
  const available = unused(await readBalances(on, userId));
  const amount = asked !== null && asked < available ? asked : available;
  const to = new Map<string, number>();
  for (const part of allocate(amount, await openSources(on, userId))) {
    const { source } = part.source;
    to.set(source, (to.get(source) ?? 0) + Number(part.amount));
  }
  const parts = [...to].map(([name, minor]) => ({ to: name, amount_minor: minor }));
  return { amount_minor: Number(amount), parts };
}

/** Paise that would go back to payments if the wallet was closed now, and what would stay in it. */
export async function wouldReturn(
  on: Queryable,
  userId: string,
): Promise<{ refund: bigint; kept: bigint }> {
  const balances = await readBalances(on, userId);
  const parts = allocate(unused(balances), await openSources(on, userId));
  const refund = parts.reduce((sum, { amount }) => sum + amount, 0n);
  const free = balances.wallet + balances.overdraft;
  return { refund, kept: free > refund ? free - refund : 0n };
}
