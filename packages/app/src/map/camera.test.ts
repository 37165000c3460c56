import fc from "fast-check";
import { expect, test } from "vitest";
import { cameraOn } from "./camera.ts";

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
