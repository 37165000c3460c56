import type { Connector } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { turnWords } from "./turn-words.ts";

const zone = "Asia/Kolkata";
const now = Date.parse("2026-11-20T22:00:00+05:30");
const words = (at: string, difference: number, unit = "KWH", timeZone = zone) =>
  turnWords({ price_turn: { at, unit, difference_minor: difference } } as Connector, timeZone, now);

test("[E-5] how much less or more, and from when", () => {
  expect(words("2026-11-20T23:30:00+05:30", -420)).toBe("₹4.20 a kWh less after 23:30");
  expect(words("2026-11-20T23:30:00+05:30", 50, "MINUTE")).toBe("₹0.50 a minute more after 23:30");
});

test("[E-5] tomorrow is named, by the station's day", () => {
  expect(words("2026-11-21T05:00:00+05:30", 300)).toBe("₹3.00 a kWh more after 05:00 tomorrow");
  expect(words("2026-11-21T05:00:00+05:30", 300, "KWH", "Asia/Tokyo")).toBe(
    "₹3.00 a kWh more after 08:30",
  );
});

test("[E-5] a turn that is past says nothing", () => {
  expect(words("2026-11-20T22:00:00+05:30", -420)).toBeNull();
  expect(turnWords({} as Connector, zone, now)).toBeNull();
});
