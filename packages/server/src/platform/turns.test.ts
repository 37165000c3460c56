import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const HOUR_MS = 3_600_000;

test("no more are admitted at once than may be, in their order", async () => {
  const turn = createTurns(2, HOUR_MS);
  const first = await turn();
  const second = await turn();
  const order: string[] = [];
  const third = turn().then((done) => (order.push("third"), done));
  const fourth = turn().then((done) => (order.push("fourth"), done));
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  (await third)();
  await fourth;
  second();
  expect(order).toEqual(["third", "fourth"]);
  await turn();
});

test("who is never done keeps nobody waiting for ever", async () => {
  const turn = createTurns(1, 1);
  const slow = await turn();
  const impatient = await turn();
  const order: string[] = [];
  impatient();
  slow();
  const next = turn().then((done) => (order.push("next"), done));
  await Promise.resolve();
  expect(order).toEqual(["next"]);
  (await next)();
});
