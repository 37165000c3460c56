import { expect, test } from "vitest";
import { byMonth } from "./by-month.ts";

const months = (items: string[], ended: boolean) => byMonth(items, (item) => item, ended);
const names = (items: string[], ended = true) =>
  months(items, ended).map(
    ({ name, items: each, complete }) => `${name}: ${each.length}${complete ? "" : "+"}`,
  );

test("a list is cut where the month changes in India", () => {
  const items = [
    "2026-12-01T10:00:00Z",
    "2026-11-30T18:30:00Z",
    "2026-11-30T18:29:59Z",
    "2025-11-10T10:00:00Z",
  ];
  expect(names(items)).toEqual(["December 2026: 2", "November 2026: 1", "November 2025: 1"]);
  expect(months(items, true)[0]!.items).toEqual(items.slice(0, 2));
});

test("only the oldest month may lack something, until nothing older is left", () => {
  const items = ["2026-12-01T10:00:00Z", "2026-11-10T10:00:00Z"];
  expect(names(items, false)).toEqual(["December 2026: 1", "November 2026: 1+"]);
  expect(names(items, true)).toEqual(["December 2026: 1", "November 2026: 1"]);
  expect(names(items.slice(0, 1), false)).toEqual(["December 2026: 1+"]);
  expect(names([], true)).toEqual([]);
});
