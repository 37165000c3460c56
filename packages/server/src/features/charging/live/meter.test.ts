import { describe, expect, test } from "vitest";
import { meterOf, periodsOf, powerOf, withLostEnergy } from "./meter.ts";
import type { MeterRow } from "./meter.store.ts";

const START = new Date("2026-11-20T06:30:00Z");
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const row = (from: number, until: number | null, kwh: string): MeterRow => ({
  at: at(from),
  until: until === null ? null : at(until),
  kwh,
  charging: true,
  power_kw: null,
  state_of_charge: null,
});
const energy = (rows: readonly MeterRow[]) => rows.reduce((sum, { kwh }) => sum + Number(kwh), 0);

describe("energy that was not reported", () => {
  test("a meter that equals the sum of its periods is not changed", () => {
    const rows = [row(0, 1, "0.5"), row(1, 2, "0.5")];
    expect(withLostEnergy(rows, START, 1)).toBe(rows);
    expect(withLostEnergy(rows, START, 1.005)).toBe(rows);
    expect(withLostEnergy(rows, START, null)).toBe(rows);
  });

  test("[E-4] energy of lost pushes is added in the longest gap", () => {
    const rows = [row(0, 1, "0.5"), row(2, 3, "0.5"), row(9, 10, "0.5")];
    const filled = withLostEnergy(rows, START, 4.5);
    expect(energy(filled)).toBeCloseTo(4.5, 4);
    expect(filled[2]).toMatchObject({ at: at(3), until: at(9), kwh: "3.0000" });
    const periods = periodsOf(filled, at(10));
    for (const [index, period] of periods.entries()) {
      expect(period.end).toBe(periods[index + 1]?.start ?? at(10).toISOString());
    }
  });

  test("a gap before the first period, or without any period, counts from the start", () => {
    expect(withLostEnergy([row(5, 6, "0.5")], START, 2.5)[0]).toMatchObject({
      at: START,
      until: at(5),
    });
    expect(withLostEnergy([], START, 2)).toMatchObject([{ at: START, until: null, kwh: "2.0000" }]);
  });

  test("without a gap it counts from the last period on", () => {
    const filled = withLostEnergy([row(0, 5, "1")], START, 2);
    expect(filled[1]).toMatchObject({ at: at(5), until: null, kwh: "1.0000" });
  });
});

test("of two gaps alike the first one gets the energy, and rounding alone is no loss", () => {
  const rows = [row(0, 1, "0.5"), row(3, 4, "0.5"), row(6, 7, "0.5")];
  expect(withLostEnergy(rows, START, 2)[1]).toMatchObject({
    at: at(1),
    until: at(3),
    kwh: "0.5000",
  });
  expect(withLostEnergy([row(0, 1, "0.5")], START, 0.509)).toHaveLength(1);
  expect(withLostEnergy([row(0, 1, "0.5")], START, 0.511)).toHaveLength(2);
});

test("a period lasts until the next one begins; the last one until its end, or now, never less than nothing", () => {
  const ends = periodsOf([row(0, 9, "1"), row(5, 3, "1"), row(8, null, "1")], at(7));
  expect(ends.map(({ end }) => end)).toEqual([5, 8, 8].map((minute) => at(minute).toISOString()));
  expect(periodsOf([row(0, 9, "1")], at(20))[0]!.end).toBe(at(9).toISOString());
  expect(periodsOf([{ ...row(0, 9, "1"), charging: false }], at(9))[0]!.kind).toBe("PARKING");
});

test("power is what the operator says, else energy over time; of no time it is not known", () => {
  expect(powerOf({ ...row(0, 10, "5"), power_kw: 7 }, at(10))).toBe(7);
  expect(powerOf({ ...row(0, 10, "5"), power_kw: 0 }, at(10))).toBe(0);
  expect(powerOf(row(0, 10, "5"), at(10))).toBe(30);
  expect(powerOf(row(0, 10, "1"), at(7))).toBe(8.57);
  expect(powerOf(row(0, 10, "5"), at(0))).toBeNull();
});

describe("an operator's charging periods", () => {
  const hourly = (minutes: number, volumes: Record<string, number>) => ({
    start_date_time: at(minutes).toISOString(),
    dimensions: Object.entries(volumes).map(([type, volume]) => ({ type, volume })),
  });
  const read = (...periods: ReturnType<typeof hourly>[]) => meterOf(periods);

  test("that begin at one instant are one: amounts are added, of readings the later one counts", () => {
    expect(
      read(
        hourly(0, { ENERGY: 0.1, TIME: 0.25, POWER: 40, STATE_OF_CHARGE: 30 }),
        hourly(0, { ENERGY: 0.2, TIME: 0.25, POWER: 20, STATE_OF_CHARGE: 35 }),
        hourly(30, { ENERGY: 1 }),
      ),
    ).toEqual([
      {
        at: at(0),
        until: at(30),
        kwh: "0.3",
        charging: true,
        power_kw: 20,
        state_of_charge: 35,
      },
      { at: at(30), until: null, kwh: "1", charging: true, power_kw: null, state_of_charge: null },
    ]);
  });

  test("last as long as TIME and PARKING_TIME together; parking alone is no charging", () => {
    const [both, parked, neither, zero] = read(
      hourly(0, { TIME: 0.25, PARKING_TIME: 0.5 }),
      hourly(60, { PARKING_TIME: 0.5 }),
      hourly(120, { ENERGY: 1 }),
      hourly(180, { TIME: 0, PARKING_TIME: 0 }),
    );
    expect([both!.until, both!.charging]).toEqual([at(45), true]);
    expect([parked!.until, parked!.charging]).toEqual([at(90), false]);
    expect([neither!.until, neither!.charging, neither!.kwh]).toEqual([null, true, "1"]);
    expect([zero!.until, zero!.charging, zero!.kwh]).toEqual([null, true, "0"]);
  });

  test("have the power they say, else the highest of it", () => {
    const [said, most] = read(
      hourly(0, { POWER: 20, MAX_POWER: 50 }),
      hourly(10, { MAX_POWER: 50 }),
    );
    expect([said!.power_kw, most!.power_kw]).toEqual([20, 50]);
  });
});
