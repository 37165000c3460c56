import { expect, test } from "vitest";
import { createKeyedMutex, oneAtATime } from "./keyed-mutex.ts";

test("tasks with one key run one after another, also after a failed one; other keys do not wait", async () => {
  const inTurn = createKeyedMutex();
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

test("a task does not run twice at once, and runs once more for all calls during a run", async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const look = oneAtATime(() => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  const first = look();
  void look();
  void look();
  expect(gates).toHaveLength(1);
  gates[0]!.resolve();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]!.resolve();
  await first;
  expect(gates).toHaveLength(2);
  const broken = look();
  gates[2]!.reject(new Error("broke"));
  await expect(broken).rejects.toThrow("broke");
  void look();
  expect(gates).toHaveLength(4);
});
