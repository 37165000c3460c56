import { expect, test } from "vitest";
import { openNow } from "./open-now.ts";

const day = (weekday: number, period_begin: string, period_end: string) => ({
  weekday,
  period_begin,
  period_end,
});
/** Monday to Saturday, and on Sunday past midnight. */
const opening = [
  ...[1, 2, 3, 4, 5, 6].map((weekday) => day(weekday, "09:00", "18:00")),
  day(7, "22:00", "02:00"),
];
// 23 November 2026 is a Monday.
const at = (date: number, time: string) => Date.parse(`2026-11-${date}T${time}:00+05:30`);

test("[R-9] support is open now until it closes, or says when it opens, on India's clock", () => {
  expect(openNow(opening, at(23, "09:00"))).toBe("Open now, until 18:00");
  expect(openNow(opening, at(23, "08:59"))).toBe("Closed now, opens 09:00");
  expect(openNow(opening, at(23, "18:00"))).toBe("Closed now, opens tomorrow 09:00");
  expect(openNow(opening, at(29, "23:30"))).toBe("Open now, until tomorrow 02:00");
  expect(openNow(opening, at(23, "01:59"))).toBe("Open now, until 02:00");
  expect(openNow([day(3, "10:00", "12:00")], at(25, "12:00"))).toMatch(
    /^Closed now, opens Wed 2 Dec.*, 10:00$/,
  );
});

test("[R-9] without hours by weekday nothing is said of now", () => {
  expect(openNow(null, at(23, "12:00"))).toBeNull();
  expect(openNow([], at(23, "12:00"))).toBeNull();
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => day(weekday, "00:00", "00:00"));
  expect(openNow(always, at(23, "12:00"))).toBe("Open now");
});
