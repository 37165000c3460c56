import { distanceKm, EARTH_KM, type Position } from "./geo.ts";

/**
 * Reads Google's encoded polyline, precision 5. null: it breaks off, leaves the Earth or has more than `most` points.
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function decodePolyline(text: string, most: number): Position[] | null {
  const points: Position[] = [];
  let at = 0;
  const read = (): number | null => {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 5) {
      const chunk = text.charCodeAt(at++) - 63;
      if (!(chunk >= 0 && chunk < 64)) return null;
      value += (chunk & 31) * 2 ** shift;
      if (chunk < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }
    return null;
  };
  let latitude = 0;
  let longitude = 0;
  while (at < text.length) {
    const north = read();
    const east = north === null ? null : read();
    if (north === null || east === null || points.length >= most) return null;
    latitude += north;
    longitude += east;
    const point = { latitude: latitude / 1e5, longitude: longitude / 1e5 };
    if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) return null;
    points.push(point);
  }
  return points;
}

const RADIANS = Math.PI / 180;

/**
 * How far a point is off the way from `a` to `b`, and how much of the way, 0 to 1, lies before its nearest point. The
 * way is taken as straight on a plane around it, good to 0.1 % for ways up to 50 km.
 */
export function offWay(point: Position, a: Position, b: Position): { km: number; share: number } {
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

/** A point between two, by share of the way. */
function between(a: Position, b: Position, share: number): Position {
  const degrees = b.longitude - a.longitude;
  const short = degrees - 360 * Math.round(degrees / 360);
  const longitude = a.longitude + short * share;
  return {
    latitude: a.latitude + (b.latitude - a.latitude) * share,
    longitude: longitude - 360 * Math.round(longitude / 360),
  };
}

/** Legs of at most `mostKm`, with the km from the start at which each begins. */
export function legsOf(
  points: readonly Position[],
  mostKm: number,
): { a: Position; b: Position; fromKm: number; km: number }[] {
  const legs: { a: Position; b: Position; fromKm: number; km: number }[] = [];
  let fromKm = 0;
  for (let at = 1; at < points.length; at++) {
    const [a, b] = [points[at - 1]!, points[at]!];
    const whole = distanceKm(a, b);
    const pieces = Math.max(1, Math.ceil(whole / mostKm));
    for (let piece = 0; piece < pieces; piece++) {
      const start = between(a, b, piece / pieces);
      const end = between(a, b, (piece + 1) / pieces);
      legs.push({ a: start, b: end, fromKm, km: whole / pieces });
      fromKm += whole / pieces;
    }
  }
  return legs;
}
