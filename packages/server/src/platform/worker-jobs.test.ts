import { expect, test } from "vitest";
import { createWorkerJobs } from "./worker-jobs.ts";

type Jobs = {
  double(input: number): number;
  fail(input: null): never;
  hang(input: null): void;
};
const script = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ name, input }) => {
    if (name === "hang") for (;;);
    if (name === "crash") process.exit(3);
    parentPort.postMessage(name === "fail" ? { error: "it broke" } : { value: input * 2 });
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const jobs = (mostWaiting = 8) =>
  createWorkerJobs<Jobs & { crash(input: null): void }>(file, { mostWaiting, deadlineMs: 1_000 });

test("work is done one after another, and what breaks is an error of its own", async () => {
  const { run } = jobs();
  const results = await Promise.allSettled([run("double", 4), run("fail", null), run("double", 5)]);
  expect(results).toEqual([
    { status: "fulfilled", value: 8 },
    { status: "rejected", reason: new Error("it broke") },
    { status: "fulfilled", value: 10 },
  ]);
});

test("work that takes too long ends with its thread, and what waits goes on in another", async () => {
  const { run } = jobs();
  expect(await Promise.all([run("hang", null), run("double", 6)])).toEqual([null, 12]);
});

test("a thread that ends by itself fails its work, and the next gets another", async () => {
  const { run } = jobs();
  const crashed = run("crash", null);
  const next = run("double", 7);
  await expect(crashed).rejects.toThrow("ended");
  expect(await next).toBe(14);
});

test("no more waits than was said", async () => {
  const { run } = jobs(2);
  const all = [1, 2, 3, 4, 5].map((each) => run("double", each));
  expect(await Promise.all(all)).toEqual([2, 4, 6, null, null]);
});
