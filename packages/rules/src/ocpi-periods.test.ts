import { describe, expect, test } from "vitest";
import { toDecimalString } from "./exact.ts";
import { fromOcpiPeriods as read, periodNotes, type OcpiChargingPeriod } from "./ocpi-periods.ts";
import { priceSession } from "./price-session.ts";
import type { PriceComponent, Tariff } from "./tariff.ts";

const START = "2026-01-05T04:00:00Z";
const END = "2026-01-05T06:00:00Z";
const at = (start_date_time: string, dimensions: Record<string, number>) => ({
  start_date_time,
  dimensions: Object.entries(dimensions).map(([type, volume]) => ({ type, volume })),
});
const iso = (ms: number) => new Date(ms).toISOString();
const fromOcpiPeriods = (...input: Parameters<typeof read>) =>
  read(...input).map(({ start, end, kwh, kind, paid_ms, power_kw, current_a }) => ({
    start: iso(start),
    end: iso(end),
    kwh: Number(toDecimalString(kwh)),
    kind,
    paid_ms,
    power_kw,
    current_a,
  }));
const only = (dimensions: Record<string, number>) =>
  fromOcpiPeriods([at(START, dimensions)], START, END)[0]!;

describe("[E-4] a charging period of OCPI", () => {
  test("ends where the next one begins, the last with the session, in any order of arrival", () => {
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

  test("is charging unless it has only parking time or a reservation", () => {
    expect(only({ ENERGY: 5 }).kind).toBe("CHARGING");
    expect(only({ TIME: 1 }).kind).toBe("CHARGING");
    expect(only({ TIME: 0, PARKING_TIME: 0 }).kind).toBe("CHARGING");
    expect(only({ PARKING_TIME: 1 }).kind).toBe("PARKING");
    expect(only({ TIME: 0, PARKING_TIME: 1 }).kind).toBe("PARKING");
    expect(only({ RESERVATION_TIME: 2 }).kind).toBe("RESERVATION");
    expect(only({ RESERVATION_TIME: 0, PARKING_TIME: 1 }).kind).toBe("PARKING");
  });

  test("adds up a dimension that occurs twice, and a missing one is zero", () => {
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

  test("has the stated power and current, otherwise the maximum, otherwise the minimum", () => {
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

const timesOf = (dimensions: Record<string, number>, end = "2026-01-05T05:00:00Z") =>
  fromOcpiPeriods([at(START, dimensions)], START, end).map(
    ({ kind, start, end: until, paid_ms, kwh }) =>
      `${kind} ${start.slice(11, 19)}-${until.slice(11, 19)} ${paid_ms / 1000} s ${kwh} kWh`,
  );

describe("[E-4] the hours of a charging period take precedence over its clock", () => {
  test.each<[string, Record<string, number>, string[]]>([
    [
      "an hour with a quarter parked charges for the rest of it",
      { PARKING_TIME: 0.25, ENERGY: 5 },
      ["CHARGING 04:00:00-04:45:00 2700 s 5 kWh", "PARKING 04:45:00-05:00:00 900 s 0 kWh"],
    ],
    [
      "a quarter parked and nothing else is no charge",
      { PARKING_TIME: 0.25 },
      ["PARKING 04:45:00-05:00:00 900 s 0 kWh"],
    ],
    [
      "reserved first, then charging, then parked",
      { RESERVATION_TIME: 0.25, TIME: 0.5, PARKING_TIME: 0.25, ENERGY: 5 },
      [
        "RESERVATION 04:00:00-04:15:00 900 s 0 kWh",
        "CHARGING 04:15:00-04:45:00 1800 s 5 kWh",
        "PARKING 04:45:00-05:00:00 900 s 0 kWh",
      ],
    ],
    [
      "half an hour of charging is paid as half an hour, spread over the hour",
      { TIME: 0.5, ENERGY: 5 },
      ["CHARGING 04:00:00-05:00:00 1800 s 5 kWh"],
    ],
    [
      "no charging time but energy",
      { TIME: 0, ENERGY: 5 },
      ["CHARGING 04:00:00-05:00:00 0 s 5 kWh"],
    ],
    [
      "what was all parking parked with its energy",
      { PARKING_TIME: 1, ENERGY: 0.2 },
      ["PARKING 04:00:00-05:00:00 3600 s 0.2 kWh"],
    ],
    [
      "without any hours the clock counts",
      { ENERGY: 5 },
      ["CHARGING 04:00:00-05:00:00 3600 s 5 kWh"],
    ],
  ])("%s", (_, dimensions, expected) => {
    expect(timesOf(dimensions)).toEqual(expected);
  });

  test("four decimals are whole seconds, or the clock if they only round it", () => {
    const twenty = "2026-01-05T04:20:00Z";
    expect(timesOf({ TIME: 0.3333 }, twenty)).toEqual(["CHARGING 04:00:00-04:20:00 1200 s 0 kWh"]);
    expect(timesOf({ PARKING_TIME: 0.3334 }, twenty)).toEqual([
      "PARKING 04:00:00-04:20:00 1200 s 0 kWh",
    ]);
    expect(timesOf({ PARKING_TIME: 0.1667 })).toEqual(["PARKING 04:50:00-05:00:00 600 s 0 kWh"]);
    expect(timesOf({ TIME: 0.00125 })).toEqual(["CHARGING 04:00:00-05:00:00 5 s 0 kWh"]);
    // A charge cut between two seconds: its hours are its clock, to the millisecond.
    expect(timesOf({ TIME: 0.2143 }, "2026-01-05T04:12:51.429Z")).toEqual([
      "CHARGING 04:00:00-04:12:51 771.429 s 0 kWh",
    ]);
  });

  test("three decimals are the clock if they only round it, also where they are longer", () => {
    const ten = "2026-01-05T04:10:00Z";
    expect(timesOf({ TIME: 0.167 }, ten)).toEqual(["CHARGING 04:00:00-04:10:00 600 s 0 kWh"]);
    expect(timesOf({ TIME: 0.083, PARKING_TIME: 0.084 }, ten)).toEqual([
      "CHARGING 04:00:00-04:04:58 298 s 0 kWh",
      "PARKING 04:04:58-04:10:00 302 s 0 kWh",
    ]);
    // 0.1672 has four decimals: it is 602 s, which ten minutes do not have.
    expect(() => timesOf({ TIME: 0.1672 }, ten)).toThrow("lasts 600 s but names 601.92 s");
  });

  test.each<[string, OcpiChargingPeriod[]]>([
    ["lasts 7200 s but names 9000 s", [at(START, { TIME: 2.5 })]],
    ["lasts 7200 s but names 7202.016 s", [at(START, { TIME: 1, PARKING_TIME: 1.00056 })]],
    ["two charging periods start at 2026-01-05T04:00:00Z", [at(START, {}), at(START, { TIME: 1 })]],
    ["a reservation has no energy", [at(START, { RESERVATION_TIME: 2, ENERGY: 3 })]],
    ["negative PARKING_TIME", [at(START, { PARKING_TIME: -0.5 })]],
    ["negative energy, and energy fed back is not priced", [at(START, { ENERGY: -0.5 })]],
  ])("refused: %s", (sentence, periods) => {
    expect(() => fromOcpiPeriods(periods, START, END)).toThrow(sentence);
  });

  test("a second longer than the clock is rounding, and the clock counts", () => {
    expect(timesOf({ TIME: 1.0002 })).toEqual(["CHARGING 04:00:00-05:00:00 3600 s 0 kWh"]);
  });
});

const part = (type: PriceComponent["type"], price: number, step_size = 1) => ({
  type,
  price,
  step_size,
});
const tariff = (...price_components: PriceComponent[]): Tariff => ({
  country_code: "IN",
  party_id: "TST",
  id: "T",
  currency: "INR",
  elements: [{ price_components }],
  last_updated: "2026-01-01T00:00:00Z",
});
const priced = (of: Tariff, periods: OcpiChargingPeriod[], end = END) =>
  priceSession({
    tariff: of,
    timeZone: "Asia/Kolkata",
    start: START,
    end,
    periods: read(periods, START, end),
  });
const HOUR_END = "2026-01-05T05:00:00Z";

describe("[E-4] the cost of reported periods", () => {
  test("a quarter of an hour parked at 12 an hour costs 3, not 12", () => {
    const periods = [at(START, { PARKING_TIME: 0.25, ENERGY: 5 })];
    expect(priced(tariff(part("PARKING_TIME", 12)), periods, HOUR_END).exclVat).toBe("3");
    expect(priced(tariff(part("TIME", 12)), periods, HOUR_END)).toMatchObject({
      exclVat: "9",
      chargingSeconds: 2700,
      parkingSeconds: 900,
    });
  });

  test("hours in four decimals add no billing step", () => {
    const of = (type: "TIME" | "PARKING_TIME") => tariff(part(type, 60, 300));
    const split = [at(START, { TIME: 0.3333, PARKING_TIME: 0.6667, ENERGY: 1 })];
    expect(priced(of("TIME"), split, HOUR_END).exclVat).toBe("20");
    expect(priced(of("PARKING_TIME"), split, HOUR_END).exclVat).toBe("40");
    expect(
      priced(of("PARKING_TIME"), [at(START, { PARKING_TIME: 0.0834 })], HOUR_END).exclVat,
    ).toBe("5");
  });

  test("0.1 and 0.2 kWh are 0.3 kWh: no Wh is added", () => {
    const period = {
      start_date_time: START,
      dimensions: [0.1, 0.2].map((volume) => ({ type: "ENERGY", volume })),
    };
    expect(priced(tariff(part("ENERGY", 10, 100)), [period]).exclVat).toBe("3");
  });

  test("a price that changes within a period that was not split takes its share of hours and energy", () => {
    const windowed: Tariff = {
      ...tariff(),
      elements: [
        // 09:30 to 10:00 in India is the first half.
        {
          price_components: [part("TIME", 10), part("ENERGY", 1)],
          restrictions: { end_time: "10:00" },
        },
        { price_components: [part("TIME", 20), part("ENERGY", 3)] },
      ],
    };
    // Half an hour of charging: a quarter at 10 and a quarter at 20; 2 kWh at 1 and 2 at 3.
    expect(priced(windowed, [at(START, { TIME: 0.5, ENERGY: 4 })], HOUR_END).exclVat).toBe("15.5");
  });

  test("a period without tariff_id is free where others name one, and priced where none does", () => {
    const energy = tariff(part("ENERGY", 10), part("FLAT", 50));
    const periods = (first?: string, second?: string) => [
      { ...at(START, { ENERGY: 1, TIME: 1 }), tariff_id: first },
      { ...at(HOUR_END, { ENERGY: 2, TIME: 1 }), tariff_id: second },
    ];
    expect(priced(energy, periods()).exclVat).toBe("80");
    expect(priced(energy, periods("T", "T")).exclVat).toBe("80");
    expect(priced(energy, periods(undefined, "T"))).toMatchObject({
      exclVat: "70",
      energyKwh: "3",
    });
    // The tariff agreed at the start holds, whatever else a period names.
    expect(priced(energy, periods("T", "OTHER")).exclVat).toBe("80");
  });

  test("a reservation is rounded apart from charging and parking", () => {
    const reserved: Tariff = {
      ...tariff(),
      elements: [
        { price_components: [part("TIME", 60, 600)], restrictions: { reservation: "RESERVATION" } },
        { price_components: [part("TIME", 60, 900)] },
      ],
    };
    // 13 min reserved are 20, 20 min of charging are 30.
    const periods = [at(START, { RESERVATION_TIME: 0.2167, TIME: 0.3333, ENERGY: 1 })];
    expect(priced(reserved, periods, "2026-01-05T04:33:00Z").exclVat).toBe("50");
  });
});

describe("[E-4] notes say where volume and clock differ", () => {
  test("and what was used instead", () => {
    expect(periodNotes([at(START, { PARKING_TIME: 0.25, ENERGY: 5 })], START, HOUR_END)).toEqual([
      "The period of 2026-01-05T04:00:00Z lasts 60 min by the clock and names PARKING_TIME 0.25 h: " +
        "priced as reserved 0 min, charging 45 min, parking 15 min",
    ]);
  });

  test("and that a period is free", () => {
    const periods = [{ ...at(START, { TIME: 1 }), tariff_id: "T" }, at(HOUR_END, { TIME: 1 })];
    expect(periodNotes(periods, START, END)).toEqual([
      "The period of 2026-01-05T05:00:00Z names no tariff although others do: it costs nothing",
    ]);
  });

  test("but not for the rounding of three or four decimals, or a period without hours", () => {
    const periods = [at(START, { TIME: 0.3333 }), at("2026-01-05T04:20:00Z", { ENERGY: 5 })];
    expect(periodNotes(periods, START, HOUR_END)).toEqual([]);
    const ten = [at(START, { TIME: 0.167 })];
    expect(periodNotes(ten, START, "2026-01-05T04:10:00Z")).toEqual([]);
  });
});
