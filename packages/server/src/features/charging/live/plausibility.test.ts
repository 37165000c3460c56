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
