import { expect, test } from "vitest";
import { lineNote } from "./line-note.ts";

type Line = Parameters<typeof lineNote>[0];
const INDIA = "Asia/Kolkata";
const line = (more: object = {}): Line => ({
  dimension: "ENERGY",
  quantity: "1",
  unit: "kWh",
  price: "10",
  vat: "18",
  excl_vat_minor: 1_000,
  incl_vat_minor: 1_180,
  from: "2026-11-20T12:30:00Z",
  until: "2026-11-20T12:30:00Z",
  element_index: 0,
  restrictions: null,
  rounding: null,
  reason: "",
  ...more,
});
const note = (more: object, language: "en" | "hi" = "en", zone = INDIA) =>
  lineNote(line(more), zone, language);
const under = (restrictions: object, language: "en" | "hi" = "en") =>
  note({ restrictions }, language).replace("18:00 · ", "");

test("a line of one instant shows one time, of a stretch two, and the day only where it changes", () => {
  expect(note({})).toBe("18:00");
  expect(note({ until: "2026-11-20T12:31:00Z" })).toBe("18:00–18:01");
  expect(note({ until: "2026-11-20T18:29:00Z" })).toBe("18:00–23:59");
  expect(note({ until: "2026-11-20T18:30:00Z" })).toBe("18:00–21 Nov 2026 00:00");
  expect(note({ until: "2026-11-20T18:30:00Z" }, "en", "UTC")).toBe("12:30–18:30");
});

test("a line under no condition says no more than its time", () => {
  expect(note({ restrictions: {} })).toBe("18:00");
  const nothing = { start_time: null, end_time: null, start_date: null, end_date: null };
  const bounds = { min_kwh: null, max_kwh: null, min_duration: null, max_duration: null };
  expect(note({ restrictions: { ...nothing, ...bounds, day_of_week: [] } })).toBe("18:00");
});

test("hours that are open at one end run from or to midnight", () => {
  expect(under({ start_time: "18:00" })).toBe("price from 18:00 to 24:00");
  expect(under({ end_time: "06:30" })).toBe("price from 00:00 to 06:30");
  expect(under({ start_time: "18:00", end_time: "00:00" })).toBe("price from 18:00 to 24:00");
  expect(under({ start_time: "18:00", end_time: "0:00" })).toBe("price from 18:00 to 24:00");
  expect(under({ start_time: "18:00", end_time: "10:00" })).toBe("price from 18:00 to 10:00");
  expect(under({ start_time: "18:00", end_time: "00:01" })).toBe("price from 18:00 to 00:01");
});

test("weekdays are in the order of the week, and none are named where all are meant", () => {
  const six = ["SUNDAY", "TUESDAY", "MONDAY", "FRIDAY", "THURSDAY", "WEDNESDAY"];
  expect(under({ day_of_week: ["SUNDAY"] })).toBe("Sun");
  expect(under({ day_of_week: six })).toBe("Mon Tue Wed Thu Fri Sun");
  expect(note({ restrictions: { day_of_week: [...six, "SATURDAY"] } })).toBe("18:00");
});

test("dates say from when and before when", () => {
  expect(under({ start_date: "2026-11-01" })).toBe("price from 2026-11-01");
  expect(under({ end_date: "2026-12-01" })).toBe("price before 2026-12-01");
  expect(under({ start_date: "2026-11-01", end_date: "2026-12-01" })).toBe(
    "price from 2026-11-01 before 2026-12-01",
  );
  expect(under({ start_date: "2026-11-01" }, "hi")).toBe("2026-11-01 से की दर");
});

test("bounds of time, energy, power and current are each in their unit; from nothing is no bound", () => {
  expect(under({ min_duration: 90, max_duration: 3600 })).toBe("from 1.5 min up · below 60 min");
  expect(under({ min_duration: 0, min_power: 0 })).toBe("18:00");
  expect(under({ max_duration: 100 })).toBe("below 1.67 min");
  expect(under({ min_kwh: 0, max_kwh: 10 })).toBe("below 10 kWh");
  expect(under({ min_power: 3.5, max_power: 60 })).toBe("from 3.5 kW up · below 60 kW");
  expect(under({ min_current: 16, max_current: 32 })).toBe("from 16 A up · below 32 A");
});

test("all conditions come in one order, and what was rounded comes last", () => {
  expect(
    note({
      restrictions: {
        max_current: 32,
        max_power: 60,
        max_kwh: 10,
        max_duration: 60,
        end_date: "2026-12-01",
        day_of_week: ["MONDAY"],
        end_time: "06:00",
      },
      rounding: { added: "30", step: "60", unit: "s" },
    }),
  ).toBe(
    "18:00 · price from 00:00 to 06:00 · Mon · price before 2026-12-01 · below 1 min · below 10 kWh · below 60 kW · below 32 A · rounded up by 30 s to steps of 60 s",
  );
  expect(note({ rounding: { added: "30", step: "60", unit: "s" } }, "hi")).toBe(
    "18:00 · 60 सेकंड के चरणों में 30 सेकंड बढ़ाकर",
  );
});
