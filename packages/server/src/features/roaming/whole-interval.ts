const MINUTE_MS = 60_000;
/** The interval of full pulls for an operator whose every change has a newer `last_updated`. */
export const LONGEST_MS = 6 * 3_600_000;
/** The shortest interval, for an operator that changes objects without it. A status is shown as stale after this time. */
const SHORTEST_MS = 15 * MINUTE_MS;
/** The share of locations that may have changed unnoticed when the next full pull comes. */
const ACCEPTED_SHARE = 0.02;
/** The budget is one page a minute on average; a page counts as at least so many locations. */
const STATIONS_PER_PAGE = 50;

/** The result of a full pull of an operator's lists. */
export type WholePull = {
  /** Locations that had changed, and that a pull of changes would have missed. */
  healed: number;
  /** Locations and pages in total. */
  of: number;
  pages: number;
  /** Time since the previous full pull. */
  afterMs: number;
};

/** The shortest interval between full pulls that the budget allows for an operator of this size, in milliseconds. */
export const leastInterval = ({ of, pages }: Pick<WholePull, "of" | "pages">): number => {
  const cost = Math.max(pages, of / STATIONS_PER_PAGE) * MINUTE_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, cost));
};

/**
 * The interval until the next full pull, in milliseconds, learnt from what the last one corrected: the time after which two
 * percent of the locations will have changed unnoticed at the same rate, but at most twice the previous interval.
 */
export function nextInterval(beforeMs: number, pull: WholePull): number {
  const { healed, of, afterMs } = pull;
  // Two full pulls in short succession say nothing about the rate.
  if (healed === 0 && afterMs < beforeMs / 2) return Math.max(beforeMs, leastInterval(pull));
  const wanted = healed === 0 ? LONGEST_MS : (afterMs * ACCEPTED_SHARE * of) / healed;
  const next = Math.min(wanted, 2 * beforeMs, LONGEST_MS);
  return Math.max(next, leastInterval(pull));
}
