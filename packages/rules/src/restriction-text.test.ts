import { expect, test } from "vitest";
import { restrictionText } from "./restriction-text.ts";

test.each([
  [null, ""],
  [{}, ""],
  [{ start_time: "22:00", end_time: "06:00" }, "22:00–06:00"],
  [{ start_time: "18:00", end_time: "00:00" }, "18:00–24:00"],
  [{ end_time: "06:00" }, "00:00–06:00"],
  [{ day_of_week: ["SUNDAY", "SATURDAY"] as const }, "Sat Sun"],
  [{ start_date: "2026-01-05", end_date: "2026-02-01" }, "from 2026-01-05 to until 2026-02-01"],
  [{ min_kwh: 10, max_kwh: 20 }, "from 10 to below 20 kWh"],
  [{ max_power: 7.4, min_current: 32 }, "below 7.4 kW, from 32 A"],
  [
    { reservation: "RESERVATION_EXPIRES" as const, max_duration: 600 },
    "expired reservation, below 600 s",
  ],
  [{ reservation: "RESERVATION" as const }, "reservation"],
])("%j in words", (restrictions, words) => {
  expect(restrictionText(restrictions)).toBe(words);
});
