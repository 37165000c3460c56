import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("calls of one key run one after another, those of another key beside them", async () => {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const call = inTurn(async (key, nth: number) => {
    running.push(`${key}${nth}`);
    await new Promise<void>((resolve) => ends.set(`${key}${nth}`, resolve));
    if (nth === 1) throw new Error("broken");
    return nth;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const [first, second, other] = [call("a", 1), call("a", 2), call("b", 1)];
  await settled();
  expect(running).toEqual(["a1", "b1"]);
  // One that fails does not stop the next.
  ends.get("a1")!();
  await expect(first).rejects.toThrow("broken");
  await settled();
  expect(running).toEqual(["a1", "b1", "a2"]);
  ends.get("a2")!();
  expect(await second).toBe(2);
  ends.get("b1")!();
  await expect(other).rejects.toThrow("broken");
});
