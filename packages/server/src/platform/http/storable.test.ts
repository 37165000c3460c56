import { USUAL_BODY } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { isStorable } from "./storable.ts";

const MOST_VALUES = USUAL_BODY / 16;

/** An object or array that counts how often something is read of it. */
function counted<T extends object>(value: T) {
  const reads = { count: 0 };
  const get = (of: T, name: string | symbol): unknown => {
    reads.count++;
    return Reflect.get(of, name);
  };
  return { value: new Proxy(value, { get }), reads };
}

test("1,024 values can be in a body of 16 KB, and more in a larger one in proportion", () => {
  // The list itself is a value.
  const list = (length: number) => Array<number>(length).fill(1);
  expect(isStorable(list(MOST_VALUES - 1))).toBe(true);
  expect(isStorable(list(MOST_VALUES))).toBe(false);
  expect(isStorable(list(2 * MOST_VALUES - 1), 2 * USUAL_BODY)).toBe(true);
  expect(isStorable(list(2 * MOST_VALUES), 2 * USUAL_BODY)).toBe(false);
});

test("a wide array or object is refused without looking at more than that", () => {
  const wide = Array<number>(100_000).fill(1);
  const array = counted([...wide]);
  expect(isStorable(array.value)).toBe(false);
  // The iterator asks for the length before each.
  expect(array.reads.count).toBeLessThan(2 * MOST_VALUES + 5);
  const keys = counted(Object.fromEntries(wide.map((each, nth) => [`key_${nth}`, each])));
  expect(isStorable(keys.value)).toBe(false);
  expect(keys.reads.count).toBeLessThanOrEqual(MOST_VALUES);
});

test("a deep one is refused at level 18", () => {
  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);
  expect([isStorable(deep(16)), isStorable(deep(17))]).toEqual([true, false]);
  const inner = counted([deep(1_000)]);
  let outer: unknown = inner.value;
  for (let level = 0; level < 17; level++) outer = [outer];
  expect(isStorable(outer)).toBe(false);
  // Whether it is an array is no read.
  expect(inner.reads.count).toBe(0);
});

test("what cannot be stored is refused in a name, too", () => {
  expect(["a\0", "\ud800", { "a\0": 1 }, { a: ["\0"] }].map((each) => isStorable(each))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isStorable({ ख: ["ا", null, true, 1] })).toBe(true);
});
