import { describe, expect, test } from "vitest";
import { fromOcpiPeriods } from "./ocpi-periods.ts";

const START = "2026-01-05T04:00:00Z";
const END = "2026-01-05T06:00:00Z";
const at = (start_date_time: string, dimensions: Record<string, number>) => ({
  start_date_time,
  dimensions: Object.entries(dimensions).map(([type, volume]) => ({ type, volume })),
});
const only = (dimensions: Record<string, number>) =>
  fromOcpiPeriods([at(START, dimensions)], START, END)[0]!;

describe("[E-4] a charging period of OCPI", () => {
  test("ends where the next one begins, the last with the session, in whatever order they came", () => {
    const periods = fromOcpiPeriods(
      [
        at("2026-01-05T05:00:00Z", { TIME: 1, ENERGY: 4 }),
        at("2026-01-05T04:00:00Z", { TIME: 0.5, ENERGY: 3 }),
        at("2026-01-05T04:30:00Z", { TIME: 0.5, ENERGY: 2 }),
      ],
      START,
      END,
    );
    expect(periods.map(({ start, end, kwh }) => [start, end, kwh])).toEqual([
      ["2026-01-05T04:00:00.000Z", "2026-01-05T04:30:00.000Z", 3],
      ["2026-01-05T04:30:00.000Z", "2026-01-05T05:00:00.000Z", 2],
      ["2026-01-05T05:00:00.000Z", "2026-01-05T06:00:00.000Z", 4],
    ]);
    expect(fromOcpiPeriods([], START, END)).toEqual([]);
  });

  test("may begin with the session and last no time, but not before it nor after its end", () => {
    expect(fromOcpiPeriods([at(START, { ENERGY: 1 })], START, START)).toMatchObject([
      { start: "2026-01-05T04:00:00.000Z", end: "2026-01-05T04:00:00.000Z", kwh: 1 },
    ]);
    expect(() =>
      fromOcpiPeriods([at("2026-01-05T03:59:59.999Z", { ENERGY: 1 })], START, END),
    ).toThrow("starts before the session");
    expect(() =>
      fromOcpiPeriods([at("2026-01-05T06:00:00.001Z", { ENERGY: 1 })], START, END),
    ).toThrow("starts after the session's end");
  });

  test("charges unless it names parking alone or a reservation", () => {
    expect(only({ ENERGY: 5 }).kind).toBe("CHARGING");
    expect(only({ TIME: 1 }).kind).toBe("CHARGING");
    expect(only({ TIME: 0, PARKING_TIME: 0 }).kind).toBe("CHARGING");
    expect(only({ PARKING_TIME: 1 }).kind).toBe("PARKING");
    expect(only({ TIME: 0, PARKING_TIME: 1 }).kind).toBe("PARKING");
    expect(only({ RESERVATION_TIME: 1, TIME: 1, PARKING_TIME: 1 }).kind).toBe("RESERVATION");
    expect(only({ RESERVATION_TIME: 0, PARKING_TIME: 1 }).kind).toBe("PARKING");
    expect(only({ RESERVATION_TIME: 2, ENERGY: 3 }).kwh).toBe(3);
    expect(fromOcpiPeriods([at(START, { RESERVATION_TIME: 1, TIME: 1 })], START, END)).toHaveLength(
      1,
    );
  });

  test("charges first and parks after where it names both, and all energy is of the charge", () => {
    const split = (TIME: number) =>
      fromOcpiPeriods([at(START, { TIME, PARKING_TIME: 1.5, ENERGY: 7 })], START, END);
    expect(split(0.5)).toMatchObject([
      {
        kind: "CHARGING",
        start: "2026-01-05T04:00:00.000Z",
        end: "2026-01-05T04:30:00.000Z",
        kwh: 7,
      },
      {
        kind: "PARKING",
        start: "2026-01-05T04:30:00.000Z",
        end: "2026-01-05T06:00:00.000Z",
        kwh: 0,
      },
    ]);
    // Rounded hours may say more than there was.
    expect(split(3).map(({ end }) => end)).toEqual([
      "2026-01-05T06:00:00.000Z",
      "2026-01-05T06:00:00.000Z",
    ]);
  });

  test("adds up what it names twice, and is nothing of what it does not name", () => {
    const twice = {
      start_date_time: START,
      dimensions: [
        { type: "ENERGY", volume: 2 },
        { type: "ENERGY", volume: 3.5 },
      ],
    };
    expect(fromOcpiPeriods([twice], START, END)[0]!.kwh).toBe(5.5);
    expect(only({ TIME: 1 }).kwh).toBe(0);
    expect(only({ TIME: 1 })).toMatchObject({ power_kw: undefined, current_a: undefined });
  });

  test("has the power and current it names, else the most, else the least", () => {
    const power = (dimensions: Record<string, number>) => only(dimensions).power_kw;
    expect(power({ POWER: 10, MAX_POWER: 20, MIN_POWER: 5 })).toBe(10);
    expect(power({ MAX_POWER: 20, MIN_POWER: 5 })).toBe(20);
    expect(power({ MIN_POWER: 5 })).toBe(5);
    expect(power({ POWER: 0, MAX_POWER: 20 })).toBe(0);
    const current = (dimensions: Record<string, number>) => only(dimensions).current_a;
    expect(current({ CURRENT: 10, MAX_CURRENT: 20, MIN_CURRENT: 5 })).toBe(10);
    expect(current({ MAX_CURRENT: 20, MIN_CURRENT: 5 })).toBe(20);
    expect(current({ MIN_CURRENT: 5 })).toBe(5);
  });
});
