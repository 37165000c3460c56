import fc from "fast-check";
import { expect, test } from "vitest";
import { cellOf, cellsWithin, distanceKm } from "./geo.ts";

const bengaluru = { latitude: 12.9716, longitude: 77.5946 };
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
  expect(() => cellsWithin(0, 0, -1)).toThrow("not a distance");
});
