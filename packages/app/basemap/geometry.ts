export type Point = readonly [x: number, y: number];
export type Line = Point[];

function catmullRom(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const axis = (d: 0 | 1) =>
    0.5 *
    (2 * p1[d] +
      (p2[d] - p0[d]) * t +
      (2 * p0[d] - 5 * p1[d] + 4 * p2[d] - p3[d]) * t * t +
      (3 * p1[d] - p0[d] - 3 * p2[d] + p3[d]) * t * t * t);
  return [axis(0), axis(1)];
}

/** A smooth curve through the points, `steps` per span. */
export function spline(points: Line, steps: number): Line {
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const p1 = points[i]!;
    const p2 = points[i + 1]!;
    for (let k = 0; k < steps; k++)
      out.push(catmullRom(points[i - 1] ?? p1, p1, p2, points[i + 2] ?? p2, k / steps));
  }
  out.push(points.at(-1)!);
  return out;
}

export function closedSpline(points: Line, steps: number): Line {
  const n = points.length;
  const at = (i: number) => points[(i + n) % n]!;
  const out: Point[] = [];
  for (let i = 0; i < n; i++)
    for (let k = 0; k < steps; k++)
      out.push(catmullRom(at(i - 1), at(i), at(i + 1), at(i + 2), k / steps));
  return out;
}

export function insidePolygon(x: number, y: number, polygon: Line): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

export const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Points along a line, `gap` apart, with the heading there. */
export function* along(line: Line, gap: number): Generator<[x: number, y: number, angle: number]> {
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    const length = distance(a, b);
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    for (let s = 0; s < length; s += gap)
      yield [a[0] + ((b[0] - a[0]) * s) / length, a[1] + ((b[1] - a[1]) * s) / length, angle];
  }
}

/** Points with a value, found by distance. */
export class PointGrid {
  private readonly size: number;
  private readonly cells = new Map<number, [number, number, number][]>();

  constructor(size: number) {
    this.size = size;
  }

  private key(cx: number, cy: number): number {
    return cx * 10007 + cy;
  }

  add(x: number, y: number, value: number): void {
    const key = this.key(Math.floor(x / this.size), Math.floor(y / this.size));
    const cell = this.cells.get(key);
    if (cell) cell.push([x, y, value]);
    else this.cells.set(key, [[x, y, value]]);
  }

  /** `[value, distance]` of every point nearer than `radius`. */
  near(x: number, y: number, radius: number): [value: number, distance: number][] {
    const found: [number, number][] = [];
    const s = this.size;
    for (let i = Math.floor((x - radius) / s); i <= Math.floor((x + radius) / s); i++)
      for (let j = Math.floor((y - radius) / s); j <= Math.floor((y + radius) / s); j++)
        for (const [px, py, value] of this.cells.get(this.key(i, j)) ?? []) {
          const d = Math.hypot(px - x, py - y);
          if (d < radius) found.push([value, d]);
        }
    return found;
  }
}
