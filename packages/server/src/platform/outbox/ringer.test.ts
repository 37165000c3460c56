import { expect, test } from "vitest";
import { createRinger } from "./ringer.ts";

test("each ring starts the work, up to a number of runs at once; rings while all are busy start it once more", async () => {
  const ends: (() => void)[] = [];
  const ring = createRinger(2, () => new Promise<void>((end) => ends.push(end)));
  for (let n = 0; n < 5; n += 1) ring();
  expect(ends).toHaveLength(2);
  ends[0]!();
  await expect.poll(() => ends.length).toBe(3);
  ends[1]!();
  ends[2]!();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(3);
});
