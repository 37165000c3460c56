import { distanceKm, EARTH_KM, type Position } from "./geo.ts";

/**
 * Reads Google's encoded polyline, of five decimals or of Valhalla's six. null: it is incomplete, leaves the Earth or has
 * more than `most` points.
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm
 */
export function decodePolyline(text: string, most: number, decimals: 5 | 6 = 5): Position[] | null {
  const scale = 10 ** decimals;
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
    const point = { latitude: latitude / scale, longitude: longitude / scale };
    if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) return null;
    points.push(point);
  }
  return points;
}

/** Writes the same. */
export function encodePolyline(points: readonly Position[], decimals: 5 | 6 = 5): string {
  const scale = 10 ** decimals;
  let text = "";
  const write = (value: number) => {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 32; rest = Math.floor(rest / 32))
      text += String.fromCharCode((rest % 32) + 32 + 63);
    text += String.fromCharCode(rest + 63);
  };
  let [north, east] = [0, 0];
  for (const { latitude, longitude } of points) {
    const [nextNorth, nextEast] = [Math.round(latitude * scale), Math.round(longitude * scale)];
    write(nextNorth - north);
    write(nextEast - east);
    [north, east] = [nextNorth, nextEast];
  }
  return text;
}

const RADIANS = Math.PI / 180;

/** A point between two, by its share of the segment. */
function between(a: Position, b: Position, share: number): Position {
  const degrees = b.longitude - a.longitude;
  const short = degrees - 360 * Math.round(degrees / 360);
  const longitude = a.longitude + short * share;
  return {
    latitude: a.latitude + (b.latitude - a.latitude) * share,
    longitude: longitude - 360 * Math.round(longitude / 360),
  };
}

/** A straight leg of a route: the km from the start at which it begins, and the km of the route it represents. */
export type Leg = { a: Position; b: Position; fromKm: number; km: number };

/**
 * Legs of at most `mostKm`, with the km from the start at which each begins. `alongKm`: the same for each point, if
 * the route between them is longer than a straight line.
 */
export function legsOf(
  points: readonly Position[],
  mostKm: number,
  alongKm: readonly number[] = kmAlong(points),
): Leg[] {
  const legs: Leg[] = [];
  for (let at = 1; at < points.length; at++) {
    const [a, b] = [points[at - 1]!, points[at]!];
    const pieces = Math.max(1, Math.ceil(distanceKm(a, b) / mostKm));
    const km = (alongKm[at]! - alongKm[at - 1]!) / pieces;
    for (let piece = 0; piece < pieces; piece++) {
      const start = between(a, b, piece / pieces);
      const end = between(a, b, (piece + 1) / pieces);
      legs.push({ a: start, b: end, fromKm: alongKm[at - 1]! + piece * km, km });
    }
  }
  return legs;
}

/** Km from the first point to each, along the line. */
export function kmAlong(points: readonly Position[]): number[] {
  let km = 0;
  return points.map((point, at) => (km += at === 0 ? 0 : distanceKm(points[at - 1]!, point)));
}

/**
 * A subset of a line's points, found in one pass: the line through them is nowhere further than `2 * km` from the
 * omitted points. From a point on, others are omitted as long as one straight segment passes all of them within `km`
 * (the sleeve algorithm of Zhao and Saalfeld) and the line does not turn back.
 */
export function thinLine(points: readonly Position[], km: number): number[] {
  const kept = [0];
  let anchor = points[0]!;
  let scale = 0;
  let axis: number | null = null;
  let [low, high, furthest] = [0, 0, 0];
  const begin = (at: number) => {
    anchor = points[at]!;
    scale = Math.cos(anchor.latitude * RADIANS);
    axis = null;
    furthest = 0;
  };
  const fits = (point: Position): boolean => {
    const degrees = point.longitude - anchor.longitude;
    const x = (degrees - 360 * Math.round(degrees / 360)) * scale;
    const y = point.latitude - anchor.latitude;
    const far = Math.hypot(x, y) * RADIANS * EARTH_KM;
    if (far < furthest - km) return false;
    if (far <= km) return true;
    const angle = Math.atan2(y, x);
    const half = Math.asin(km / far);
    furthest = Math.max(furthest, far);
    if (axis === null) {
      axis = angle;
      [low, high] = [-half, half];
      return true;
    }
    const turn = angle - axis;
    const off = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    if (off < low || off > high) return false;
    low = Math.max(low, off - half);
    high = Math.min(high, off + half);
    return true;
  };
  begin(0);
  for (let at = 1; at < points.length; at++) {
    if (fits(points[at]!)) continue;
    kept.push(at - 1);
    begin(at - 1);
    fits(points[at]!);
  }
  if (points.length > 1) kept.push(points.length - 1);
  return kept;
}

/**
 * The distance of a point from the nearest leg, and along the route to the nearest point on it. Uses a local plane for
 * each leg, accurate to 0.1 % for legs up to 50 km.
 */
export function offLegs(legs: readonly Leg[]): (at: Position) => { km: number; alongKm: number } {
  const ways = legs.map(({ a, b, fromKm, km }) => {
    const scale = Math.cos(((a.latitude + b.latitude) / 2) * RADIANS);
    const degrees = b.longitude - a.longitude;
    const x = (degrees - 360 * Math.round(degrees / 360)) * scale;
    const y = b.latitude - a.latitude;
    const length = x * x + y * y;
    return [a.latitude, a.longitude, scale, x, y, length === 0 ? 0 : 1 / length, fromKm, km];
  });
  const table = Float64Array.from(ways.flat());
  return ({ latitude, longitude }) => {
    let [least, along] = [Infinity, 0];
    for (let at = 0; at < table.length; at += 8) {
      let degrees = longitude - table[at + 1]!;
      if (degrees > 180) degrees -= 360;
      else if (degrees < -180) degrees += 360;
      const east = degrees * table[at + 2]!;
      const north = latitude - table[at]!;
      const [x, y] = [table[at + 3]!, table[at + 4]!];
      const share = Math.min(1, Math.max(0, (east * x + north * y) * table[at + 5]!));
      const [dx, dy] = [east - share * x, north - share * y];
      const square = dx * dx + dy * dy;
      if (square >= least) continue;
      least = square;
      along = table[at + 6]! + share * table[at + 7]!;
    }
    return { km: Math.sqrt(least) * RADIANS * EARTH_KM, alongKm: along };
  };
}
