import type { Say } from "../../report.ts";

/** Counters of the run; all but `tried` must be zero at the end. */
export type Count =
  | "tried"
  | "hiddenForOptional"
  | "silent"
  | "wrongNotCharged"
  | "fiveHundreds"
  | "wrongPrice";
export type Tally = {
  counts: Record<Count, number>;
  add(count: Count, what?: string): void;
  /** An answer of our receiver endpoint. */
  answered(what: string, answer: { status: number; code: number }): void;
};

/** Lines printed for each counter. */
const SAID = 25;

export function tallyOf(say: Say): Tally {
  const counts: Tally["counts"] = {
    tried: 0,
    hiddenForOptional: 0,
    silent: 0,
    wrongNotCharged: 0,
    fiveHundreds: 0,
    wrongPrice: 0,
  };
  const tally: Tally = {
    counts,
    add: (count, what) => {
      counts[count] += 1;
      if (what !== undefined && counts[count] <= SAID) say(`${count}: ${what}`);
    },
    answered: (what, { status, code }) => {
      tally.add("tried");
      if (status >= 500 || code === 3000) tally.add("fiveHundreds", `${what}: ${status} ${code}`);
    },
  };
  return tally;
}
