/** Runs the calls of one key one after another, in the order in which they came; those of different keys side by side. */
export function inTurn<Input, Result>(
  run: (key: string, input: Input) => Promise<Result>,
): (key: string, input: Input) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, input) => {
    const before = last.get(key);
    const mine = (async () => {
      // How the one before ended is for its own caller.
      await before?.catch(() => {});
      return run(key, input);
    })();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
