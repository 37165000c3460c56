import { expect, test } from "vitest";
import { gather } from "./coalesce.ts";

test("items that arrive within the period are passed on together, each with its highest version; later ones in the next period", async () => {
  const handed: [string, number][][] = [];
  let wake = () => {};
  const put = gather(5, (versions) => {
    handed.push([...versions]);
    wake();
  });
  const next = () => new Promise<void>((go) => (wake = go));
  const first = next();
  put("a", 2);
  put("b", 7);
  put("a", 1);
  expect(handed).toEqual([]);
  await first;
  const second = next();
  put("a", 3);
  await second;
  expect(handed).toEqual([
    [
      ["a", 2],
      ["b", 7],
    ],
    [["a", 3]],
  ]);
});
