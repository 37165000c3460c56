import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { curveView, isWeak, possibleKw, roundTop, thinned } from "./power-curve.ts";

const T0 = Date.parse("2026-11-20T04:43:00Z");
const iso = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();
const session = (change: Partial<Session> = {}) =>
  ({
    connector: { id: "1", standard: "IEC_62196_T2_COMBO", power_type: "DC", powerInKwh: 60 },
    vehicle: null,
    start_date_time: iso(0),
    power_kw: 10,
    duration_s: 600,
    curve: [],
    ...change,
  }) as Session;
const curve = (...values: [seconds: number, kw: number][]) =>
  values.map(([seconds, kw]) => ({ at: iso(seconds), kw }));

test("what plug and vehicle can do together is the less of both", () => {
  expect(possibleKw(session())).toBe(60);
  const vehicle = { max_dc_intake: 50, onboard_charger_capacity: 7 } as Session["vehicle"];
  expect(possibleKw(session({ vehicle }))).toBe(50);
  const silent = { ...session().connector, powerInKwh: null };
  expect(possibleKw(session({ connector: silent }))).toBeNull();
});

test("charging is weak below a quarter of what is possible, after five minutes", () => {
  expect(isWeak(session({ power_kw: 14.9 }))).toBe(true);
  expect(isWeak(session({ power_kw: 15 }))).toBe(false);
  expect(isWeak(session({ duration_s: 300 }))).toBe(true);
  expect(isWeak(session({ duration_s: 299 }))).toBe(false);
  expect(isWeak(session({ duration_s: null }))).toBe(false);
  expect(isWeak(session({ power_kw: 0 }))).toBe(false);
  expect(isWeak(session({ power_kw: null }))).toBe(false);
});

test("charging that was strong before is not weak", () => {
  expect(isWeak(session({ curve: curve([60, 14.9]) }))).toBe(true);
  expect(isWeak(session({ curve: curve([60, 15], [120, 3]) }))).toBe(false);
});

test("the curve is in the order of time, whatever the order of its values", () => {
  const view = curveView(session({ curve: curve([300, 30], [0, 0], [150, 60]) }), null)!;
  expect(view).toEqual({
    top: 60,
    from: T0,
    to: T0 + 300_000,
    points: [
      { at: T0, kw: 0, x: 0, y: 0 },
      { at: T0 + 150_000, kw: 60, x: 0.5, y: 1 },
      { at: T0 + 300_000, kw: 30, x: 1, y: 0.5 },
    ],
  });
});

test("the frame holds five minutes, the last value and the expected end", () => {
  const ends = (seconds: number, end: number | null) =>
    (curveView(session({ curve: curve([0, 1], [seconds, 1]) }), end)!.to - T0) / 1000;
  expect(ends(60, null)).toBe(300);
  expect(ends(301, null)).toBe(301);
  expect(ends(60, T0 + 299_000)).toBe(300);
  expect(ends(60, T0 + 900_000)).toBe(900);
});

test("the frame begins with the session, or with the first value where its start is not known", () => {
  const of = curve([60, 1], [120, 1]);
  expect(curveView(session({ curve: of }), null)!.from).toBe(T0);
  expect(curveView(session({ curve: of, start_date_time: null }), null)!.from).toBe(T0 + 60_000);
  // A value before the start stands at the edge, and no power is below none.
  const early = curveView(session({ curve: curve([-60, -1], [150, 30]) }), null)!;
  expect(early.points[0]).toMatchObject({ x: 0, y: 0 });
});

test("a value that is no number is left out, and two are needed", () => {
  const odd = [...curve([0, 1], [60, 2]), { at: "soon", kw: 3 }, { at: iso(90), kw: NaN }];
  expect(curveView(session({ curve: odd }), null)!.points).toHaveLength(2);
  expect(curveView(session({ curve: curve([0, 1]) }), null)).toBeNull();
  expect(curveView(session(), null)).toBeNull();
});

test("more power than was thought possible still fits the frame", () => {
  expect(curveView(session({ curve: curve([0, 1], [60, 61]) }), null)!.top).toBe(80);
});

test("the top of the frame is the next round number, from 400 on the next hundred", () => {
  expect([0.5, 2, 2.1, 4, 4.1, 10, 300, 400, 401, 500, 501].map(roundTop)).toEqual([
    2, 2, 4, 4, 8, 10, 300, 400, 500, 500, 600,
  ]);
});

test("a table has twelve lines or a few more, always with the last value", () => {
  const values = (count: number) => Array.from({ length: count }, (_, i) => i);
  expect(thinned(values(12))).toEqual(values(12));
  expect(thinned(values(13))).toEqual([0, 2, 4, 6, 8, 10, 12]);
  expect(thinned(values(14))).toEqual([0, 2, 4, 6, 8, 10, 12, 13]);
  expect(thinned(values(5), 2)).toEqual([0, 3, 4]);
  expect(thinned([])).toEqual([]);
});
