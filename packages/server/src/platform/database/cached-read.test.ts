import { expect, test } from "vitest";
import { createCachedRead } from "./cached-read.ts";

/** A cached read whose reads end when the test resolves them. */
function world() {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  let at = 0;
  const kept = createCachedRead({
    now: () => at,
    freshMs: 1_000,
    read: () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.push({ resolve, reject });
      return promise;
    },
  });
  const ask = () => {
    const one = { done: false };
    const asked = kept.fresh().then(() => (one.done = true));
    return { one, asked };
  };
  return { kept, ends, ask, pass: (ms: number) => (at += ms) };
}

test("[E-1] callers during a read wait for that read, and it happens once", async () => {
  const { ends, ask } = world();
  const [first, second] = [ask(), ask()];
  await Promise.resolve();
  expect([ends.length, second.one.done]).toEqual([1, false]);
  ends[0]!.resolve();
  await Promise.all([first.asked, second.asked]);
  await ask().asked;
  expect(ends.length).toBe(1);
});

test("[E-1] after a change during a read, later callers get a new read", async () => {
  const { kept, ends, ask } = world();
  const before = ask();
  kept.stale();
  const after = ask();
  ends[0]!.resolve();
  await before.asked;
  expect([ends.length, after.one.done]).toEqual([2, false]);
  ends[1]!.resolve();
  await after.asked;
});

test("[E-1] a failed read does not count, and an old value is read again", async () => {
  const { ends, ask, pass } = world();
  const failed = ask().asked;
  ends[0]!.reject(new Error("the database is away"));
  await expect(failed).rejects.toThrow("away");
  const again = ask().asked;
  ends[1]!.resolve();
  await again;
  pass(1_001);
  void ask();
  expect(ends.length).toBe(3);
});
