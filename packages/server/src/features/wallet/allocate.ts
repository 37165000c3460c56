import type { Source } from "./withdrawal.store.ts";

/** The provider sends nothing smaller back: ₹1. */
export const LEAST_REFUND = 100n;

export type Part = { source: Source; amount: bigint };

/**
 * Splits paise over the payments they go back to, in the order given, each at most what it still has and at least
 * LEAST_REFUND. The parts sum to less than `amount` where the payments do not cover it.
 */
export function allocate(amount: bigint, sources: readonly Source[]): Part[] {
  const parts: Part[] = [];
  let rest = amount;
  for (const source of sources) {
    if (rest === 0n) break;
    if (source.left < LEAST_REFUND) continue;
    const take = source.left < rest ? source.left : rest;
    if (take >= LEAST_REFUND) {
      parts.push({ source, amount: take });
      rest -= take;
      continue;
    }
    // Too small for a refund of its own: an earlier part gives the missing paise.
    const lack = LEAST_REFUND - take;
    const giver = parts.findLast((part) => part.amount - lack >= LEAST_REFUND);
    if (!giver) break;
    giver.amount -= lack;
    parts.push({ source, amount: LEAST_REFUND });
    rest = 0n;
  }
  return parts;
}

export const sumOf = (parts: readonly { amount: bigint }[]) =>
  parts.reduce((sum, part) => sum + part.amount, 0n);
