import { expect, test } from "vitest";
import {
  comparedWith,
  datesProblem,
  daysOf,
  daysWords,
  earlier,
  later,
  type Period,
  periodWords,
  readPeriod,
  steps,
  usualPeriod,
} from "./usage-period.ts";

const today = "2026-11-20";
const period = (by: Period["by"], from: string, until: string): Period => ({ by, from, until });

test("months are offered first, then weeks, then days", () => {
  expect(steps).toEqual(["month", "week", "day"]);
});

test("12 weeks begin with a Monday, whatever the day", () => {
  expect(usualPeriod("week", "2026-11-22")).toEqual(period("week", "2026-08-31", "2026-11-22"));
  expect(usualPeriod("week", "2026-11-23")).toEqual(period("week", "2026-09-07", "2026-11-23"));
});

test("an address may ask for days up to today, three years at most", () => {
  const read = (address: string) => readPeriod(new URLSearchParams(address), today);
  const day = (from: string, until: string) => read(`by=day&from=${from}&until=${until}`);
  const usual = usualPeriod("day", today);
  expect(day(today, today)).toEqual(period("day", today, today));
  expect(day(today, "2026-11-21")).toEqual(usual);
  expect(day("2023-11-17", today)).toEqual(period("day", "2023-11-17", today));
  expect(day("2023-11-16", today)).toEqual(usual);
  expect(day("1999-01-01", "1999-01-02")).toEqual(usual);
  expect(day("2026-02-29", "2026-03-01")).toEqual(usual);
  expect(day("2026-02-01", "2026-02-31")).toEqual(usual);
  expect(day("2026-13-01", today)).toEqual(usual);
  expect(read("by=day&until=2026-11-01")).toEqual(usual);
  expect(read("by=year")).toEqual(usualPeriod("month", today));
});

test("dates are refused in the wrong order, to come, or over more than 1100 days", () => {
  expect(datesProblem(today, today, today)).toBeNull();
  expect(datesProblem("2026-11-20", "2026-11-19", today)).toBe("order");
  expect(datesProblem("2026-11-20", "2026-11-21", today)).toBe("future");
  expect(datesProblem("2026-11-22", "2026-11-21", today)).toBe("order");
  expect(datesProblem("2023-11-17", today, today)).toBeNull();
  expect(datesProblem("2023-11-16", today, today)).toBe("long");
});

test("the days of a month end with today while it runs", () => {
  expect(daysOf("2026-11", today)).toEqual(period("day", "2026-11-01", today));
  expect(daysOf("2026-10", today)).toEqual(period("day", "2026-10-01", "2026-10-31"));
  expect(daysOf("2026-02", today).until).toBe("2026-02-28");
  expect(daysOf("2026-11", "2026-11-30").until).toBe("2026-11-30");
});

test("earlier are as many days, whole weeks where weeks are shown, whole months where these are", () => {
  expect(earlier(period("day", "2026-11-10", "2026-11-19"), today)).toEqual(
    period("day", "2026-10-31", "2026-11-09"),
  );
  expect(earlier(period("day", "2026-11-19", "2026-11-19"), today)).toEqual(
    period("day", "2026-11-18", "2026-11-18"),
  );
  expect(earlier(period("week", "2026-11-02", "2026-11-15"), today)).toEqual(
    period("week", "2026-10-19", "2026-11-01"),
  );
  expect(earlier(period("week", "2026-11-02", "2026-11-16"), today)).toEqual(
    period("week", "2026-10-12", "2026-11-01"),
  );
  expect(earlier(period("month", "2026-08-01", "2026-10-31"), today)).toEqual(
    period("month", "2026-05-01", "2026-07-31"),
  );
  // A week is never counted as a month, even where its days are those of one.
  expect(earlier(period("week", "2026-10-01", "2026-10-31"), today)).toEqual(
    period("week", "2026-08-27", "2026-09-30"),
  );
});

test("a month that begins on another day, or ends before it is over, counts as days", () => {
  expect(earlier(period("day", "2026-10-02", "2026-10-31"), today).from).toBe("2026-09-02");
  expect(earlier(period("day", "2026-10-01", "2026-10-30"), today).from).toBe("2026-09-01");
  expect(earlier(period("day", "2026-03-01", "2026-03-31"), today).from).toBe("2026-02-01");
});

test("later are as many days or months, none after today", () => {
  expect(later(period("day", "2026-11-01", "2026-11-05"), today)).toEqual(
    period("day", "2026-11-06", "2026-11-10"),
  );
  expect(later(period("day", "2026-11-10", "2026-11-18"), today)).toEqual(
    period("day", "2026-11-19", today),
  );
  expect(later(period("day", "2026-11-10", "2026-11-19"), today)).toEqual(
    period("day", today, today),
  );
  expect(later(period("day", "2026-09-01", "2026-09-30"), today)).toEqual(
    period("day", "2026-10-01", "2026-10-31"),
  );
  expect(later(period("month", "2025-12-01", "2026-09-30"), today)).toEqual(
    period("month", "2026-10-01", today),
  );
  expect(later(period("day", "2026-11-01", today), today)).toBeNull();
  expect(later(period("day", "2026-11-01", "2026-11-21"), today)).toBeNull();
});

test("months are compared with the months before, the running one with as many of its days", () => {
  expect(comparedWith(period("month", "2026-10-01", today), today)).toEqual(
    period("month", "2026-08-01", "2026-09-20"),
  );
  expect(comparedWith(period("day", "2026-10-01", "2026-10-31"), "2026-10-31")).toEqual(
    period("day", "2026-09-01", "2026-09-30"),
  );
  expect(comparedWith(period("day", "2026-02-01", "2026-02-28"), "2026-02-28").until).toBe(
    "2026-01-31",
  );
  expect(comparedWith(period("day", "2026-03-01", "2026-03-29"), "2026-03-29").until).toBe(
    "2026-02-28",
  );
  expect(comparedWith(period("day", "2026-11-10", "2026-11-19"), today)).toEqual(
    period("day", "2026-10-31", "2026-11-09"),
  );
});

test("a period is named by its month, its months or its days", () => {
  expect(periodWords(period("day", "2026-10-01", "2026-10-31"), today)).toBe("October 2026");
  expect(periodWords(period("month", "2025-12-01", "2026-01-31"), today)).toBe(
    "Dec 2025 to Jan 2026",
  );
  expect(periodWords(period("week", "2026-10-01", "2026-10-31"), today)).toBe(
    "1 Oct to 31 Oct 2026",
  );
  expect(periodWords(period("day", "2026-10-01", "2026-10-30"), today)).toBe(
    "1 Oct to 30 Oct 2026",
  );
});

test("days of one year name it once, a single day stands alone", () => {
  expect(daysWords({ from: "2026-10-21", until: "2026-11-20" })).toBe("21 Oct to 20 Nov 2026");
  expect(daysWords({ from: "2025-12-21", until: "2026-01-20" })).toBe("21 Dec 2025 to 20 Jan 2026");
  expect(daysWords({ from: today, until: today })).toBe("20 Nov 2026");
});
