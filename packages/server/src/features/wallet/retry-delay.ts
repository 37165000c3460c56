import { randomFraction } from "../../platform/jitter.ts";

const HOUR_S = 3_600;

/**
 * Seconds until the payment provider is called again: exponential backoff up to an hour, half of it random, so that calls
 * that failed together are not repeated together. `told`: the provider's `Retry-After`; null: it sent none.
 */
export function retryDelay(attempts: number, told: number | null = null): number {
  const most = Math.min(2 ** attempts, HOUR_S);
  return Math.ceil((told ?? most / 2) + randomFraction() * most * 0.5);
}
