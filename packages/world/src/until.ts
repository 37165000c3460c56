import { setTimeout as wait } from "node:timers/promises";

/** Polls until the answer is truthy; on timeout the error names what it waited for. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined | null>,
  within = 60_000,
): Promise<T> {
  const giveUp = Date.now() + within;
  let failure: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > giveUp) throw new Error(`waited in vain: ${what}`, { cause: failure });
    await wait(50);
  }
}
