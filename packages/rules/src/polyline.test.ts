import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceKm, EARTH_KM, type Position } from "./geo.ts";
import { decodePolyline, encodePolyline, legsOf, offLegs, thinLine } from "./polyline.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const RADIANS = Math.PI / 180;

/** The distance of a point from one leg, and the share of the leg, 0 to 1, before its nearest point. */
function offLeg(point: Position, a: Position, b: Position): { km: number; share: number } {
  const { km, alongKm } = offLegs([{ a, b, fromKm: 0, km: 1 }])(point);
  return { km, share: alongKm };
}

/** The same, calculated in the plain way. */
function offWay(point: Position, a: Position, b: Position): { km: number; share: number } {
  const scale = Math.cos(((a.latitude + b.latitude) / 2) * RADIANS);
  const east = (from: Position, to: Position) => {
    const degrees = to.longitude - from.longitude;
    return (degrees - 360 * Math.round(degrees / 360)) * scale;
  };
  const [x, y] = [east(a, b), b.latitude - a.latitude];
  const length = x * x + y * y;
  const along =
    length === 0 ? 0 : (east(a, point) * x + (point.latitude - a.latitude) * y) / length;
  const share = Math.min(1, Math.max(0, along));
  const [dx, dy] = [east(a, point) - share * x, point.latitude - a.latitude - share * y];
  return { km: Math.hypot(dx, dy) * RADIANS * EARTH_KM, share };
}

describe("an encoded polyline", () => {
  // The example of the source.
  const example = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
  const points = [at(38.5, -120.2), at(40.7, -120.95), at(43.252, -126.453)];

  test("is read to its fifth decimal", () => {
    expect(decodePolyline(example, 3)).toEqual(points);
    expect(decodePolyline("", 0)).toEqual([]);
    expect(decodePolyline("??", 1)).toEqual([at(0, 0)]);
    expect(decodePolyline("@A", 1)).toEqual([at(-0.00001, 0.00001)]);
    // 90 north, 180 east, and the same south and west.
    expect(decodePolyline("_cidP_gsia@", 1)).toEqual([at(90, 180)]);
    expect(decodePolyline("~bidP~fsia@", 1)).toEqual([at(-90, -180)]);
  });

  test("[T-6] with five or six decimals it reads as it was written", () => {
    expect(encodePolyline(points)).toBe(example);
    const place = fc.record({
      latitude: fc.integer({ min: -90e6, max: 90e6 }),
      longitude: fc.integer({ min: -180e6, max: 180e6 }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (micro) => {
        const six = micro.map((p) => at(p.latitude / 1e6, p.longitude / 1e6));
        expect(decodePolyline(encodePolyline(six, 6), 20, 6)).toEqual(six);
      }),
    );
  });

  test.each([
    ["more points than are taken", example, 2],
    ["one that breaks off within a number", example.slice(0, -1), 3],
    ["one that breaks off between two numbers", "_p~iF", 3],
    ["what is not its alphabet", "_p~iF ", 3],
    ["a letter beyond its alphabet", "\u00ff?", 3],
    ["a number that never ends", "~~~~~~~~?", 3],
    ["a place north of the pole", "acidP?", 3],
    ["a place beyond the date line", "?agsia@", 3],
  ])("is none with %s", (_what, text, most) => {
    expect(decodePolyline(text, most)).toBeNull();
  });
});

describe("the distance of a plug from the route", () => {
  const [west, east] = [at(12, 77), at(12, 77.4)];

  test.each([
    ["beside its middle", at(12.1, 77.2), 11.12, 0.5],
    ["beside its first quarter", at(11.9, 77.1), 11.12, 0.25],
    ["on it", at(12, 77.3), 0, 0.75],
    ["before it", at(12, 76.9), 10.88, 0],
    ["behind it", at(12, 77.5), 10.88, 1],
  ])("%s", (_where, point, km, share) => {
    const off = offLeg(point, west, east);
    expect(off.km).toBeCloseTo(km, 1);
    expect(off.share).toBeCloseTo(share, 6);
  });

  test("crosses the date line, and is a plain distance if the route is one point", () => {
    const over = offLeg(at(0.1, 180), at(0, 179.9), at(0, -179.9));
    expect(over.km).toBeCloseTo(11.12, 1);
    expect(over.share).toBeCloseTo(0.5, 6);
    const still = offLeg(at(12.1, 77), west, west);
    expect(still).toEqual({ km: expect.closeTo(11.12, 1) as number, share: 0 });
  });

  test("a plug beyond the ends of the route counts as well as one beside it", () => {
    const off = offLeg(at(12.3, 77.1), at(12, 77), at(12.4, 77));
    expect(off.km).toBeCloseTo(distanceKm(at(12.3, 77), at(12.3, 77.1)), 1);
    expect(off.share).toBeCloseTo(0.75, 6);
  });
});

describe("the legs of a route", () => {
  const way = [at(12, 77), at(12, 77.4), at(12.1, 77.4)];

  test("are no longer than the limit, adjoin each other and cover the whole route", () => {
    const legs = legsOf(way, 10);
    expect(legs).toHaveLength(7);
    const [first, second] = [distanceKm(way[0]!, way[1]!), distanceKm(way[1]!, way[2]!)];
    expect(legs.map(({ km }) => km)).toEqual([
      ...Array<number>(5).fill(expect.closeTo(first / 5, 9) as number),
      ...Array<number>(2).fill(expect.closeTo(second / 2, 9) as number),
    ]);
    legs.forEach(({ fromKm, a }, index) => {
      const before = legs.slice(0, index).reduce((sum, { km }) => sum + km, 0);
      expect(fromKm).toBeCloseTo(before, 9);
      const { latitude, longitude } = legs[index - 1]?.b ?? way[0]!;
      expect([a.latitude, a.longitude]).toEqual([latitude, longitude]);
    });
    expect(legs[1]!.a.longitude).toBeCloseTo(77.08, 9);
    expect(legs[5]!.b.latitude).toBeCloseTo(12.05, 9);
    expect(legs.at(-1)!.b.latitude).toBeCloseTo(12.1, 9);
  });

  test("are one for a short route or one without movement, and none for one point", () => {
    expect(legsOf(way, 1000)).toHaveLength(2);
    expect(legsOf([way[0]!, way[0]!], 10)).toEqual([{ a: way[0], b: way[0], fromKm: 0, km: 0 }]);
    expect(legsOf([way[0]!], 10)).toEqual([]);
  });

  test("take the short way over the date line", () => {
    const legs = legsOf([at(0, 179.5), at(0, -179.5)], 28);
    expect(legs.map(({ b }) => b.longitude)).toEqual(
      [179.75, 180, -179.75, -179.5].map(
        (degrees) => expect.closeTo(degrees === 180 ? legs[1]!.b.longitude : degrees, 6) as number,
      ),
    );
    expect(Math.abs(legs[1]!.b.longitude)).toBeCloseTo(180, 6);
  });
});

describe("a simplified line", () => {
  const step = fc.record({
    latitude: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    longitude: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  });
  const line = fc.array(step, { minLength: 1, maxLength: 60 }).map((steps) => {
    const points = [at(18, 74)];
    for (const { latitude, longitude } of steps) {
      const here = points.at(-1)!;
      points.push(at(here.latitude + latitude, here.longitude + longitude));
    }
    return points;
  });

  test("passes every omitted point within twice the given km", () => {
    fc.assert(
      fc.property(line, fc.constantFrom(0.1, 1, 5, 20), (points, km) => {
        const kept = thinLine(points, km);
        expect([kept[0], kept.at(-1)]).toEqual([0, points.length - 1]);
        for (let nth = 1; nth < kept.length; nth++) {
          const [a, b] = [points[kept[nth - 1]!]!, points[kept[nth]!]!];
          for (let out = kept[nth - 1]! + 1; out < kept[nth]!; out++)
            expect(offWay(points[out]!, a, b).km).toBeLessThan(2 * km);
        }
      }),
    );
  });

  test("keeps the ends of a straight road, and the points where it turns back", () => {
    const road = Array.from({ length: 1000 }, (_, nth) => at(18, 74 + nth / 1000));
    expect(thinLine(road, 0.01)).toEqual([0, 999]);
    const back = [...road, ...road.toReversed()];
    expect(thinLine(back, 0.01).length).toBe(3);
    expect(thinLine([at(1, 2)], 1)).toEqual([0]);
    expect(thinLine([at(1, 2), at(1, 2), at(1, 2)], 1)).toEqual([0, 2]);
  });

  test("continues over the date line", () => {
    expect(thinLine([at(0, 179.8), at(0, 179.9), at(0, -179.9), at(0, -179.8)], 0.1)).toEqual([
      0, 3,
    ]);
  });
});

test("many points compared with many legs give the same as each with each", () => {
  const legs = legsOf([at(12, 77), at(12.3, 77.4), at(12.1, 77.9)], 20);
  const off = offLegs(legs);
  const near = fc.record({
    latitude: fc.double({ min: 11, max: 13, noNaN: true }),
    longitude: fc.double({ min: 76, max: 79, noNaN: true }),
  });
  fc.assert(
    fc.property(near, (point) => {
      const each = legs.map(({ a, b, fromKm, km }) => {
        const one = offWay(point, a, b);
        return { km: one.km, alongKm: fromKm + one.share * km };
      });
      const best = Math.min(...each.map(({ km }) => km));
      const found = off(point);
      expect(found.km).toBeCloseTo(best, 9);
      expect(
        each.some(
          ({ km, alongKm }) => km < best + 1e-9 && Math.abs(alongKm - found.alongKm) < 1e-6,
        ),
      ).toBe(true);
    }),
  );
});

test.each([-179.8, 179.8, -179.99, 179.99])(
  "a route across the date line is as near to a point at %d° as each of its legs",
  (longitude) => {
    const legs = legsOf([at(0, 179.5), at(0.1, -179.9), at(0, -179.5)], 20);
    const point = at(0.2, longitude);
    const best = Math.min(...legs.map(({ a, b }) => offWay(point, a, b).km));
    expect(best).toBeLessThan(30);
    expect(offLegs(legs)(point).km).toBeCloseTo(best, 6);
  },
);
