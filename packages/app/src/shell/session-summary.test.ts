import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { sessionLines, silentMinutes } from "./session-summary.ts";

const now = Date.parse("2026-11-20T05:00:00Z");
const session = (part: Partial<Session>): Session =>
  ({
    status: "ACTIVE",
    location: { name: "Sahyadri Plaza" },
    estimation_info: { limitBy: "MONEY", selectedMoney: 300 },
    cost_minor: 18_642,
    kwh: 9.81,
    duration_s: 660,
    news_at: "2026-11-20T04:59:30Z",
    ...part,
  }) as Session;

test("[S-2] the bar says cost, energy, place and about when the limit is reached", () => {
  expect(sessionLines(session({}), now)).toEqual({
    lead: "₹186.42 · 9.81 kWh",
    place: "Sahyadri Plaza",
    rest: "about 7 min left",
  });
});

test("[S-2] what is not known is left out, never shown as zero", () => {
  expect(sessionLines(session({ cost_minor: null }), now).lead).toBe("9.81 kWh");
  expect(sessionLines(session({ cost_minor: null, kwh: null }), now)).toEqual({
    lead: "Charging",
    place: "Sahyadri Plaza",
    rest: null,
  });
});

test("[S-1] a starting charge says Connecting", () => {
  expect(sessionLines(session({ status: "PENDING" }), now)).toEqual({
    lead: "Connecting",
    place: "Sahyadri Plaza",
    rest: null,
  });
});

test("[S-2] two minutes without news are said", () => {
  const quiet = session({ news_at: "2026-11-20T04:57:00Z" });
  expect(silentMinutes(quiet, now)).toBe(3);
  expect(sessionLines(quiet, now).rest).toBe("No update for 3 min");
  expect(silentMinutes(session({}), now)).toBeNull();
});

test("[S-2] a car that is full and still plugged in: from when parking costs money", () => {
  const parked = session({
    location: { name: "Sahyadri Plaza", time_zone: "Asia/Kolkata" } as Session["location"],
    parking_fee: { starts_at: "2026-11-20T05:20:00Z", per_minute_minor: 118 },
  });
  expect(sessionLines(parked, now).rest).toBe("parking fee from 10:50");
});

test("[S-7] each kind of limit has its own remaining time, in hours when it is long and in whole ones from ten", () => {
  const rest = (estimation_info: object, part: Partial<Session> = {}) =>
    sessionLines(
      session({
        step: "FLOWING",
        speed: 1,
        news_at: new Date(now).toISOString(),
        estimation_info,
        ...part,
      } as Partial<Session>),
      now,
    ).rest;
  expect(rest({ limitBy: "TIME", selectedTime: 30 })).toBe("about 19 min left");
  expect(rest({ limitBy: "ENERGY", selectedPower: 19.62 })).toBe("about 11 min left");
  expect(rest({ limitBy: "RANGE", selectedRange: 140 }, { range_km: 70 })).toBe(
    "about 11 min left",
  );
  expect(rest({ limitBy: "RANGE", selectedRange: 140 }, { range_km: null })).toBeNull();
  expect(rest({})).toBeNull();
  expect(rest({ limitBy: "TIME", selectedTime: 1571 })).toBe("about 26 h left");
  expect(rest({ limitBy: "TIME", selectedTime: 1581 })).toBe("about 26 h left");
  expect(rest({ limitBy: "TIME", selectedTime: 581 })).toBe("about 9 h 30 min left");
});
