import { setTimeout as wait } from "node:timers/promises";

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** Repeats work until it says that it is done, after growing waits. One that rejects is not done. */
export async function keepTrying(
  work: () => Promise<boolean>,
  onError: (error: unknown) => void = () => {},
): Promise<void> {
  const isDone = () =>
    work().catch((error: unknown) => {
      onError(error);
      return false;
    });
  for (let ms = FIRST_MS; !(await isDone()); ms = Math.min(2 * ms, LONGEST_MS))
    await wait(ms, undefined, { ref: false });
}
