import type { Point } from "./graph.ts";

const SCALE = 1e6;

/** Valhalla's encoded shape: Google's polyline with six decimals. */
export function encode(points: readonly Point[]): string {
  let text = "";
  let [lat, lon] = [0, 0];
  for (const point of points) {
    const [nextLat, nextLon] = [Math.round(point.lat * SCALE), Math.round(point.lon * SCALE)];
    text += number(nextLat - lat) + number(nextLon - lon);
    [lat, lon] = [nextLat, nextLon];
  }
  return text;
}

function number(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= 32; rest >>>= 5) text += String.fromCharCode((rest & 31) + 32 + 63);
  return text + String.fromCharCode(rest + 63);
}

/** null: it is incomplete. */
export function decode(text: string): Point[] | null {
  const points: Point[] = [];
  let at = 0;
  const read = (): number | null => {
    let [value, shift] = [0, 0];
    while (at < text.length) {
      const chunk = text.charCodeAt(at++) - 63;
      value |= (chunk & 31) << shift;
      shift += 5;
      if (chunk < 32) return value & 1 ? ~(value >> 1) : value >> 1;
    }
    return null;
  };
  let [lat, lon] = [0, 0];
  while (at < text.length) {
    const [north, east] = [read(), read()];
    if (north === null || east === null) return null;
    lat += north;
    lon += east;
    points.push({ lat: lat / SCALE, lon: lon / SCALE });
  }
  return points;
}
