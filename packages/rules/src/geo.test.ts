import fc from "fast-check";
import { expect, test } from "vitest";
import { cellIn, cellOf, distanceKm, gridOf, rangesIn, rangesWithin } from "./geo.ts";

const bengaluru = { latitude: 12.9716, longitude: 77.5946 };
const cellsWithin = (latitude: number, longitude: number, km: number) =>
  rangesWithin(gridOf(0.05), latitude, longitude, km).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
const mysuru = { latitude: 12.2958, longitude: 76.6394 };

test("[L-1] distances are great circles in km", () => {
  expect(distanceKm(bengaluru, mysuru)).toBeCloseTo(128.2, 0);
  expect(distanceKm(bengaluru, bengaluru)).toBe(0);
  expect(distanceKm({ latitude: 0, longitude: 180 }, { latitude: 0, longitude: -180 })).toBeCloseTo(
    0,
    6,
  );
});

test("cells are numbered row by row", () => {
  expect(cellOf(-90, -180)).toBe(0);
  expect(cellOf(-90, -179.94)).toBe(1);
  expect(cellOf(-89.94, -180)).toBe(7200);
  expect(cellOf(90, 180)).toBe(3599 * 7200);
});

test("[L-1] every point within the distance lies in one of the cells", () => {
  const position = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const offset = fc.double({ min: -0.5, max: 0.5, noNaN: true });
  fc.assert(
    fc.property(position, offset, offset, (centre, north, east) => {
      const latitude = Math.max(-90, Math.min(90, centre.latitude + north));
      const longitude = ((centre.longitude + east + 540) % 360) - 180;
      const km = distanceKm(centre, { latitude, longitude });
      expect(cellsWithin(centre.latitude, centre.longitude, km + 0.001)).toContain(
        cellOf(latitude, longitude),
      );
    }),
  );
});

test("ten kilometres in India are some thirty cells", () => {
  const cells = cellsWithin(bengaluru.latitude, bengaluru.longitude, 10);
  expect(new Set(cells).size).toBe(cells.length);
  expect(cells.length).toBeLessThanOrEqual(36);
});

test("positions off the Earth are refused", () => {
  expect(() => cellOf(91, 0)).toThrow("not a position");
  expect(() => cellOf(0, Number.NaN)).toThrow("not a position");
  expect(() => cellsWithin(91, 0, 1)).toThrow("not a position");
  expect(() => cellsWithin(0, 0, -1)).toThrow("not a distance");
});

// Twelve rows of twenty-four columns: small enough to look at.
const wide = gridOf(15);
const cell = (row: number, column: number) => row * 24 + column;
const span = (row: number, from: number, to: number) => ({
  first: cell(row, from),
  last: cell(row, to),
});

test("a box is the cells it touches, row by row, cut at the date line", () => {
  const box = (west: number, south: number, east: number, north: number) =>
    rangesIn(wide, { west, south, east, north });
  expect(box(1, 1, 2, 2)).toEqual([span(6, 12, 12)]);
  expect(box(-15, -15, 14.9, 14.9)).toEqual([span(5, 11, 12), span(6, 11, 12)]);
  expect(box(0, 0, 15, 15)).toEqual([span(6, 12, 13), span(7, 12, 13)]);
  expect(box(170, 1, -170, 2)).toEqual([span(6, 23, 23), span(6, 0, 0)]);
  expect(box(150, 1, -140, 2)).toEqual([span(6, 22, 23), span(6, 0, 2)]);
  expect(box(-180, 1, 179.9, 2)).toEqual([span(6, 0, 23)]);
  expect(box(-180, 1, 180, 2)).toEqual([span(6, 0, 23)]);
  expect(box(1, 80, 2, 99)).toEqual([span(11, 12, 12)]);
  expect(box(1, -99, 2, -80)).toEqual([span(0, 12, 12)]);
  expect(box(1, 2, 1, 2)).toEqual([span(6, 12, 12)]);
  expect(box(1, 2, 2, 1)).toEqual([]);
});

test("a circle is the cells it reaches, all of a row that holds a pole", () => {
  expect(rangesWithin(wide, 7, 7, 0)).toEqual([span(6, 12, 12)]);
  expect(rangesWithin(wide, 7, 7, 100)).toEqual([span(6, 12, 12)]);
  expect(rangesWithin(wide, 7, 1, 200)).toEqual([span(6, 11, 12)]);
  expect(rangesWithin(wide, 1, 7, 200)).toEqual([span(5, 12, 12), span(6, 12, 12)]);
  expect(rangesWithin(wide, 7, 179, 200)).toEqual([span(6, 23, 23), span(6, 0, 0)]);
  expect(rangesWithin(wide, 88, 7, 300)).toEqual([span(11, 0, 23)]);
  expect(rangesWithin(wide, -88, 7, 300)).toEqual([span(0, 0, 23)]);
  const everywhere = rangesWithin(wide, 0, 7, 20_016);
  expect(everywhere.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBe(12 * 24);
});

test.each([0, 12.97, -33.3, 61.2, 84.1])(
  "no cell of a circle at %d° is there for nothing",
  (latitude) => {
    const fine = gridOf(0.5);
    const centre = { latitude, longitude: 77.59 };
    /** km from the centre to the nearest point of a cell's sides. */
    const away = (number: number) => {
      const [row, column] = [Math.floor(number / fine.columns), number % fine.columns];
      const sides = [column, column + 1].flatMap((at) =>
        Array.from({ length: 21 }, (_, step) => ({
          latitude: row * 0.5 - 90 + step / 40,
          longitude: at * 0.5 - 180,
        })),
      );
      return Math.min(...sides.map((point) => distanceKm(centre, point)));
    };
    for (const km of [40, 200, 700]) {
      const ranges = rangesWithin(fine, latitude, centre.longitude, km);
      const own = cellIn(fine, latitude, centre.longitude) % fine.columns;
      const outermost = ranges
        .flatMap(({ first, last }) => [first, last])
        .filter((number) => number % fine.columns !== own);
      expect(outermost.filter((number) => away(number) > km + 0.1)).toEqual([]);
    }
  },
);
