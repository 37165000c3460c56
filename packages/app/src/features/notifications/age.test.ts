import { expect, test } from "vitest";
import { age } from "./age.ts";

const told = "2026-11-20T06:30:00Z";
const after = (ms: number) => Date.parse(told) + ms;

test("[R-26] a notification says how long ago it was, and after a day when it was", () => {
  expect(age(told, after(59_000))).toBe("just now");
  expect(age(told, after(12 * 60_000))).toBe("12 min ago");
  expect(age(told, after(86_400_000 - 1))).toBe("23 h ago");
  // On India's clock, wherever the phone is.
  process.env["TZ"] = "America/New_York";
  expect(age(told, after(86_400_000))).toMatch(/^Fri 20 Nov(?: 2026)?, 12:00$/);
});
