import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const HOUR_MS = 3_600_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose turns write down who has come in, in order, and how to end each; null: refused. */
function watched(limits: Partial<Parameters<typeof createFairQueue>[0]>) {
  const enter = createFairQueue({ atOnce: 2, each: 1, waiting: 100, waitMs: HOUR_MS, ...limits });
  const entered: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string) =>
    void enter(name.replace(/\d/, "")).then((done) => {
      if (!done) return refused.push(name);
      ends.set(name, done);
      return entered.push(name);
    });
  return {
    entered,
    refused,
    ask: async (...names: string[]) => {
      for (const name of names) ask(name);
      await settled();
    },
    end: async (name: string) => {
      ends.get(name)!();
      await settled();
    },
  };
}

test("an owner's turns come one after another, in their order", async () => {
  const queue = watched({});
  await queue.ask("a1", "a2", "a3");
  expect(queue.entered).toEqual(["a1"]);
  await queue.end("a1");
  expect(queue.entered).toEqual(["a1", "a2"]);
  await queue.end("a2");
  expect(queue.entered).toEqual(["a1", "a2", "a3"]);
});

test("one who asks for much, or is never done, delays only itself", async () => {
  const queue = watched({});
  await queue.ask("a1", "a2", "a3", "a4", "a5");
  for (const name of ["b1", "c1", "d1"]) {
    await queue.ask(name);
    expect(queue.entered).toEqual(["a1", name]);
    await queue.end(name);
    queue.entered.pop();
  }
});

test("owners take turns, and who came last is not the last", async () => {
  const queue = watched({ atOnce: 1 });
  await queue.ask("a1", "a2", "a3", "b1", "b2", "c1");
  for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) {
    expect(queue.entered.at(-1)).toBe(name);
    await queue.end(name);
  }
  expect(queue.entered).toHaveLength(6);
});

test("no more are in than may be, of one and of all", async () => {
  const queue = watched({ atOnce: 3, each: 2 });
  await queue.ask("a1", "a2", "a3", "b1", "b2");
  expect(queue.entered).toEqual(["a1", "a2", "b1"]);
  await queue.end("b1");
  expect(queue.entered.slice(3)).toEqual(["b2"]);
  await queue.end("a1");
  expect(queue.entered.slice(4)).toEqual(["a3"]);
});

test("when too many wait, the newest of the owner with the most is refused", async () => {
  const queue = watched({ atOnce: 1, waiting: 4 });
  await queue.ask("a1", "a2", "a3", "a4", "a5", "a6");
  expect(queue.refused).toEqual(["a6"]);
  await queue.ask("b1", "c1");
  expect(queue.refused).toEqual(["a6", "a5", "a4"]);
  // a2, a3, b1 and c1 wait: another of a would have no fewer, one of d would.
  await queue.ask("a7", "d1");
  expect(queue.refused.slice(3)).toEqual(["a7", "a3"]);
  await queue.ask("e1");
  expect(queue.refused.at(-1)).toBe("e1");
  for (const name of ["a1", "b1", "c1", "d1", "a2"]) await queue.end(name);
  expect(queue.entered).toEqual(["a1", "b1", "c1", "d1", "a2"]);
});

test("who has waited too long is refused, and its turn goes to the next", async () => {
  const enter = createFairQueue({ atOnce: 1, each: 1, waiting: 9, waitMs: 1 });
  const first = (await enter("a"))!;
  expect([await enter("a"), await enter("b")]).toEqual([null, null]);
  first();
  const second = await enter("b");
  expect(second).not.toBe(null);
});
