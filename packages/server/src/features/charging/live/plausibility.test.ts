import { describe, expect, test } from "vitest";
import { withoutImplausible } from "./plausibility.ts";
import type { SessionRow } from "../session.store.ts";

const ASKED = new Date("2026-11-20T06:30:00Z");
const row = (more: { speed?: number; plug_kw?: number | null; start_at?: Date | null } = {}) =>
  ({
    requested_at: ASKED,
    start_at: more.start_at ?? null,
    snapshot: { speed: more.speed ?? 1, plug_kw: more.plug_kw === undefined ? 60 : more.plug_kw },
  }) as SessionRow;
const after = (minutes: number) => new Date(ASKED.getTime() + minutes * 60_000);
const told = (kwh: number, minutes: number) => ({
  kwh,
  start_date_time: ASKED.toISOString(),
  last_updated: after(minutes).toISOString(),
});

describe("plausible figures of a session", () => {
  test("are up to what the plug can give in the time, with a tolerance, not a thousand times that", () => {
    expect(withoutImplausible(row(), told(30, 30), after(30)).kwh).toBe(30);
    expect(withoutImplausible(row(), told(45, 30), after(30)).kwh).toBe(45);
    expect(withoutImplausible(row(), told(30_000, 30), after(30)).kwh).toBeUndefined();
    expect(withoutImplausible(row({ plug_kw: null }), told(200, 30), after(30)).kwh).toBe(200);
  });

  test("use the session's own clock, which may run faster than real time, from the first update on", () => {
    // Ten minutes of the service's time are ten hours of a session at 60 times real time.
    const late = told(40, 10);
    expect(withoutImplausible(row({ speed: 60 }), late, after(10)).kwh).toBe(40);
    expect(withoutImplausible(row({ speed: 1 }), late, after(10)).kwh).toBeUndefined();
    const end = { ...late, end_date_time: after(590).toISOString() };
    expect(withoutImplausible(row({ speed: 60 }), end, after(10)).end_date_time).toBe(
      end.end_date_time,
    );
  });

  test("may be dated ahead of our clock", () => {
    expect(withoutImplausible(row(), told(7, 5), after(1)).kwh).toBe(7);
    expect(withoutImplausible(row(), told(20, 20), after(1)).kwh).toBeUndefined();
    const years = { ...told(20, 0), last_updated: "2046-01-01T00:00:00Z" };
    expect(withoutImplausible(row(), years, after(1)).kwh).toBeUndefined();
  });

  test("do not decide about the other fields, which are always used", () => {
    const news = { ...told(-1, 1), status: "COMPLETED", currency: "INR" };
    expect(withoutImplausible(row(), news, after(1))).toEqual({
      status: "COMPLETED",
      currency: "INR",
      start_date_time: news.start_date_time,
      last_updated: news.last_updated,
    });
  });
});

describe("plausible periods of a session", () => {
  /** After half an hour at 60 kW: 47 kWh, an hour and three quarters, 100 kW at most. */
  const period = (volumes: Record<string, number>, minute = 0) => ({
    start_date_time: after(minute).toISOString(),
    dimensions: Object.entries(volumes).map(([type, volume]) => ({ type, volume })),
  });
  const kept = (...charging_periods: ReturnType<typeof period>[]) =>
    withoutImplausible(row(), { ...told(1, 30), charging_periods }, after(30)).charging_periods !==
    undefined;

  test.each([
    ["ENERGY", 47],
    ["TIME", 1.75],
    ["PARKING_TIME", 1.75],
    ["POWER", 100],
    ["MAX_POWER", 100],
    ["STATE_OF_CHARGE", 100],
  ])("have a %s of %d at most, and none below zero", (type, most) => {
    expect(kept(period({ [type]: most }))).toBe(true);
    expect(kept(period({ [type]: most + 0.01 }))).toBe(false);
    expect(kept(period({ [type]: 0 }))).toBe(true);
    expect(kept(period({ [type]: -0.01 }))).toBe(false);
  });

  test("are used all or not at all: one wrong figure, or one date far away, is enough", () => {
    expect(kept(period({ ENERGY: 1 }), period({ ENERGY: 1 }, 10))).toBe(true);
    expect(kept(period({ ENERGY: 1 }), period({ ENERGY: 1_000 }, 10))).toBe(false);
    expect(kept(period({ ENERGY: 1, POWER: 60_000 }))).toBe(false);
    expect(kept(period({ ENERGY: 1 }), period({ ENERGY: 1 }, 36))).toBe(false);
    expect(kept(period({ ENERGY: 1 }, -6))).toBe(false);
    expect(kept(period({ ENERGY: 1 }, -5), period({ ENERGY: 1 }, 35))).toBe(true);
  });

  test("may have figures of kinds that we do not reckon with, however large", () => {
    expect(kept(period({ CURRENT: 10_000 }))).toBe(true);
  });
});

test("an end is used if it is not before the start, and near", () => {
  const end = (minute: number) => {
    const end_date_time = after(minute).toISOString();
    return withoutImplausible(row(), { ...told(1, 30), end_date_time }, after(30)).end_date_time;
  };
  expect([end(0), end(35)].every(Boolean)).toBe(true);
  expect([end(-1), end(36)]).toEqual([undefined, undefined]);
});

test("a start is used from five minutes before it was asked for to five minutes from now", () => {
  const start = (minute: number) => {
    const sent = { ...told(1, 30), start_date_time: after(minute).toISOString() };
    return withoutImplausible(row(), sent, after(30)).start_date_time;
  };
  expect([start(-5), start(35)].every(Boolean)).toBe(true);
  expect([start(-6), start(36)]).toEqual([undefined, undefined]);
});
