import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, exact, fraction, type Exact } from "./exact.ts";
import { priceSession, type ChargingPeriodInput, type PricedSession } from "./price-session.ts";
import type { PriceComponent, Tariff, TariffElement, TariffRestrictions } from "./tariff.ts";

const ZONE = "Asia/Kolkata";

function tariff(elements: TariffElement[], rest: Partial<Tariff> = {}): Tariff {
  return {
    country_code: "IN",
    party_id: "ABC",
    id: "T",
    currency: "INR",
    last_updated: "2026-01-01T00:00:00Z",
    elements,
    ...rest,
  };
}

function element(
  component: Partial<PriceComponent>,
  restrictions?: TariffRestrictions,
): TariffElement {
  return {
    price_components: [{ type: "ENERGY", price: 0, step_size: 1, ...component }],
    restrictions: restrictions ?? null,
  };
}

function charge(
  start: string,
  minutes: number,
  kwh: number | string,
  rest: Partial<ChargingPeriodInput> = {},
): ChargingPeriodInput {
  return {
    start,
    end: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
    kwh,
    kind: "CHARGING",
    ...rest,
  };
}

function price(of: Tariff, periods: ChargingPeriodInput[], timeZone = ZONE): PricedSession {
  return priceSession({
    tariff: of,
    timeZone,
    start: periods[0]!.start,
    end: periods.at(-1)!.end,
    periods,
  });
}

describe("[E-4] restrictions", () => {
  test("an energy threshold is crossed inside a period, at its exact instant", () => {
    // 7 kWh in 30 min: 3 kWh are reached after 90/7 min, which are 772 begun seconds. Time costs 60/h before.
    const t = tariff([
      element({ type: "TIME", price: 60, step_size: 1 }, { max_kwh: 3 }),
      element({ type: "ENERGY", price: 10 }, { max_kwh: 3 }),
      element({ type: "ENERGY", price: 20 }, { min_kwh: 3 }),
    ]);
    const priced = price(t, [charge("2026-01-05T04:00:00Z", 30, 7)]);
    expect(compare(priced.exact.excl, { n: (30n + 80n) * 3600n + 60n * 772n, d: 3600n })).toBe(0);
    expect(priced.lines.map(({ dimension, quantity }) => [dimension, quantity])).toEqual([
      ["ENERGY", "3"],
      ["ENERGY", "4"],
      ["TIME", "0.214444444444"],
    ]);
  });

  test("a window past midnight holds on both sides of it", () => {
    const t = tariff([
      element({ price: 5 }, { start_time: "22:00", end_time: "06:00" }),
      element({ price: 10 }),
    ]);
    // 21:00 to 07:00 in India, 10 kWh evenly: 8 kWh at night.
    const priced = price(t, [charge("2026-01-05T15:30:00Z", 600, 10)]);
    expect(priced.exclVat).toBe("60");
    expect(priced.lines.map(({ reason }) => reason)).toEqual([
      "element 2: Mon 2026-01-05 21:00–22:00",
      "element 1 (22:00–06:00): Mon 2026-01-05 22:00–Tue 2026-01-06 06:00",
      "element 2: Tue 2026-01-06 06:00–07:00",
    ]);
    expect(priced.lines.map(({ from, until }) => [from, until])).toEqual([
      ["2026-01-05T15:30:00.000Z", "2026-01-05T16:30:00.000Z"],
      ["2026-01-05T16:30:00.000Z", "2026-01-06T00:30:00.000Z"],
      ["2026-01-06T00:30:00.000Z", "2026-01-06T01:30:00.000Z"],
    ]);
  });

  test("only an end, only a start, and 00:00 as the end of the day", () => {
    const t = tariff([
      element({ price: 1 }, { end_time: "06:00" }),
      element({ price: 2 }, { start_time: "18:00" }),
      element({ price: 3 }, { start_time: "12:00", end_time: "00:00" }),
      element({ price: 4 }),
    ]);
    const priced = price(t, [charge("2026-01-04T18:30:00Z", 1440, 24)]);
    // 6 h at 1, 6 h at 4, 6 h at 3, 6 h at 2.
    expect(priced.exclVat).toBe("60");
  });

  test("a window that ends when it starts is empty; from 00:00 to 00:00 is the whole day", () => {
    const t = (time: string) =>
      tariff([element({ price: 9 }, { start_time: time, end_time: time }), element({ price: 1 })]);
    const day = [charge("2026-01-04T18:30:00Z", 1440, 24)];
    expect(price(t("10:00"), day).exclVat).toBe("24");
    expect(price(t("00:00"), day).exclVat).toBe("216");
  });

  test("days of the week and dates change at local midnight", () => {
    const t = tariff([
      element({ price: 1 }, { day_of_week: ["SUNDAY"] }),
      element({ price: 2 }, { start_date: "2026-01-05", end_date: "2026-01-06" }),
      element({ price: 3 }),
    ]);
    // Sunday 4 Jan 23:00 to Tuesday 6 Jan 01:00 in India.
    const priced = price(t, [charge("2026-01-04T17:30:00Z", 26 * 60, 26)]);
    expect(priced.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
      ["1", "1"],
      ["24", "2"],
      ["1", "3"],
    ]);
  });

  test("the hour that repeats is billed twice, the hour that is skipped not at all", () => {
    const t = tariff([
      element({ type: "TIME", price: 1, step_size: 1 }, { start_time: "02:00", end_time: "03:00" }),
    ]);
    expect(price(t, [charge("2026-10-24T22:00:00Z", 360, 1)], "Europe/Amsterdam").exclVat).toBe(
      "2",
    );
    expect(price(t, [charge("2026-03-28T23:00:00Z", 360, 1)], "Europe/Amsterdam").exclVat).toBe(
      "0",
    );
  });

  test("duration counts from the start of the charge, not of a reservation", () => {
    const t = tariff([
      element({ price: 1 }, { max_duration: 1800 }),
      element({ price: 3 }, { min_duration: 1800 }),
    ]);
    const reservation: ChargingPeriodInput = {
      ...charge("2026-01-05T04:00:00Z", 60, 0),
      kind: "RESERVATION",
    };
    const priced = price(t, [reservation, charge("2026-01-05T05:00:00Z", 60, 10)]);
    expect(priced.exclVat).toBe("20");
  });

  test("power: a minimum is inclusive, a maximum is not; missing power is the average", () => {
    const t = tariff([
      element({ price: 1 }, { max_power: 7.4 }),
      element({ price: 2 }, { min_power: 7.4, max_power: 50 }),
      element({ price: 3 }),
    ]);
    const at = (rest: Partial<ChargingPeriodInput>, kwh = 1) =>
      price(t, [charge("2026-01-05T04:00:00Z", 30, kwh, rest)]).exclVat;
    expect(at({ power_kw: 7.3 })).toBe("1");
    expect(at({ power_kw: 7.4 })).toBe("2");
    expect(at({ power_kw: 50 })).toBe("3");
    expect(at({}, 3.7)).toBe("7.4");
  });

  test("a restriction on an unmeasured current does not match", () => {
    const t = tariff([element({ price: 1 }, { max_current: 32 }), element({ price: 2 })]);
    expect(price(t, [charge("2026-01-05T04:00:00Z", 30, 1)]).exclVat).toBe("2");
    expect(price(t, [charge("2026-01-05T04:00:00Z", 30, 1, { current_a: 31.9 })]).exclVat).toBe(
      "1",
    );
  });

  test("dimensions come from different elements; a dimension no element has costs nothing", () => {
    const t = tariff([
      element(
        { type: "PARKING_TIME", price: 60, step_size: 60 },
        { start_time: "09:00", end_time: "18:00" },
      ),
      element({ type: "ENERGY", price: 10 }),
    ]);
    const parked: ChargingPeriodInput = {
      ...charge("2026-01-05T12:00:00Z", 60, 0),
      kind: "PARKING",
    };
    const priced = price(t, [charge("2026-01-05T11:00:00Z", 60, 2), parked]);
    // Parking from 17:30 to 18:30: only the first half hour costs.
    expect(priced.exclVat).toBe("50");
    expect([priced.chargingSeconds, priced.parkingSeconds, priced.energyKwh]).toEqual([
      3600,
      3600,
      "2",
    ]);
  });

  test("a start fee is billed once, when it first applies", () => {
    const t = tariff([
      element({ type: "FLAT", price: 25, vat: 18 }, { start_time: "18:00", end_time: "22:00" }),
      element({ type: "ENERGY", price: 10 }),
    ]);
    const evening = price(t, [charge("2026-01-05T11:00:00Z", 240, 1)]);
    expect(evening.inclVat).toBe("39.5");
    expect(evening.lines[0]).toMatchObject({
      from: "2026-01-05T12:30:00.000Z",
      until: "2026-01-05T12:30:00.000Z",
      restrictions: { start_time: "18:00", end_time: "22:00" },
      rounding: null,
      reason: "element 1 (18:00–22:00): once, Mon 2026-01-05 18:00",
    });
    expect(price(t, [charge("2026-01-05T04:00:00Z", 240, 1)]).inclVat).toBe("10");
  });
});

describe("[E-4] step_size, VAT and limits", () => {
  test("parking between two stretches of charging: the step of the last one counts", () => {
    const t = tariff([
      element({ type: "TIME", price: 6, step_size: 600 }),
      element({ type: "PARKING_TIME", price: 12, step_size: 600 }),
    ]);
    const parked: ChargingPeriodInput = {
      ...charge("2026-01-05T04:07:00Z", 3, 0),
      kind: "PARKING",
    };
    const priced = price(t, [
      charge("2026-01-05T04:00:00Z", 7, 1),
      parked,
      charge("2026-01-05T04:10:00Z", 7, 1),
    ]);
    // 14 min of charging become 20, 3 min of parking stay 3.
    expect(priced.lines.map(({ dimension, exclVat }) => [dimension, exclVat])).toEqual([
      ["TIME", "0.7"],
      ["PARKING_TIME", "0.6"],
      ["TIME", "1.3"],
    ]);
  });

  test("a line shows what rounding added", () => {
    const priced = price(tariff([element({ price: 10, step_size: 500 })]), [
      charge("2026-01-05T04:00:00Z", 30, "1.2"),
    ]);
    expect(priced.lines[0]).toMatchObject({
      quantity: "1.5",
      restrictions: null,
      rounding: { added: "300", step: "500", unit: "Wh" },
      reason: "element 1: Mon 2026-01-05 09:30–10:00, rounded up by 300 Wh to steps of 500 Wh",
    });
  });

  test("a line shows the seconds that rounding added, however finely energy is counted", () => {
    const steps = element({ type: "TIME", price: 60, step_size: 300 });
    for (const kwh of ["1", "1.2345678"]) {
      const priced = price(tariff([steps]), [charge("2026-01-05T04:00:00Z", 31, kwh)]);
      expect(priced.lines[0]!.rounding).toEqual({ added: "240", step: "300", unit: "s" });
    }
  });

  test("[B-3] net and total are rounded once each, GST is their difference", () => {
    const t = tariff([
      element({ price: 18.5, vat: 18 }),
      element({ type: "FLAT", price: 10, vat: null }),
    ]);
    const priced = price(t, [charge("2026-01-05T04:00:00Z", 30, "7.003")]);
    // 129.5555 + 10 net; 152.87549 + 10 total
    expect([priced.exclVat, priced.inclVat]).toEqual(["139.5555", "162.87549"]);
    expect([priced.exclMinor, priced.inclMinor, priced.gstMinor]).toEqual([13956n, 16288n, 2332n]);
  });

  test("minimum and maximum apply separately without and with VAT", () => {
    const limits = (rest: Partial<Tariff>, kwh: number) => {
      const priced = price(tariff([element({ price: 10, vat: 18 })], rest), [
        charge("2026-01-05T04:00:00Z", 30, kwh),
      ]);
      return [priced.exclVat, priced.inclVat];
    };
    expect(limits({ min_price: { excl_vat: 50, incl_vat: 59 } }, 1)).toEqual(["50", "59"]);
    expect(limits({ max_price: { excl_vat: 100, incl_vat: 150 } }, 11)).toEqual(["100", "129.8"]);
    expect(limits({ max_price: { excl_vat: 200, incl_vat: 120 } }, 11)).toEqual(["110", "120"]);
    expect(limits({ min_price: { excl_vat: 50, incl_vat: null } }, 1)).toEqual(["50", "59"]);
    expect(limits({ min_price: { excl_vat: 50 } }, 0)).toEqual(["50", "50"]);
  });

  test("the change by a limit is separate from the lines, and adds up with them", () => {
    const adjusted = (rest: Partial<Tariff>, kwh: number) =>
      price(tariff([element({ price: 10, vat: 18 })], rest), [
        charge("2026-01-05T04:00:00Z", 30, kwh),
      ]).adjustment;
    expect(adjusted({}, 1)).toBeNull();
    expect(adjusted({ min_price: { excl_vat: 10, incl_vat: 11.8 } }, 1)).toBeNull();
    expect(adjusted({ min_price: { excl_vat: 50, incl_vat: 59 } }, 1)).toEqual({
      kind: "MIN_PRICE",
      exclVat: "40",
      inclVat: "47.2",
    });
    // Only the total moves.
    expect(adjusted({ max_price: { excl_vat: 200, incl_vat: 120 } }, 11)).toEqual({
      kind: "MAX_PRICE",
      exclVat: "0",
      inclVat: "-9.8",
    });
    // The net goes down and the total up: the net names it.
    expect(
      adjusted(
        { max_price: { excl_vat: 100, incl_vat: 500 }, min_price: { excl_vat: 0, incl_vat: 130 } },
        11,
      ),
    ).toEqual({ kind: "MAX_PRICE", exclVat: "-10", inclVat: "0.2" });
  });

  test("a session that has only begun owes its start fee", () => {
    const t = tariff([element({ type: "FLAT", price: 25 })]);
    const at = "2026-01-05T04:00:00Z";
    expect(
      priceSession({ tariff: t, timeZone: ZONE, start: at, end: at, periods: [] }).exclVat,
    ).toBe("25");
  });
});

describe("an error for invalid input names the reason", () => {
  const t = tariff([element({ price: 10 })]);
  const p = charge("2026-01-05T04:00:00Z", 30, 1);
  const whole = { tariff: t, timeZone: ZONE, start: p.start, end: p.end };

  test.each([
    ["before it starts", { ...whole, end: "2026-01-05T03:00:00Z", periods: [] }],
    ["400 days", { ...whole, end: "2028-01-05T03:00:00Z", periods: [] }],
    ["out of order", { ...whole, periods: [p, p] }],
    ["ends after the session", { ...whole, end: "2026-01-05T04:10:00Z", periods: [p] }],
    [
      "a period ends before it starts",
      { ...whole, periods: [{ ...p, end: "2026-01-05T03:59:00Z" }] },
    ],
    ["negative energy", { ...whole, periods: [{ ...p, kwh: -1 }] }],
    ["not a decimal", { ...whole, periods: [{ ...p, kwh: "1,5" }] }],
    ["reservation has no energy", { ...whole, periods: [{ ...p, kind: "RESERVATION" as const }] }],
    ["unknown time zone", { ...whole, timeZone: "Mars/Base", periods: [p] }],
    [
      "not valid at",
      { ...whole, tariff: { ...t, end_date_time: "2026-01-05T04:00:00Z" }, periods: [p] },
    ],
    [
      "not valid at",
      { ...whole, tariff: { ...t, start_date_time: "2026-01-05T04:00:01Z" }, periods: [p] },
    ],
    [
      "unknown price component",
      { ...whole, tariff: tariff([element({ type: "WATER" as "FLAT" })]), periods: [p] },
    ],
    [
      "unknown day",
      {
        ...whole,
        tariff: tariff([element({}, { day_of_week: ["FUNDAY" as "MONDAY"] })]),
        periods: [p],
      },
    ],
  ])("%s", (message, input) => {
    expect(() => priceSession(input)).toThrow(message);
  });
});

// --- properties -------------------------------------------------------------------------------

const clockText = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`);
const days = fc.subarray(["MONDAY", "TUESDAY", "WEDNESDAY", "SATURDAY", "SUNDAY"] as const, {
  minLength: 1,
});
/** Exactly what the periods below have: 1, 2 and 4 Wh a second. */
const aPower = fc.constantFrom(3.6, 7.2, 14.4);
const restrictions: fc.Arbitrary<TariffRestrictions> = fc
  .record(
    {
      start_time: clockText,
      end_time: clockText,
      day_of_week: days,
      start_date: fc.constantFrom("2026-10-24", "2026-10-25"),
      end_date: fc.constantFrom("2026-10-25", "2026-10-26"),
      min_kwh: fc.integer({ min: 0, max: 9 }).map((n) => n / 2),
      max_kwh: fc.integer({ min: 1, max: 9 }).map((n) => n / 2),
      min_duration: fc.integer({ min: 0, max: 20 }).map((n) => n * 300),
      max_duration: fc.integer({ min: 1, max: 20 }).map((n) => n * 300),
      min_power: fc.oneof(fc.integer({ min: 0, max: 40 }), aPower),
      max_power: fc.oneof(fc.integer({ min: 1, max: 40 }), aPower),
    },
    { requiredKeys: [] },
  )
  // A maximum below its minimum is refused.
  .filter((one) =>
    (["kwh", "duration", "power"] as const).every(
      (name) => (one[`max_${name}`] ?? 1e9) >= (one[`min_${name}`] ?? 0),
    ),
  );
const component = fc.record({
  type: fc.constantFrom("ENERGY" as const, "TIME" as const, "PARKING_TIME" as const),
  price: fc.integer({ min: 0, max: 3000 }).map((n) => n / 100),
  vat: fc.constantFrom(null, 5, 18),
  step_size: fc.constant(1),
});
const anyTariff = fc
  .array(
    fc.record({
      price_components: fc.array(component, { minLength: 1, maxLength: 3 }),
      restrictions: fc.option(restrictions),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((elements) => tariff(elements));

/** Periods of whole seconds with a whole number of Wh per second, as tuples. */
const anyPeriods = fc.array(
  fc.record({
    // Some end exactly where a restriction does.
    seconds: fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.constantFrom(75, 300, 900)),
    whPerSecond: fc.integer({ min: 0, max: 4 }),
    parking: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
const [earliest, latest] = [Date.UTC(2026, 9, 24, 20) / 1000, Date.UTC(2026, 9, 25, 4) / 1000];
const anyStart = fc
  .oneof(
    fc.integer({ min: earliest, max: latest }),
    fc.integer({ min: 0, max: 16 }).map((halfHour) => earliest + halfHour * 1800),
  )
  .map((s) => s * 1000);

type Shape = { seconds: number; whPerSecond: number; parking: boolean };

function build(shapes: Shape[], start: number): ChargingPeriodInput[] {
  let at = start;
  return shapes.map(({ seconds, whPerSecond, parking }) => {
    const from = at;
    at += seconds * 1000;
    return {
      start: new Date(from).toISOString(),
      end: new Date(at).toISOString(),
      kwh: parking ? 0 : (seconds * whPerSecond) / 1000,
      kind: parking ? ("PARKING" as const) : ("CHARGING" as const),
    };
  });
}

/** The standard's rules applied one second at a time: slow and independent of the engine. */
function pricePerSecond(of: Tariff, shapes: Shape[], start: number, timeZone: string): Exact {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  let at = start;
  let wh = 0;
  let microPaise = 0n;
  for (const { seconds, whPerSecond, parking } of shapes) {
    for (let s = 0; s < seconds; s++, at += 1000) {
      const part = Object.fromEntries(
        format.formatToParts(at).map(({ type, value }) => [type, value]),
      );
      const time = `${part["hour"]}:${part["minute"]}`;
      const date = `${part["year"]}-${part["month"]}-${part["day"]}`;
      const power = parking ? 0 : whPerSecond * 3.6;
      const elapsed = (at - start) / 1000;
      const holds = (r: TariffRestrictions): boolean => {
        const from = r.start_time ?? "00:00";
        const to = r.end_time == null || r.end_time === "00:00" ? "24:00" : r.end_time;
        const timed = from <= to ? time >= from && time < to : time >= from || time < to;
        return (
          timed &&
          (r.day_of_week == null ||
            r.day_of_week.some((day) => day === part["weekday"]!.toUpperCase())) &&
          date >= (r.start_date ?? "") &&
          date < (r.end_date ?? "9") &&
          wh >= (r.min_kwh ?? 0) * 1000 &&
          wh < (r.max_kwh ?? 1e9) * 1000 &&
          elapsed >= (r.min_duration ?? 0) &&
          elapsed < (r.max_duration ?? 1e9) &&
          power >= (r.min_power ?? 0) &&
          power < (r.max_power ?? 1e9)
        );
      };
      const active = of.elements.filter((e) => e.restrictions == null || holds(e.restrictions));
      const priceOf = (type: string) => {
        for (const e of active) {
          // Within one element the first component of a kind is the one that counts.
          const found = e.price_components.find((c) => c.type === type);
          if (found !== undefined) return BigInt(Math.round(found.price * 100));
        }
        return 0n;
      };
      // Paise × 3,600,000: Wh are thousandths of a kWh, seconds 3600ths of an hour.
      if (!parking) microPaise += priceOf("ENERGY") * BigInt(whPerSecond) * 3600n;
      microPaise += priceOf(parking ? "PARKING_TIME" : "TIME") * 1000n;
      wh += parking ? 0 : whPerSecond;
    }
  }
  return fraction(microPaise, 360_000_000n);
}

describe("[E-4] properties of the engine", () => {
  test("agrees with a second-by-second pricer", () => {
    // Energy thresholds are whole multiples of 500 Wh and may be crossed within a second: keep
    // the rates where every threshold falls on a whole second.
    const rates = anyPeriods.map((shapes) =>
      shapes.map((shape) => ({
        ...shape,
        whPerSecond: shape.whPerSecond === 3 ? 4 : shape.whPerSecond,
      })),
    );
    const aligned = rates.map((shapes) =>
      shapes.map((shape) => ({ ...shape, seconds: shape.seconds * 4 })),
    );
    fc.assert(
      fc.property(
        anyTariff,
        aligned,
        anyStart,
        fc.constantFrom("Asia/Kolkata", "Europe/Amsterdam"),
        (t, shapes, start, zone) => {
          const walked = pricePerSecond(t, shapes, start, zone);
          const priced = price(t, build(shapes, start), zone);
          expect(compare(priced.exact.excl, walked)).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("cutting a period in two changes nothing", () => {
    fc.assert(
      fc.property(
        anyTariff,
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 9 }),
        anyStart,
        (t, a, b, rate, start) => {
          const power_kw = 11;
          const part = (from: number, seconds: number): ChargingPeriodInput => ({
            start: new Date(start + from * 1000).toISOString(),
            end: new Date(start + (from + seconds) * 1000).toISOString(),
            kwh: (seconds * rate) / 1000,
            kind: "CHARGING",
            power_kw,
          });
          const whole = price(t, [part(0, a + b)]);
          const cut = price(t, [part(0, a), part(a, b)]);
          expect(compare(cut.exact.excl, whole.exact.excl)).toBe(0);
          expect(compare(cut.exact.incl, whole.exact.incl)).toBe(0);
        },
      ),
    );
  });

  test("more energy never costs less when later prices are not lower", () => {
    const prices = fc.tuple(
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 1, max: 20 }),
    );
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 40_000 }),
        ([p, extra, threshold], wh, more) => {
          const t = tariff([
            element({ price: p / 100, vat: 18 }, { max_kwh: threshold }),
            element({ price: (p + extra) / 100, vat: 18 }),
            element({ type: "FLAT", price: 10, vat: 18 }),
          ]);
          const at = (energy: number) =>
            price(t, [charge("2026-01-05T04:00:00Z", 60, energy / 1000)]).inclMinor;
          expect(at(wh + more)).toBeGreaterThanOrEqual(at(wh));
        },
      ),
    );
  });

  test("the lines add up to the total when nothing limits it", () => {
    fc.assert(
      fc.property(anyTariff, anyPeriods, anyStart, (t, shapes, start) => {
        const priced = price(t, build(shapes, start));
        const total = priced.lines.reduce((sum, line) => sum + Number(line.inclVat), 0);
        expect(total).toBeCloseTo(
          Number(exact(priced.inclVat).n) / Number(exact(priced.inclVat).d),
          6,
        );
        expect(priced.gstMinor).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});
