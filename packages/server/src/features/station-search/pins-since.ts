import { createHash } from "node:crypto";
import type { SearchContext } from "./search-context.ts";

/** What a map was drawn of, as its `version` says it. */
export type Drawn = {
  /** So many changes of the index were known. */
  changes: number;
  /** The minute, whose opening hours it shows. */
  minute: number;
  /** Of a thinned map the highest key that is on it; 0: nothing was left out. */
  edge: number;
};

const MINUTE_MS = 60_000;
/** An older map is drawn anew. */
const MOST_MINUTES = 10;

export const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);
export const startOf = (minute: number) => new Date(minute * MINUTE_MS);

/** All else a map of this driver depends on: another of it, and nothing can be said of what is new. */
export function questionOf({ ready, driver, silent }: SearchContext, asked: unknown): string {
  const { userId, companyId, vehicle, customerType, favourites } = driver;
  const who = [userId, companyId, vehicle, customerType, [...favourites]];
  return createHash("sha1")
    .update(JSON.stringify([ready.index.changes.name, asked, who, ready.whitelist]))
    .update(silent)
    .digest("base64url")
    .slice(0, 16);
}

export const versionOf = (question: string, { changes, minute, edge }: Drawn): string =>
  `${question}.${changes}.${minute}.${edge}`;

/** What a version says, if it is one of this very question and not too old; else null. */
export function readVersion(
  version: string | undefined,
  question: string,
  now: Date,
): Drawn | null {
  const [asked, ...numbers] = (version ?? "").split(".");
  const [changes, minute, edge] = numbers.map(Number);
  if (asked !== question || numbers.length !== 3) return null;
  if (![changes, minute, edge].every((one) => Number.isSafeInteger(one) && one! >= 0)) return null;
  const age = minuteOf(now) - minute!;
  return age >= 0 && age <= MOST_MINUTES
    ? { changes: changes!, minute: minute!, edge: edge! }
    : null;
}
