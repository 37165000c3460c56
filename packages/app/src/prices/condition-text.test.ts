import type { TariffRestrictions } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { conditionWords, durationWords } from "./condition-text.ts";

const cases: [TariffRestrictions | null, string][] = [
  [null, ""],
  [{}, ""],
  [{ start_time: "18:00", end_time: "22:00" }, "from 18:00 to 22:00"],
  [{ start_time: "22:00", end_time: "06:00" }, "from 22:00 to 06:00"],
  [{ start_time: "22:00", end_time: "00:00" }, "from 22:00 to midnight"],
  [{ start_time: "22:00" }, "from 22:00 to midnight"],
  [{ end_time: "06:00" }, "from 00:00 to 06:00"],
  [{ start_time: "18:00", end_time: "24:00" }, "from 18:00 to midnight"],
  [{ start_time: "09:00", end_time: "09:00" }, "never"],
  [{ start_time: "00:00", end_time: "24:00" }, ""],
  [{ day_of_week: ["TUESDAY"] }, "Tuesday"],
  [{ day_of_week: ["TUESDAY", "MONDAY", "MONDAY"] }, "Monday and Tuesday"],
  [{ day_of_week: ["FRIDAY", "SATURDAY", "SUNDAY"] }, "Friday to Sunday"],
  [{ day_of_week: ["HOLIDAY", "MONDAY"] as never }, "Monday"],
  [{ day_of_week: ["HOLIDAY"] as never }, ""],
  [
    {
      day_of_week: ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"],
    },
    "",
  ],
  [{ day_of_week: ["SUNDAY", "SATURDAY"] }, "Saturday and Sunday"],
  [{ day_of_week: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"] }, "Monday to Friday"],
  [{ day_of_week: ["FRIDAY", "MONDAY", "WEDNESDAY"] }, "Monday, Wednesday and Friday"],
  [{ day_of_week: [] }, ""],
  [{ start_date: "2026-12-01", end_date: "2027-01-01" }, "from 1 Dec 2026 to 31 Dec 2026"],
  [{ start_date: "2026-12-25", end_date: "2026-12-26" }, "on 25 Dec 2026"],
  [{ start_date: "2026-12-01" }, "from 1 Dec 2026 on"],
  [{ end_date: "2027-01-01" }, "until 31 Dec 2026"],
  [{ max_duration: 1800 }, "for the first 30 min"],
  [{ min_duration: 3600 }, "after 1 h"],
  [{ min_duration: 45 }, "after 45 s"],
  [{ min_duration: 0 }, ""],
  [{ min_duration: 0, max_duration: 60 }, "for the first 1 min"],
  [{ min_duration: 5400, max_duration: 7200 }, "from 90 min to 2 h"],
  [{ max_kwh: 20 }, "for the first 20 kWh"],
  [{ min_kwh: 0, max_kwh: 7.5 }, "for the first 7.5 kWh"],
  [{ min_kwh: 0 }, ""],
  [{ min_kwh: 0.5 }, "from 0.5 kWh on"],
  [{ min_kwh: 1, max_kwh: 2 }, "from 1 to 2 kWh"],
  [{ min_kwh: 20 }, "from 20 kWh on"],
  [{ min_kwh: 10, max_kwh: 20 }, "from 10 to 20 kWh"],
  [{ min_power: 50 }, "at 50 kW or more"],
  [{ min_power: 0 }, ""],
  [{ min_power: 0, max_power: 22 }, "below 22 kW"],
  [{ min_current: 1, max_current: 16 }, "at 1 to 16 A"],
  [{ min_current: 0.5 }, "at 0.5 A or more"],
  [{ max_power: 7.4, max_current: 32 }, "below 7.4 kW, below 32 A"],
  [{ min_power: 22, max_power: 60 }, "at 22 to 60 kW"],
  [{ reservation: "RESERVATION" }, "for a booking"],
  [
    { reservation: "RESERVATION_EXPIRES", start_time: "06:00", end_time: "09:00" },
    "for a booking that was not used, from 06:00 to 09:00",
  ],
];

test.each(cases)("[E-4] restrictions in words: %j", (restrictions, words) => {
  expect(conditionWords(restrictions).replaceAll("\u00a0", " ")).toBe(words);
});

test.each([
  [0, "0 h"],
  [1, "1 s"],
  [59, "59 s"],
  [60, "1 min"],
  [61, "61 s"],
  [3540, "59 min"],
  [3600, "1 h"],
  [3660, "61 min"],
  [7200, "2 h"],
])("[E-4] %i s are %s", (seconds, words) => {
  expect(durationWords(seconds).replaceAll("\u00a0", " ")).toBe(words);
});
