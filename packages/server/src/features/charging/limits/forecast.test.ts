import { expect, test } from "vitest";
import type { SoFar } from "../live/measure.ts";
import type { SessionRow } from "../session.store.ts";
import { forecast, secondsFor } from "./forecast.ts";

const START = "2026-11-20T06:30:00.000Z";
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE_MS).toISOString();

type Given = {
  power: number | null;
  /** kW of connector and vehicle together, and of the plug. */
  together?: number | null;
  plug?: number | null;
  speed?: number;
  seconds?: number;
};
const session = ({ power, together = 60, plug = null, speed = 1, seconds = 600 }: Given) =>
  ({
    power_kw: power,
    duration_s: seconds,
    snapshot: {
      connector: { powerInKwh: together },
      plug_kw: plug,
      speed,
      location: { time_zone: "Asia/Kolkata" },
      tariff: {
        id: "T",
        currency: "INR",
        elements: [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }],
        last_updated: START,
      },
    },
  }) as never as SessionRow;
/** Ten minutes in periods of five, the second one charging or not. */
const metered = (charging = true, periods = 2): SoFar => {
  const ends = Array.from({ length: periods }, (_, n) => [
    n * (10 / periods),
    (n + 1) * (10 / periods),
  ]);
  return {
    start: START,
    end: Date.parse(at(10)),
    charging,
    periods: ends.map(([from, until]) => ({
      start: at(from!),
      end: at(until!),
      kwh: "2",
      kind: "CHARGING" as const,
    })),
  };
};

test("what is used up takes no time, and what nothing uses takes for ever", () => {
  expect([secondsFor(10, 2), secondsFor(0, 2), secondsFor(-1, 2)]).toEqual([5, 0, 0]);
  expect([secondsFor(1, 0), secondsFor(0, 0)]).toEqual([Infinity, 0]);
});

test("[S-7] energy comes at the last power for 90 s, then at the most that connector and vehicle can do", () => {
  const { secondsForKwh } = forecast(session({ power: 36 }), metered());
  // 36 kW are 0.01 kWh a second, 60 kW are 1/60.
  expect(secondsForKwh(0.5)).toBe(50);
  expect(secondsForKwh(0.9)).toBe(90);
  expect(secondsForKwh(1.9)).toBeCloseTo(90 + 60, 6);
  expect(secondsForKwh(0)).toBe(0);
});

test("[S-7] on a faster clock the last power counts for as long in real time", () => {
  const { secondsForKwh } = forecast(session({ power: 36, speed: 2 }), metered());
  expect(secondsForKwh(1.8)).toBe(180);
  expect(secondsForKwh(2.8)).toBeCloseTo(180 + 60, 6);
});

test("[S-7] a car that stopped taking energy goes on so; one above what we know keeps its power", () => {
  expect(forecast(session({ power: 0 }), metered(false)).secondsForKwh(1)).toBe(Infinity);
  expect(forecast(session({ power: 0 }), metered()).secondsForKwh(1)).toBeCloseTo(90 + 60, 6);
  expect(forecast(session({ power: 72 }), metered()).secondsForKwh(3)).toBe(150);
});

test("[S-7] before the first power it is that of connector and vehicle; of a plug nobody knows, a strong one's", () => {
  expect(forecast(session({ power: null }), null).secondsForKwh(1)).toBe(60);
  const unknown = { power: null, together: null };
  expect(forecast(session(unknown), null).secondsForKwh(1)).toBe(60);
  expect(forecast(session({ ...unknown, plug: 120 }), null).secondsForKwh(1)).toBe(30);
});

test("[S-7] the power of the first period is without the seconds in which it rose, up to what both can do", () => {
  const seconds = (given: Given) => forecast(session(given), metered(true, 1)).secondsForKwh(0.5);
  // 30 kW over 60 s are 33.3 kW over 54 s.
  expect(seconds({ power: 30, seconds: 60 })).toBeCloseTo(0.5 / ((30 * (60 / 54)) / 3600), 6);
  expect(seconds({ power: 58, seconds: 60 })).toBe(30);
  expect(seconds({ power: 20, seconds: 6 })).toBe(30);
  // What nobody can compare with is left as it is, and so is every later period.
  expect(seconds({ power: 30, seconds: 60, together: null })).toBe(60);
  expect(forecast(session({ power: 30, seconds: 60 }), metered()).secondsForKwh(0.5)).toBe(60);
});

test("[S-7] the cost is that of the metered energy and of what is expected, at both powers", () => {
  const { costAfter } = forecast(session({ power: 36 }), metered());
  // 4 kWh at ₹23.60, and 0.9 in 90 s; then a kWh a minute.
  expect(costAfter!(0)).toBe(9_440n);
  expect(costAfter!(90)).toBe(9_440n + 2_124n);
  expect(costAfter!(150)).toBe(9_440n + 2_124n + 2_360n);
  expect(forecast(session({ power: 36 }), null).costAfter).toBeNull();
});
