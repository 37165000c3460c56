import { expect, test } from "vitest";
import { createRinger } from "./ringer.ts";

test("each ring starts the work, up to a number of runs at once; rings while all are busy start it once more", async () => {
  const ends: (() => void)[] = [];
  const ring = createRinger(2, () => new Promise<void>((end) => ends.push(end)));
  for (let n = 0; n < 5; n += 1) ring("");
  expect(ends).toHaveLength(2);
  ends[0]!();
  await expect.poll(() => ends.length).toBe(3);
  ends[1]!();
  ends[2]!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(3);
});

test("rings while all are busy start the work at each place once", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ring = createRinger(1, (at: string) => {
    begun.push(at);
    return new Promise<void>((end) => ends.push(end));
  });
  for (const at of ["a", "b", "c", "b", "a"]) ring(at);
  for (let n = 0; n < 4; n += 1) {
    await expect.poll(() => ends.length).toBe(n + 1);
    ends[n]!();
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["a", "b", "c", "a"]);
});
