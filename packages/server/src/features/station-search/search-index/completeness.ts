import type { Mark } from "../../stations/index.ts";

/** How long a transaction is waited for: one that somebody forgot must not make each heal larger than the one before. */
const LONGEST_MS = 600_000;

/**
 * Up to which version an index has every change. It is raised to a version once all transactions have ended that were
 * writing when it was the highest: until then one of them may commit a lower version.
 */
export function createCompleteness(first: number) {
  let upTo = first;
  let marks: (Mark & { at: number })[] = [];

  return {
    get upTo() {
      return upTo;
    },
    /** Call when everything above `upTo` was read after this mark. `at`: milliseconds. */
    raise: (mark: Mark, at: number): void => {
      marks.push({ ...mark, at });
      const writing = new Set(mark.writers);
      const ended = marks.findLastIndex(
        (one) =>
          one.writers.every((writer) => !writing.has(writer)) || Math.abs(at - one.at) > LONGEST_MS,
      );
      if (ended === -1) return;
      upTo = marks[ended]!.version;
      marks = marks.slice(ended + 1);
    },
  };
}
