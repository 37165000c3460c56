import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHARGE_EFFICIENCY, chargingMinutes, powerAt } from "./charging-curve.ts";
import { seenCurve, type SeenSession } from "./seen-curve.ts";

const BATTERY = 45;

/** A session of periods of two minutes, by what the vehicle takes at each state of charge. */
function session(
  takes: (percent: number) => number,
  { from = 5, to = 96, plugKw = 120 } = {},
): SeenSession {
  const samples = [];
  for (let percent = from; percent < to;) {
    const kw = Math.min(plugKw, takes(percent));
    percent = Math.min(100, percent + ((kw * 2) / 60 / BATTERY) * CHARGE_EFFICIENCY * 100);
    samples.push({ percent: Math.round(percent), kw, minutes: 2 });
  }
  return { plugKw, samples };
}
const three = (one: SeenSession) => [one, one, one];
const curveOf = (sessions: readonly SeenSession[], statedKw: number | null = null) =>
  seenCurve({ sessions, batteryKwh: BATTERY, statedKw });

/** Holds 40 kW until 80 %, where the generic curve has fallen to half of it. */
const late = (percent: number) => (percent < 80 ? 40 : percent < 90 ? 20 : 8);

describe("[T-13] a charging curve from a driver's own sessions", () => {
  test("is what the vehicle took at each tenth of its battery", () => {
    const curve = curveOf(three(session(late)))!;
    expect(curve.map(({ kw }) => kw)).toEqual([40, 40, 40, 40, 40, 40, 40, 40, 20, 8]);
    expect(curve.map(({ percent }) => percent)).toEqual([5, 15, 25, 35, 45, 55, 65, 75, 85, 95]);
  });

  test("needs three sessions, and the stated power where only the end of a battery was seen", () => {
    const end = session(late, { from: 62 });
    expect(curveOf([session(late), session(late)])).toBeNull();
    expect(curveOf(three(end))).toBeNull();
    expect(curveOf(three(end), 42)![0]!.kw).toBeGreaterThan(39);
    expect(curveOf(three(session(late, { from: 20, to: 35 })))).toBeNull();
    expect(curveOf([])).toBeNull();
  });

  test("follows the generic curve at the height of what is known, where too little is", () => {
    const curve = curveOf(three(session(() => 40, { from: 9, to: 51 })))!;
    expect(powerAt(curve, 25)).toBe(40);
    expect(powerAt(curve, 85)).toBeCloseTo(40 * 0.375, 1);
  });

  test("is learned from periods of up to a tenth of the battery", () => {
    const periodsOf = (percents: number) => {
      const minutes = (((percents / 100) * BATTERY) / CHARGE_EFFICIENCY / 40) * 60;
      const samples = Array.from({ length: Math.floor(95 / percents) }, (_, nth) => ({
        percent: 5 + (nth + 1) * percents,
        kw: 40,
        minutes,
      }));
      return three({ plugKw: 120, samples });
    };
    expect(
      curveOf(periodsOf(9.9))!
        .slice(0, 9)
        .every(({ kw }) => kw === 40),
    ).toBe(true);
    expect(curveOf(periodsOf(10.1))).toBeNull();
  });

  test("leaves out what the plug limited, and what was seen below it", () => {
    const weak = session(late, { plugKw: 30 });
    // Up to 80 % only the plug is seen; beyond, the vehicle.
    expect(curveOf([...three(weak), ...three(session(late, { from: 20 }))])![5]!.kw).toBe(40);
    expect(curveOf(three(weak), 40)).toBeNull();
    // A plug shared with others gave 15; at a plug of 30 the vehicle took 30, and perhaps takes more.
    const early = (percent: number) => (percent < 70 ? 40 : percent < 80 ? 26 : late(percent));
    const shared = session((percent) => Math.min(15, early(percent)));
    const both = [...three(session(early, { plugKw: 30 })), ...three(shared)];
    expect(curveOf(both, 40)![2]!.kw).toBe(40);
    expect(curveOf(both, 25)![2]!.kw).toBe(27.5);
  });

  test("has power, however little is stated", () => {
    expect(curveOf(three(session(late)), 0.01)!.every(({ kw }) => kw > 0)).toBe(true);
  });

  test("is never above what is stated by more than a tenth, and does not rise after 60 %", () => {
    expect(Math.max(...curveOf(three(session(late)), 30)!.map(({ kw }) => kw))).toBe(33);
    const rising = session((percent) => (percent < 70 ? 20 : 40));
    expect(curveOf(three(rising))![8]!.kw).toBe(20);
  });
});

describe("[T-13] figures that cannot be true do not bend it", () => {
  const honest = three(session(late));
  const bent = (change: (percent: number, nth: number) => object): SeenSession => ({
    plugKw: 120,
    samples: honest[0]!.samples.map((sample, nth) =>
      Object.assign({}, sample, change(sample.percent!, nth)),
    ),
  });
  test.each([
    [
      "leaps forth",
      bent((percent, nth) => ({ percent: nth > 5 ? Math.min(100, percent + 30) : percent })),
    ],
    ["leaps and comes back", bent((percent, nth) => ({ percent: nth === 5 ? 90 : percent }))],
    ["falls", bent((percent) => ({ percent: 100 - percent }))],
    ["is always 0 %", bent(() => ({ percent: 0 }))],
    ["is always 100 %", bent(() => ({ percent: 100 }))],
    ["is above 100 %", bent((_, nth) => (nth === 3 ? { percent: 140 } : {}))],
    ["is no number", bent((_, nth) => (nth === 3 ? { percent: NaN } : {}))],
    ["takes 1,000 kW", bent((_, nth) => (nth === 3 ? { kw: 1_000 } : {}))],
    ["gives back", bent((_, nth) => (nth === 3 ? { kw: -5 } : {}))],
    ["takes NaN", bent((_, nth) => (nth === 3 ? { kw: NaN } : {}))],
    ["lasts NaN", bent((_, nth) => (nth === 3 ? { minutes: NaN } : {}))],
    ["has no plug", { ...honest[0]!, plugKw: NaN }],
    ["is another vehicle's", bent((_, nth) => ({ percent: Math.min(100, 5 + nth * 8) }))],
    ["knows no charge", bent(() => ({ percent: null }))],
  ])("%s", (_, wrong) => {
    expect(curveOf([...three(wrong), ...honest])).toEqual(curveOf(honest));
    expect(curveOf([honest[0]!, ...three(wrong)])).toBeNull();
  });

  test("whatever operators tell, a curve has power, keeps to what is stated and falls from 60 % on", () => {
    const any = fc.oneof(fc.double(), fc.double({ min: 0, max: 100 }));
    const noise = fc.record({
      plugKw: any,
      samples: fc.array(fc.record({ percent: fc.option(any), kw: any, minutes: any })),
    });
    const real = fc
      .record({
        before: fc.double({ min: 0.1, max: 130, noNaN: true }),
        after: fc.double({ min: 0.1, max: 130, noNaN: true }),
        from: fc.integer({ min: 0, max: 80 }),
        plugKw: fc.integer({ min: 15, max: 120 }),
      })
      .map(({ before, after, ...where }) =>
        session((percent) => (percent < 70 ? before : after), where),
      );
    let curves = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(real, real, noise), { minLength: 3, maxLength: 9 }),
        fc.option(fc.double({ min: 0.01, max: 200, noNaN: true })),
        (sessions, statedKw) => {
          const curve = curveOf(sessions, statedKw);
          if (!curve) return;
          curves += 1;
          for (const { kw } of curve) {
            expect(kw).toBeGreaterThan(0);
            expect(kw).toBeLessThanOrEqual(statedKw === null ? 120 * 1.05 : statedKw * 1.1 + 0.1);
          }
          for (let nth = 6; nth < curve.length; nth += 1)
            expect(curve[nth]!.kw).toBeLessThanOrEqual(curve[nth - 1]!.kw);
          expect(chargingMinutes(curve, BATTERY, 60)(4, 44)).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
    expect(curves).toBeGreaterThan(20);
  });
});
