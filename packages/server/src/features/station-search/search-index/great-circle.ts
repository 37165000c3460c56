import { EARTH_KM, type Position } from "@voltmarg/rules";
import type { Slots } from "./slots.ts";

/** A point of the unit sphere: distances compare by the chord, without trigonometry. */
export type Point = { x: number; y: number; z: number };

const RADIANS = Math.PI / 180;

/** From degrees. */
export function onSphere(latitude: number, longitude: number): Point {
  const a = latitude * RADIANS;
  const b = longitude * RADIANS;
  return { x: Math.cos(a) * Math.cos(b), y: Math.cos(a) * Math.sin(b), z: Math.sin(a) };
}

/** The chord of so many km over the ground; as far as the other side and beyond: Infinity. */
export function chordOf(km: number): number {
  return km >= EARTH_KM * Math.PI ? Infinity : 2 * Math.sin(km / (2 * EARTH_KM));
}

/** The way over the ground along a chord; its arcsine as a series, good to a tenth of a millimetre up to 500 km. */
export function kmOfChord(chord: number): number {
  const half = chord / 2;
  if (half > 0.04) return 2 * EARTH_KM * Math.asin(half);
  const s = half * half;
  return 2 * EARTH_KM * half * (1 + s * (1 / 6 + s * (3 / 40 + s * (15 / 336))));
}

/** Whole decimetres: what stations are sorted by. */
export const decimetresOf = (chord: number): number => Math.round(kmOfChord(chord) * 10_000);

/** km from a position to each of these locations. */
export function kmOf({ points }: Slots, slots: ArrayLike<number>, from: Position): Float64Array {
  const c = onSphere(from.latitude, from.longitude);
  return Float64Array.from(slots, (slot) => {
    const dx = points[3 * slot]! - c.x;
    const dy = points[3 * slot + 1]! - c.y;
    const dz = points[3 * slot + 2]! - c.z;
    return kmOfChord(Math.sqrt(dx * dx + dy * dy + dz * dz));
  });
}
