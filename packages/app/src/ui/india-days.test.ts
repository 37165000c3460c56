import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayName,
  dayOf,
  daysFrom,
  daysOfMonth,
  fullDay,
  monthAlone,
  monthName,
  monthOf,
  monthsBack,
  shortDay,
  shortMonth,
} from "./india-days.ts";

test("a day and a month change at midnight in India", () => {
  expect(dayOf("2026-11-30T18:29:59.999Z")).toBe("2026-11-30");
  expect(dayOf("2026-11-30T18:30:00.000Z")).toBe("2026-12-01");
  expect(dayOf(Date.parse("2026-11-30T18:30:00Z"))).toBe("2026-12-01");
  expect(monthOf("2026-11-30T18:29:59.999Z")).toBe("2026-11");
  expect(monthOf("2026-11-30T18:30:00.000Z")).toBe("2026-12");
});

test("days and months are counted over the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-11-20", 0)).toBe("2026-11-20");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addMonths("2026-11", -23)).toBe("2024-12");
});

test("the first and the last day are both counted", () => {
  expect(daysFrom("2026-11-20", "2026-11-20")).toBe(1);
  expect(daysFrom("2026-11-20", "2026-11-21")).toBe(2);
  expect(daysFrom("2026-01-01", "2026-12-31")).toBe(365);
});

test("a month has the days of its calendar", () => {
  expect(daysOfMonth("2026-02")).toEqual(["2026-02-01", "2026-02-28"]);
  expect(daysOfMonth("2028-02")).toEqual(["2028-02-01", "2028-02-29"]);
  expect(daysOfMonth("2026-12")).toEqual(["2026-12-01", "2026-12-31"]);
});

test("days and months are named with what there is room for", () => {
  expect(shortDay("2026-11-20")).toBe("20 Nov");
  expect(fullDay("2026-11-20")).toBe("20 Nov 2026");
  expect(dayName("2026-11-20")).toBe("Fri 20 Nov");
  expect(monthName("2026-11")).toBe("November 2026");
  expect(shortMonth("2026-11")).toBe("Nov 2026");
  expect(monthAlone("2026-11")).toBe("Nov");
});

test("months are listed newest first, both ends included, three years at most", () => {
  expect(monthsBack("2026-02", "2025-12")).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(monthsBack("2026-02", "2026-02")).toEqual(["2026-02"]);
  expect(monthsBack("2026-02", "2026-03")).toEqual([]);
  expect(monthsBack("2026-02", "2020-01")).toHaveLength(36);
  expect(monthsBack("2026-02", "2020-01").at(-1)).toBe("2023-03");
  expect(monthsBack("2026-02", "2020-01", 2)).toEqual(["2026-02", "2026-01"]);
});
