import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { parkingWords } from "./parking-text.ts";

const T0 = Date.parse("2026-11-20T04:43:00Z");
const at = (ms: number) => new Date(T0 + ms).toISOString();
const parked = (starts: number, change: Partial<Session> = {}) =>
  ({
    step: "ENDED",
    start_date_time: at(0),
    duration_s: 600,
    news_at: at(600_000),
    speed: 1,
    location: { time_zone: "Asia/Kolkata" },
    parking_fee: { starts_at: at(starts), per_minute_minor: 236 },
    ...change,
  }) as Session;

test("parking costs money from the very moment its fee begins", () => {
  expect(parkingWords(parked(600_001), T0)).toBe(
    "Parking fee starts at 10:23: ₹2.36 per min. Unplug before then.",
  );
  expect(parkingWords(parked(600_000), T0)).toBe(
    "Parking has cost ₹2.36 per min since 10:23. Unplug to end it.",
  );
});

test("nothing is said where the session has not begun, or there is no fee", () => {
  expect(parkingWords(parked(0, { start_date_time: null }), T0)).toBeNull();
  expect(parkingWords(parked(0, { duration_s: null }), T0)).toBeNull();
  expect(parkingWords(parked(0, { parking_fee: null }), T0)).toBeNull();
});
