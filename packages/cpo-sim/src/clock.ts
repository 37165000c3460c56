export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back at a time; a clock without it never does, and `drain()` does the work. Returns the cancellation. */
  setTimer?(at: number, wake: () => void): () => void;
};

const longest = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (at, wake) => {
    const timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), longest));
    return () => clearTimeout(timer);
  },
};
