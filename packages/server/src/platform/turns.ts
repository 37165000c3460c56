import { withTimeout } from "./deadline.ts";

/**
 * Admits so many callers at once, in the order in which they came; each calls what it gets when it is done. Who has waited
 * so many milliseconds is admitted all the same: one that is never done keeps nobody waiting for ever.
 */
export function createTurns(most: number, mostMs: number): () => Promise<() => void> {
  let admitted = 0;
  const waiting: (() => void)[] = [];
  return async () => {
    if (admitted < most) admitted++;
    else {
      let next = () => {};
      const turn = new Promise<"handed over">((resolve) => {
        next = () => resolve("handed over");
      });
      waiting.push(next);
      if ((await withTimeout(mostMs, turn, null)) === null) {
        waiting.splice(waiting.indexOf(next), 1);
        admitted++;
      }
    }
    return () => {
      const next = waiting.shift();
      if (next) next();
      else admitted--;
    };
  };
}
