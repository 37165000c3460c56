import { ABSENT, type OddLocation } from "./case.ts";

const WHOLE_WEEK = [1, 2, 3, 4, 5, 6, 7];
const week = (day: (n: number) => object) => WHOLE_WEEK.map(day);

/** Opening times; the good ones are 06:00 to 23:00 every day, and it is Friday noon. */
export const hours: readonly OddLocation[] = [
  {
    name: "round the clock not said",
    why: "OCPI 2.1.1 took regular hours for enough.",
    odd: { "opening_times.twentyfourseven": ABSENT },
    expect: { is: "SHOWN", shows: { isOpened: true }, told: ["opening_times.twentyfourseven"] },
  },
  {
    name: "round the clock as a number",
    why: "A database without booleans holds 0 and 1.",
    odd: { "opening_times.twentyfourseven": 1 },
    expect: { is: "SHOWN", shows: { isOpened: true }, told: ["opening_times.twentyfourseven"] },
  },
  {
    name: "round the clock and hours",
    why: "The form keeps the hours when its box is ticked.",
    odd: { "opening_times.twentyfourseven": true },
    expect: { is: "SHOWN", shows: { isOpened: true } },
  },
  {
    name: "weekdays as digits in text",
    why: "The keys of a map became values.",
    odd: {
      "opening_times.regular_hours": week((n) => ({
        weekday: String(n),
        period_begin: "06:00",
        period_end: "23:00",
      })),
    },
    expect: { is: "SHOWN", shows: { isOpened: true }, told: ["opening_times.regular_hours"] },
  },
  {
    name: "weekdays by name",
    why: "Tariffs name their days, so the hours were written alike.",
    odd: {
      "opening_times.regular_hours": [
        { weekday: "FRIDAY", period_begin: "06:00", period_end: "23:00" },
      ],
    },
    expect: { is: "SHOWN", told: ["opening_times.regular_hours"] },
  },
  {
    name: "weekday zero for Sunday",
    why: "Most languages count the days from zero, beginning with Sunday.",
    odd: { "opening_times.regular_hours.6.weekday": 0 },
    expect: { is: "SHOWN" },
  },
  {
    name: "hours with seconds",
    why: "A time column of SQL is printed with them.",
    odd: {
      "opening_times.regular_hours": week((weekday) => ({
        weekday,
        period_begin: "06:00:00",
        period_end: "23:00:00",
      })),
    },
    expect: { is: "SHOWN", shows: { isOpened: true } },
  },
  {
    name: "hours without a leading zero",
    why: "A form takes 6:00 as it is typed.",
    odd: {
      "opening_times.regular_hours": week((weekday) => ({
        weekday,
        period_begin: "6:00",
        period_end: "23:00",
      })),
    },
    expect: { is: "SHOWN" },
  },
  {
    name: "hours until twenty-four",
    why: "Midnight is the end of the day to whoever types it.",
    odd: { "opening_times.regular_hours.4.period_end": "24:00" },
    expect: { is: "SHOWN" },
  },
  {
    name: "hours in words",
    why: "The field was free text for the app.",
    odd: { opening_times: "Mo-Su 06:00-23:00" },
    expect: { is: "SHOWN", shows: { isOpened: null }, told: ["opening_times"] },
  },
  {
    name: "hours of nothing",
    why: "The class is always written, its fields only when they are filled in.",
    odd: { opening_times: {} },
    expect: { is: "SHOWN", shows: { isOpened: null } },
  },
  {
    name: "hours by lists without begin",
    why: "A closed day is sent with empty times.",
    odd: { "opening_times.regular_hours.6": { weekday: 7, period_begin: "", period_end: "" } },
    expect: { is: "SHOWN", shows: { isOpened: true }, told: ["opening_times.regular_hours.6"] },
  },
  {
    name: "one regular hour without a list",
    why: "A site with the same hours every day sends one.",
    odd: {
      "opening_times.regular_hours": { weekday: 5, period_begin: "06:00", period_end: "23:00" },
    },
    expect: { is: "SHOWN", told: ["opening_times.regular_hours"] },
  },
  {
    name: "closings without an end",
    why: "Nobody knows how long a rebuilding lasts.",
    odd: {
      "opening_times.exceptional_closings": [{ period_begin: "2026-12-01T00:00:00Z" }],
    },
    expect: {
      is: "SHOWN",
      shows: { isOpened: true },
      told: ["opening_times.exceptional_closings"],
    },
  },
  {
    name: "closings as days",
    why: "A holiday is a day and has no hours.",
    odd: {
      "opening_times.exceptional_closings": [
        { period_begin: "2026-12-25", period_end: "2026-12-26" },
      ],
    },
    expect: { is: "SHOWN", shows: { isOpened: true } },
  },
];
