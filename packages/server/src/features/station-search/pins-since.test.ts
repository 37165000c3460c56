import { describe, expect, test } from "vitest";
import { minuteOf, questionOf, readVersion, startOf, versionOf } from "./pins-since.ts";

const NOW = new Date("2026-11-20T06:30:59.999Z");
const minute = minuteOf(NOW);

test("a minute lasts from its first to its last millisecond", () => {
  expect(startOf(minute).toISOString()).toBe("2026-11-20T06:30:00.000Z");
  expect(minuteOf(startOf(minute))).toBe(minute);
  expect(minuteOf(new Date(NOW.getTime() + 1))).toBe(minute + 1);
});

describe("[L-4] a version of a map", () => {
  test("is read as it was written", () => {
    const drawn = { changes: 12, minute, edge: 0 };
    expect(versionOf("q", drawn)).toBe(`q.12.${minute}.0`);
    expect(readVersion(versionOf("q", drawn), "q", NOW)).toEqual(drawn);
    const zero = { changes: 0, minute, edge: 7 };
    expect(readVersion(versionOf("q", zero), "q", NOW)).toEqual(zero);
  });

  test.each([
    [0, true],
    [10, true],
    [11, false],
    [-1, false],
  ])("that is %i minutes old is of use: %j", (age, isRead) => {
    const drawn = { changes: 1, minute: minute - age, edge: 2 };
    expect(readVersion(versionOf("q", drawn), "q", NOW)).toEqual(isRead ? drawn : null);
  });

  test.each([
    undefined,
    "",
    "q",
    `q.1.${minute}`,
    `q.1.${minute}.2.3`,
    `p.1.${minute}.2`,
    `q.-1.${minute}.2`,
    `q.1.${minute}.-2`,
    `q.x.${minute}.2`,
    `q.1.x.2`,
    `q.1.${minute}.x`,
    `q.9007199254740992.${minute}.2`,
  ])("that says %j is of no use", (version) => {
    expect(readVersion(version, "q", NOW)).toBe(null);
  });
});

test("[L-4] another driver, car, favourite, question, index, whitelist or silence makes another map", () => {
  const world = {
    name: "index 1",
    whitelist: [] as object[],
    silent: Uint8Array.from([0, 1]),
    asked: { west: 1 } as unknown,
    userId: "usr_1",
    companyId: null as string | null,
    vehicle: null as object | null,
    customerType: "PERSONAL",
    favourites: new Set(["loc_1"]),
  };
  const question = (more: Partial<typeof world> = {}) => {
    const { name, whitelist, silent, asked, ...driver } = { ...world, ...more };
    const ready = { index: { changes: { name } }, whitelist };
    return questionOf({ ready, driver, silent } as never, asked);
  };
  expect(question()).toBe(question());
  expect(question()).toHaveLength(16);
  const others: Partial<typeof world>[] = [
    { name: "index 2" },
    { whitelist: [{ user_id: "usr_1" }] },
    { silent: Uint8Array.from([1, 1]) },
    { asked: { west: 2 } },
    { userId: "usr_2" },
    { companyId: "com_1" },
    { vehicle: { range: 300 } },
    { customerType: "BUSINESS" },
    { favourites: new Set() },
  ];
  const all = [{}, ...others].map(question);
  expect(new Set(all).size).toBe(all.length);
});
