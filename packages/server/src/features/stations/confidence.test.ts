import { describe, expect, test } from "vitest";
import { confidenceOf, withoutEchoes } from "./confidence.ts";
import type { CheckInEvidence, StartAttempt } from "./stations-deps.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const HOUR_MS = 3_600_000;
const ago = (hours: number, ms = 0) => new Date(NOW.getTime() - hours * HOUR_MS - ms);
const start = (hours: number, failed = true, more: Partial<StartAttempt> = {}): StartAttempt => ({
  user_id: "usr_1",
  evse_uid: "E1",
  at: ago(hours),
  failed,
  ...more,
});
const said = (
  hours: number,
  failed = true,
  more: Partial<CheckInEvidence> = {},
): CheckInEvidence => ({
  user_id: "usr_2",
  evse_uid: "E1",
  at: ago(hours),
  failed,
  of_charger: true,
  has_charged: true,
  ...more,
});
const level = (...of: [StartAttempt[], CheckInEvidence[]?]) =>
  confidenceOf(of[0], of[1] ?? [], NOW).level;

describe("[L-6] a charger", () => {
  test("that nobody tried is not doubted", () => {
    expect(confidenceOf([], [], NOW)).toEqual({
      level: "ok",
      failed_starts: 0,
      last_failed_at: null,
    });
  });

  test("is doubted after two recent failures, each of which counts half after two days", () => {
    expect(level([start(0)])).toBe("ok");
    expect(level([start(0), start(0)])).toBe("doubtful");
    expect(level([start(0), start(48)])).toBe("doubtful");
    expect(level([start(0), start(48.1)])).toBe("ok");
    expect(level([start(48), start(48), start(48)])).toBe("doubtful");
    expect(level([start(96), start(96), start(96), start(96), start(96)])).toBe("ok");
    expect(level(Array.from({ length: 6 }, () => start(96)))).toBe("doubtful");
  });

  test("has failed as often as since it last worked, within seven days", () => {
    const failures = (attempts: StartAttempt[], checkIns: CheckInEvidence[] = []) => {
      const { failed_starts, last_failed_at } = confidenceOf(attempts, checkIns, NOW);
      return [failed_starts, last_failed_at];
    };
    const at = (hours: number, ms = 0) => ago(hours, ms).toISOString();
    expect(failures([start(3), start(1), start(2)])).toEqual([3, at(1)]);
    expect(failures([start(3), start(2, false), start(1)])).toEqual([1, at(1)]);
    expect(failures([start(3), start(2, false), start(2)])).toEqual([0, null]);
    expect(failures([start(3), start(2, false), start(2, true, { at: ago(2, -1) })])).toEqual([
      1,
      at(2, -1),
    ]);
    expect(failures([start(7 * 24)])).toEqual([0, null]);
    expect(failures([start(7 * 24, true, { at: ago(7 * 24, -1) })])).toEqual([1, at(7 * 24, -1)]);
    expect(failures([start(3)], [said(1, false)])).toEqual([0, null]);
    expect(failures([start(3)], [said(1)])).toEqual([2, at(1)]);
    // That it worked is not believed of one who never charged.
    expect(failures([start(3)], [said(1, false, { has_charged: false })])).toEqual([1, at(3)]);
    expect(failures([start(3)], [said(1, true, { has_charged: false })])).toEqual([1, at(3)]);
  });

  test("is not doubted by any number of new accounts alone, and by five of them like by half a failure", () => {
    const crowd = (count: number, hours = 0) =>
      Array.from({ length: count }, () => said(hours, true, { has_charged: false }));
    expect(level([], crowd(1_000))).toBe("ok");
    expect(level([start(0)], crowd(4))).toBe("ok");
    expect(level([start(0)], crowd(5))).toBe("doubtful");
    expect(level([start(0)], crowd(5, 1))).toBe("ok");
    expect(level([start(1)], crowd(1_000))).toBe("ok");
    // Before it last worked they count nothing.
    expect(level([start(2, false), start(0)], crowd(100, 2))).toBe("ok");
    expect(level([start(2, false), start(0)], crowd(100, 1.9))).toBe("doubtful");
  });
});

describe("[L-6] a driver's check-in about a failed start", () => {
  const mine = (hours: number, more: Partial<CheckInEvidence> = {}) =>
    said(hours, true, { user_id: "usr_1", ...more });
  const isKept = (one: CheckInEvidence, attempts: StartAttempt[]) =>
    withoutEchoes([one], attempts).length === 1;

  test("within twelve hours of it is the same failure, before and after", () => {
    expect(isKept(mine(5), [start(6)])).toBe(false);
    expect(isKept(mine(6), [start(5)])).toBe(false);
    expect(isKept(mine(0), [start(12)])).toBe(true);
    expect(isKept(mine(12), [start(0)])).toBe(true);
    expect(isKept(mine(0), [start(0, true, { at: ago(12, -1) })])).toBe(false);
  });

  test("counts if it is another driver's, another charger's, or nothing failed", () => {
    expect(isKept(said(5), [start(6)])).toBe(true);
    expect(isKept(mine(5, { evse_uid: "E2" }), [start(6)])).toBe(true);
    expect(isKept(mine(5, { evse_uid: null }), [start(6)])).toBe(false);
    expect(isKept(mine(5, { failed: false }), [start(6)])).toBe(true);
    expect(isKept(mine(5), [start(6, false)])).toBe(true);
    expect(isKept(mine(5), [])).toBe(true);
    expect(isKept(mine(5), [start(6, false), start(6)])).toBe(false);
  });

  test("is left out alone, the others keep their order", () => {
    const list = [said(3), mine(5), said(1)];
    expect(withoutEchoes(list, [start(6)])).toEqual([list[0], list[2]]);
  });
});
