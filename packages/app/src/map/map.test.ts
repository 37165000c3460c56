import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { bundledStyle } from "./bundled-style.ts";
import { askedBox, radiusKm } from "./camera.ts";
import { toSvg } from "./drawing.ts";
import { clusterKey, clusterSteps, drawKey, pinKey } from "./image-keys.ts";
import { drawPin, type PinLook } from "./pin-drawing.ts";

const look: PinLook = {
  state: "available",
  power: "fast",
  free: 3,
  total: 5,
  favourite: false,
  selected: false,
};
const look$ = fc.record({
  state: fc.constantFrom("available", "busy", "fault", "unknown", "restricted", "closed"),
  power: fc.constantFrom("slow", "fast", "ultra", null),
  free: fc.nat(99),
  total: fc.nat(99),
  favourite: fc.boolean(),
  selected: fc.boolean(),
}) as fc.Arbitrary<PinLook>;
const grey = () => "#808080";

describe("image keys", () => {
  test("say all there is to draw: key and look lead to the same drawing", () => {
    fc.assert(
      fc.property(look$, (any) => {
        expect(drawKey(pinKey(any), grey)).toEqual(drawPin(any, grey));
      }),
    );
  });

  test("differ when the looks differ", () => {
    expect(pinKey(look)).not.toBe(pinKey({ ...look, favourite: true }));
    expect(pinKey(look)).not.toBe(pinKey({ ...look, selected: true }));
  });

  test("a cluster with one free station never looks like one with none", () => {
    expect(clusterKey(5000, 1)).not.toBe(clusterKey(5000, 0));
    expect(clusterKey(12, 12)).toBe(`cluster|12|${clusterSteps}`);
  });

  test("others' images are left alone", () => {
    expect(drawKey("marker-15", grey)).toBeNull();
    expect(drawKey("pin|free", grey)).toBeNull();
  });
});

describe("pins", () => {
  test("wide stones for long counts, tip in place", () => {
    expect(drawPin(look).box).toEqual([-3, -4, 54, 62]);
    expect(drawPin({ ...look, free: 12, total: 16 }).box[2]).toBeGreaterThan(54);
    // Only counts make it wide.
    expect(drawPin({ ...look, state: "fault", free: 12, total: 16 }).box[2]).toBe(54);
  });

  test("a bolt for each power, and none where it is not known", () => {
    const shapes = (power: PinLook["power"]) => drawPin({ ...look, power }).shapes.length;
    const none = shapes(null);
    expect([shapes("slow"), shapes("fast"), shapes("ultra")]).toEqual([
      none + 1,
      none + 2,
      none + 3,
    ]);
  });

  test("in the page colours stay tokens, so a theme change needs no redraw", () => {
    expect(toSvg(drawPin(look))).toContain("var(--vm-available)");
    expect(toSvg(drawPin(look))).toContain('aria-hidden="true"');
  });
});

describe("the box asked for", () => {
  const box = fc.record({
    lon: fc.double({ min: -170, max: 170, noNaN: true }),
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    size: fc.double({ min: 0.002, max: 8, noNaN: true }),
  });

  test("always holds what is seen", () => {
    fc.assert(
      fc.property(box, ({ lon, lat, size }) => {
        const seen = { west: lon, south: lat, east: lon + size, north: lat + size };
        const asked = askedBox(seen);
        expect(asked.west).toBeLessThanOrEqual(seen.west);
        expect(asked.south).toBeLessThanOrEqual(seen.south);
        expect(asked.east).toBeGreaterThanOrEqual(Math.min(180, seen.east));
        expect(asked.north).toBeGreaterThanOrEqual(Math.min(85, seen.north));
      }),
    );
  });

  test("stays the same for a small pan", () => {
    const seen = { west: 73.81, south: 18.51, east: 73.87, north: 18.55 };
    const panned = { west: 73.811, south: 18.511, east: 73.871, north: 18.551 };
    expect(askedBox(panned)).toEqual(askedBox(seen));
  });

  test("about 2.2 km to the edge of a box of 0.04° height", () => {
    expect(radiusKm({ west: 73.84, south: 18.51, east: 73.85, north: 18.55 })).toBeCloseTo(2.2, 1);
  });
});

describe("the bundled style", () => {
  const style = bundledStyle((token) => `colour-of-${token}`);

  test("draws its text from the page's own fonts and asks nobody for anything", () => {
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toContain("http");
  });

  test("speaks in the theme's colours and names its source", () => {
    expect(style.layers[0]).toMatchObject({ paint: { "background-color": "colour-of-map-land" } });
    expect(style.sources["demo"]).toMatchObject({ attribution: "Demo map (fictional streets)" });
  });

  test("draws no border", () => {
    expect(style.layers.filter(({ id }) => /border|boundar|admin/.test(id))).toEqual([]);
  });
});
