import { expect, test } from "vitest";
import { labelled, ticksUpTo } from "./chart-scale.ts";

test("the side of a chart goes in round steps to the first that is not below the highest bar", () => {
  expect(ticksUpTo(1)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ticksUpTo(4)).toEqual([0, 1, 2, 3, 4]);
  expect(ticksUpTo(4.01)).toEqual([0, 2, 4, 6]);
  expect(ticksUpTo(8)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksUpTo(8.01)).toEqual([0, 2.5, 5, 7.5, 10]);
  expect(ticksUpTo(10.01)).toEqual([0, 5, 10, 15]);
  expect(ticksUpTo(20.01)).toEqual([0, 10, 20, 30]);
  expect(ticksUpTo(40)).toEqual([0, 10, 20, 30, 40]);
  expect(ticksUpTo(0.04)).toEqual([0, 0.01, 0.02, 0.03, 0.04]);
});

test("a chart without a bar still has a side", () => {
  for (const none of [0, -1, NaN]) expect(ticksUpTo(none), String(none)).toEqual([0, 1]);
});

test("the last bar always has its label, and others as far as there is room", () => {
  expect(labelled(0, 4)).toEqual([]);
  expect(labelled(1, 1)).toEqual([0]);
  expect(labelled(4, 10)).toEqual([0, 1, 2, 3]);
  expect(labelled(4, 4)).toEqual([0, 1, 2, 3]);
  expect(labelled(5, 4)).toEqual([0, 2, 4]);
  expect(labelled(5, 2)).toEqual([0, 4]);
  expect(labelled(6, 3)).toEqual([2, 5]);
  expect(labelled(7, 3)).toEqual([0, 3, 6]);
});
