const MINUTE_MS = 60_000;
/** What an operator is asked for whole that has always told every change by a newer `last_updated`. */
export const LONGEST_MS = 6 * 3_600_000;
/** What one is asked for whole at most that changes without it: a status is shown as old after so long. */
const SHORTEST_MS = 15 * MINUTE_MS;
/** So many of a hundred stations may have changed unseen when the next whole pull comes. */
const BORNE_SHARE = 0.02;
/** The budget: one page a minute on average, and a page counts for so many stations at least. */
const STATIONS_PER_PAGE = 50;

/** What a whole pull of an operator's lists found. */
export type WholePull = {
  /** Stations that had changed, and that a pull of what changed would not have brought. */
  healed: number;
  /** Stations and pages in all. */
  of: number;
  pages: number;
  /** Since the whole pull before. */
  afterMs: number;
};

/** What the budget allows: so often an operator of this size may be asked for everything, in milliseconds. */
export const leastInterval = ({ of, pages }: Pick<WholePull, "of" | "pages">): number => {
  const cost = Math.max(pages, of / STATIONS_PER_PAGE) * MINUTE_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, cost));
};

/**
 * When to ask for everything again, in milliseconds, learnt from what the last whole pull healed: as soon as two stations
 * of a hundred will have changed unseen at the same rate, and after one that healed less, at most twice as late as before.
 */
export function nextInterval(beforeMs: number, pull: WholePull): number {
  const { healed, of, afterMs } = pull;
  // Two shortly after each other show nothing.
  if (healed === 0 && afterMs < beforeMs / 2) return Math.max(beforeMs, leastInterval(pull));
  const wanted = healed === 0 ? LONGEST_MS : (afterMs * BORNE_SHARE * of) / healed;
  const next = Math.min(wanted, 2 * beforeMs, LONGEST_MS);
  return Math.max(next, leastInterval(pull));
}
