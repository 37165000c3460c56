import { chance } from "../../platform/jitter.ts";

const HOUR_S = 3_600;

/**
 * Seconds until the provider is asked again: doubles with each try up to an hour, half of it by chance, so that what
 * failed together does not come back together. `told` is the least the provider asked for; null: nothing.
 */
export function againAfter(attempts: number, told: number | null = null): number {
  const most = Math.min(2 ** attempts, HOUR_S);
  return Math.ceil((told ?? most / 2) + chance() * most * 0.5);
}
