import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { keys } from "./keys.ts";

test("an array that is not made in keys.ts does not compile as a key", () => {
  // @ts-expect-error -- the planted violation
  const foreign: QueryKey = ["wallet"];
  // @ts-expect-error -- the planted violation
  expect(new QueryClient().getQueryData(["wallet"])).toBeUndefined();
  expect(foreign).toEqual(keys.wallet);
});

test("no two keys are the same", () => {
  // Called with the same arguments, whatever each takes them for.
  const made = Object.entries(keys).map(([name, key]) => {
    const make = key as QueryKey | ((...args: unknown[]) => QueryKey);
    return { name, text: JSON.stringify(typeof make === "function" ? make("a", "b", "c") : make) };
  });
  const twice = made.filter(({ text }, at) => made.findIndex((one) => one.text === text) !== at);
  expect(twice).toEqual([]);
});
