import { expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

test("items that arrive while a batch is written are in the next batch, in order for each key", async () => {
  const batches: string[][] = [];
  const open: (() => void)[] = [];
  const write = createGroupCommit<string, string>({
    run: async (items) => {
      batches.push([...items]);
      await new Promise<void>((go) => open.push(go));
      return items.map((item) => item.toUpperCase());
    },
    keyOf: (item) => item[0]!,
    most: 3,
  });
  const results = ["a1", "b1", "a2", "c1", "a3", "d1", "e1"].map((item) => write(item));
  for (let turn = 0; turn < 8; turn++) {
    open.shift()?.();
    await new Promise<void>((go) => setImmediate(go));
  }
  expect(batches).toEqual([["a1"], ["b1", "a2", "c1"], ["a3", "d1", "e1"]]);
  expect(await Promise.all(results)).toEqual(["A1", "B1", "A2", "C1", "A3", "D1", "E1"]);
});

test("an item that fails does not affect the others", async () => {
  const write = createGroupCommit<number, number>({
    run: async (items) => {
      if (items.includes(3)) throw new Error("broken");
      return items;
    },
    keyOf: String,
    most: 10,
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => write(item)));
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await write(5)).toBe(5);
});

test("callers that return at once are written in one batch, and a single caller does not wait for others", async () => {
  const batches: number[] = [];
  const write = createGroupCommit<string, string>({
    run: async (items) => {
      batches.push(items.length);
      await new Promise<void>((go) => setImmediate(go));
      return items;
    },
    keyOf: (item) => item,
    most: 10,
    gatherMs: () => 500,
  });
  const caller = async (name: string, times: number) => {
    for (let n = 0; n < times; n++) await write(`${name}${n}`);
  };
  await Promise.all(["a", "b", "c"].map((name) => caller(name, 4)));
  expect(batches.slice(0, 4)).toEqual([1, 3, 3, 3]);
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(12);
});

test("a batch that waited in vain for callers does not make the batches after it smaller", async () => {
  const batches: string[][] = [];
  const write = createGroupCommit<string, string>({
    run: async (items) => {
      batches.push([...items]);
      return items;
    },
    keyOf: (item) => item,
    most: 10,
    gatherMs: () => 300,
  });
  await Promise.all(["a", "b", "c", "d"].map((item) => write(item)));
  // The others are late.
  await write("a again");
  const next = write("a");
  await new Promise<void>((go) => setImmediate(go));
  await Promise.all([next, write("b")]);
  expect(batches).toEqual([["a"], ["b", "c", "d"], ["a again"], ["a", "b"]]);
});

test("a batch that takes long does not hold up the next one, and so many at most run beside each other", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const write = createGroupCommit<number, number>({
    run: async (items) => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((go) => open.push(go));
      running -= 1;
      return items;
    },
    keyOf: String,
    most: 1,
    holdsUpMs: 1,
    beside: 3,
  });
  const results = [1, 2, 3, 4, 5, 6].map((item) => write(item));
  for (let ended = 0; ended < 6; ended += 1) {
    // Those that may begin have begun.
    await expect.poll(() => running).toBe(Math.min(3, 6 - ended));
    open.shift()!();
    await results[ended];
  }
  expect(most).toBe(3);
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6]);
});
