import { expect, test } from "vitest";
import { createTurns } from "./in-turn.ts";

test("works of one key run one after another, a failed one lets the next go on, other keys do not wait", async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn("a", async () => {
    seen.push("a1 begins");
    await gate.promise;
    seen.push("a1 ends");
    throw new Error("a1 broke");
  });
  const second = inTurn("a", async () => seen.push("a2"));
  await inTurn("b", async () => seen.push("b1"));
  gate.resolve();
  await expect(first).rejects.toThrow("a1 broke");
  await second;
  expect(seen).toEqual(["a1 begins", "b1", "a1 ends", "a2"]);
});
