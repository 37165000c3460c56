import { distanceKm, EARTH_KM } from "@voltmarg/rules";
import { expect, test } from "vitest";
import { chordOf, decimetresOf, kmOf, kmOfChord, onSphere } from "./great-circle.ts";
import { slotColumns } from "./slots.ts";

test.each([
  [0, 0, [1, 0, 0]],
  [0, 90, [0, 1, 0]],
  [0, -90, [0, -1, 0]],
  [0, 180, [-1, 0, 0]],
  [90, 45, [0, 0, 1]],
  [-90, 45, [0, 0, -1]],
  [30, 60, [Math.sqrt(3) / 4, 0.75, 0.5]],
])("%d° north, %d° east is a point of the sphere", (latitude, longitude, [x, y, z]) => {
  const point = onSphere(latitude, longitude);
  expect(point.x).toBeCloseTo(x!, 14);
  expect(point.y).toBeCloseTo(y!, 14);
  expect(point.z).toBeCloseTo(z!, 14);
});

test("nothing is farther away than the other side of the Earth", () => {
  const half = EARTH_KM * Math.PI;
  expect(chordOf(0)).toBe(0);
  expect(chordOf(half / 2)).toBeCloseTo(Math.SQRT2, 14);
  expect(chordOf(half - 1)).toBeCloseTo(2, 6);
  expect(chordOf(half)).toBe(Infinity);
  expect(chordOf(half + 1)).toBe(Infinity);
});

test.each([0, 0.001, 1, 50, 500, 509, 510, 511, 2_000, 10_000, 20_000])(
  "%d km as a chord are as many km again",
  (km) => {
    expect(Math.abs(kmOfChord(chordOf(km)) - km)).toBeLessThan(1e-9);
  },
);

test("distances are compared by whole decimetres", () => {
  const decimetres = (km: number) => decimetresOf(chordOf(km));
  expect([0, 0.000049, 0.000051, 0.000149, 0.000151, 1].map(decimetres)).toEqual([
    0, 0, 1, 1, 2, 10_000,
  ]);
});

test("each location has its own distance, in the order asked for", () => {
  const places = [
    { latitude: 18.52, longitude: 73.85 },
    { latitude: 19.07, longitude: 72.87 },
    { latitude: -33.9, longitude: 151.2 },
  ];
  const slots = slotColumns(3);
  places.forEach(({ latitude, longitude }, slot) => {
    const { x, y, z } = onSphere(latitude, longitude);
    slots.points.set([x, y, z], 3 * slot);
  });
  const from = { latitude: 12.97, longitude: 77.59 };
  const asked = [2, 0, 1];
  const km = kmOf(slots, asked, from);
  expect(km).toHaveLength(3);
  asked.forEach((slot, at) => expect(km[at]).toBeCloseTo(distanceKm(from, places[slot]!), 6));
  expect(kmOf(slots, [0], places[0]!)[0]).toBe(0);
  expect(kmOf(slots, [], from)).toHaveLength(0);
});
