/**
 * Each ring starts `work` at a place, up to so many runs at once. A ring while all are busy is remembered: when a run
 * ends, `work` starts once more at each such place.
 */
export function createRinger<T>(most: number, work: (at: T) => Promise<unknown>): (at: T) => void {
  let running = 0;
  const waiting = new Set<T>();
  const run = async (at: T) => {
    running += 1;
    try {
      await work(at);
    } finally {
      running -= 1;
      for (const next of waiting) {
        if (running >= most) break;
        waiting.delete(next);
        void run(next);
      }
    }
  };
  return (at) => {
    if (running < most) void run(at);
    else waiting.add(at);
  };
}
