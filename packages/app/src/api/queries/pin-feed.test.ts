import { type Pin, stations } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { feedAfter, readPin } from "./pin-feed.ts";

const pin = (id: string, change: Partial<Pin> = {}): Pin => ({
  id,
  name: `Station ${id}`,
  latitude: 18.5,
  longitude: 73.8,
  state: "available",
  free: 1,
  total: 2,
  power: "fast",
  favourite: false,
  ...change,
});
const answer = (pins: Pin[], more: object = {}) => ({
  pins,
  truncated: false,
  version: "v2",
  delta: false,
  gone: [],
  ...more,
});

test("a row says what the contract's own reader reads from it, for every state and power", () => {
  for (let state = 0; state < 7; state += 1)
    for (let power = 0; power < 4; power += 1) {
      const row = ["s", "Station", 18.5, 73.8, state, 1, 2, power, state % 2] as const;
      expect(readPin([...row])).toEqual(stations.pinOf([...row]));
    }
  expect(readPin(["s", "Station", 18.5, 73.8, 0, 1, 2, 3, 0]).power).toBeNull();
});

test("news take the place of what was there, what is gone goes, what is new comes", () => {
  const before = { pins: [pin("a"), pin("b"), pin("c")], truncated: false, version: "v1" };
  const news = [pin("b", { state: "busy", free: 0 }), pin("d")];
  const after = feedAfter(before, answer(news, { delta: true, gone: ["a", "x", "d"] }));
  expect(after).toEqual({
    pins: [pin("b", { state: "busy", free: 0 }), pin("c"), pin("d")],
    truncated: false,
    version: "v2",
  });
});

test("an answer that is not news is all there is; no news leave the very same list", () => {
  const before = { pins: [pin("a")], truncated: true, version: "v1" };
  expect(feedAfter(before, answer([pin("b")])).pins).toEqual([pin("b")]);
  expect(feedAfter(undefined, answer([pin("b")], { delta: true })).pins).toEqual([pin("b")]);
  const after = feedAfter(before, answer([], { delta: true }));
  expect(after.pins).toBe(before.pins);
  expect(after.version).toBe("v2");
});
