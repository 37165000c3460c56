import fc from "fast-check";
import { expect, test } from "vitest";
import { askedBox, cameraOn, radiusKm } from "./camera.ts";

const size = { width: 390, height: 420 };
/** Where a place is drawn, px from the middle. */
function drawn(place: { lat: number; lon: number }, camera: ReturnType<typeof cameraOn>) {
  const scale = 512 * 2 ** camera.zoom;
  const y = (lat: number) =>
    -Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
  return {
    x: ((place.lon - camera.lon) / 360) * scale,
    y: (y(place.lat) - y(camera.lat)) * scale,
  };
}

test("[R-1] the map opens so that every place is in sight, and no nearer than asked", () => {
  const places = fc.array(
    fc.record({
      lat: fc.double({ min: 8, max: 37, noNaN: true }),
      lon: fc.double({ min: 68, max: 97, noNaN: true }),
    }),
    { minLength: 1, maxLength: 9 },
  );
  fc.assert(
    fc.property(places, (all) => {
      const camera = cameraOn(all, size, 14);
      expect(camera.zoom).toBeLessThanOrEqual(14);
      for (const place of all) {
        const { x, y } = drawn(place, camera);
        expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2 - 87);
        expect(Math.abs(y)).toBeLessThanOrEqual((size.height - 95) / 2);
      }
    }),
  );
});

test("[R-1] one place is shown in the middle, as near as asked, and two so that the farther side fits", () => {
  const pune = { lat: 18.53, lon: 73.83 };
  const one = cameraOn([pune], size, 14);
  expect(one.zoom).toBe(14);
  expect([one.lat, one.lon]).toEqual([expect.closeTo(18.53, 9), expect.closeTo(73.83, 9)]);

  // 390 px less 176 are 214 px for one degree; the world is 512 px wide at zoom 0.
  const wide = cameraOn([pune, { ...pune, lon: 74.83 }], size, 14);
  expect(wide.zoom).toBeCloseTo(Math.log2((214 / 512) * 360), 9);
  expect(wide.lon).toBeCloseTo(74.33, 9);

  const high = cameraOn([pune, { ...pune, lat: 19.53 }], size, 14);
  const [top, bottom] = [{ lat: 19.53, lon: 73.83 }, pune].map((place) => drawn(place, high).y);
  expect(bottom! - top!).toBeCloseTo(420 - 64 - 32, 6);
  expect(top! + bottom!).toBeCloseTo(0, 6);
});

test("[R-1] a map smaller than its edges still has 64 px of room", () => {
  const far = [
    { lat: 18.53, lon: 73 },
    { lat: 18.53, lon: 74 },
  ];
  const zoom = (width: number) => cameraOn(far, { width, height: 420 }, 14).zoom;
  expect(zoom(0)).toBeCloseTo(Math.log2((64 / 512) * 360), 9);
  expect(zoom(240)).toBe(zoom(0));
  expect(zoom(241)).toBeGreaterThan(zoom(0));
});

test("[R-1] the box to ask for is what is seen and half as much around it, on a grid", () => {
  expect(askedBox({ west: 73, south: 18, east: 75, north: 19 })).toEqual({
    west: 72,
    south: 17.5,
    east: 76,
    north: 19.5,
  });
  // The steps are 1 and 0.5 degrees: what lies between two is in the next.
  expect(askedBox({ west: 73.4, south: 18.2, east: 75.2, north: 19.1 })).toEqual({
    west: 72,
    south: 17.5,
    east: 76,
    north: 19.5,
  });
  expect(askedBox({ west: -180, south: -85, east: 180, north: 85 })).toEqual({
    west: -180,
    south: -85,
    east: 180,
    north: 85,
  });
});

test("[L-1] the radius of a box is half its longer side, which a degree of longitude shortens northwards", () => {
  const box = { west: 70, south: -1, east: 72, north: 1 };
  expect(radiusKm(box)).toBeCloseTo(111.3, 6);
  expect(radiusKm({ ...box, east: 74 })).toBeCloseTo(222.6, 6);
  expect(radiusKm({ west: 70, south: 59.9, east: 72, north: 60.1 })).toBeCloseTo(55.65, 6);
});
