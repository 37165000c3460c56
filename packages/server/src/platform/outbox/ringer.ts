/**
 * Each ring starts `work`, up to so many runs at once. A ring while all are busy is remembered: when a run ends, `work`
 * starts once more.
 */
export function createRinger(most: number, work: () => Promise<unknown>): () => void {
  let running = 0;
  let again = false;
  const run = async () => {
    running += 1;
    try {
      await work();
    } finally {
      running -= 1;
      if (again) ring();
    }
  };
  const ring = () => {
    again = running >= most;
    if (!again) void run();
  };
  return ring;
}
