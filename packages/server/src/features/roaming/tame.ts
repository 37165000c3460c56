import { writeDateTime } from "@voltmarg/ocpi";
import type { RoamingDeps } from "./roaming-deps.ts";

/** How far a partner's clock may run ahead of ours before we read it as broken. */
const MOST_AHEAD_MS = 24 * 3_600_000;

/** A change dated far in the future would outweigh every true one after it: it counts as of now. */
export function tame<T extends { last_updated: string }>(
  deps: Pick<RoamingDeps, "clock">,
  object: T,
): T {
  const now = deps.clock.now().getTime();
  if (Date.parse(object.last_updated) - now <= MOST_AHEAD_MS) return object;
  return { ...object, last_updated: writeDateTime(now) };
}
