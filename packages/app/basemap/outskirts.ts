// Around the centre: main roads along the edges of Voronoi cells, and in each cell a grid of
// streets turned its own way, thinner the further out.
import { Delaunay } from "d3-delaunay";
import { HEIGHT, type Road, WIDTH } from "./city.ts";
import { closedSpline, distance, insidePolygon, type Line, type Point } from "./geometry.ts";
import { seededRandom } from "./random.ts";

export type Outskirts = { roads: Road[]; streets: Line[]; greens: Line[]; lakes: Line[] };

const withinCentre = (x: number, y: number, margin: number) =>
  x > -margin && y > -margin && x < WIDTH + margin && y < HEIGHT + margin;

/** `reach`: how far the fabric goes from the middle, in drawing units; `hollow`: the centre is drawn elsewhere. */
export function buildOutskirts(
  seed: number,
  { reach, spacing, hollow }: { reach: number; spacing: number; hollow: boolean },
): Outskirts {
  const inCentre = (x: number, y: number, margin: number) => hollow && withinCentre(x, y, margin);
  const random = seededRandom(seed);
  const cx = WIDTH / 2;
  const cy = HEIGHT / 2;
  const sites: Point[] = [];
  for (let tries = 0; tries < 20_000; tries++) {
    const site: Point = [cx + (random() * 2 - 1) * reach, cy + (random() * 2 - 1) * reach];
    const far = distance(site, [cx, cy]) / reach;
    if (sites.every((other) => distance(other, site) > spacing * (0.7 + far))) sites.push(site);
  }
  const voronoi = Delaunay.from(sites.map(([x, y]) => [x, y])).voronoi([
    cx - reach,
    cy - reach,
    cx + reach,
    cy + reach,
  ]);

  const roads: Road[] = [];
  const seen = new Set<string>();
  const streets: Line[] = [];
  const greens: Line[] = [];
  const lakes: Line[] = [];
  for (let i = 0; i < sites.length; i++) {
    const cell = voronoi.cellPolygon(i) as Line | null;
    if (!cell) continue;
    for (let k = 1; k < cell.length; k++) {
      const a = cell[k - 1]!;
      const b = cell[k]!;
      const key = [a, b]
        .map((p) => `${Math.round(p[0])},${Math.round(p[1])}`)
        .sort()
        .join(" ");
      if (seen.has(key) || onRim(a, b, cx, cy, reach)) continue;
      seen.add(key);
      const kind = random() < 0.45 ? "primary" : "secondary";
      const line = crooked(a, b, random).filter(([x, y]) => !inCentre(x, y, 10));
      if (line.length > 1) roads.push({ kind, name: "", line });
    }
    const site = sites[i]!;
    const far = distance(site, [cx, cy]) / reach;
    const use = random();
    if (!inCentre(site[0], site[1], spacing) && use < 0.16) {
      const patch = blob(site, spacing * (0.25 + 0.25 * random()), random);
      (use < 0.05 ? lakes : greens).push(patch);
    } else if (far < 0.95) {
      streets.push(
        ...cellStreets(cell, {
          site,
          gap: (hollow ? 36 : 50) + far * 60,
          random,
          free: (x, y) => !inCentre(x, y, 20),
        }),
      );
    }
  }
  return { roads, streets, greens, lakes };
}

function onRim(a: Point, b: Point, cx: number, cy: number, reach: number): boolean {
  const rim = ([x, y]: Point) => Math.max(Math.abs(x - cx), Math.abs(y - cy)) > reach - 1;
  return rim(a) || rim(b);
}

/** A road is never straight: midpoints pushed aside, twice. */
function crooked(a: Point, b: Point, random: () => number): Line {
  let line: Line = [a, b];
  for (let pass = 0; pass < 3; pass++) {
    const next: Point[] = [line[0]!];
    for (let i = 1; i < line.length; i++) {
      const p = line[i - 1]!;
      const q = line[i]!;
      const push = (random() - 0.5) * 0.16;
      next.push(
        [(p[0] + q[0]) / 2 + (q[1] - p[1]) * push, (p[1] + q[1]) / 2 - (q[0] - p[0]) * push],
        q,
      );
    }
    line = next;
  }
  return line;
}

function blob([x, y]: Point, radius: number, random: () => number): Line {
  const n = 9;
  const squeeze = 0.6 + 0.4 * random();
  const corners = Array.from({ length: n }, (_, i): Point => {
    const angle = (i / n) * 2 * Math.PI;
    const r = radius * (0.75 + 0.5 * random());
    return [x + r * Math.cos(angle), y + r * squeeze * Math.sin(angle)];
  });
  return closedSpline(corners, 4);
}

/** Two sets of parallel streets, clipped to the cell, with gaps like those in real towns. */
function cellStreets(
  cell: Line,
  {
    site,
    gap,
    random,
    free,
  }: { site: Point; gap: number; random: () => number; free: (x: number, y: number) => boolean },
): Line[] {
  const streets: Line[] = [];
  const angle = random() * Math.PI;
  const size = Math.max(...cell.map((p) => distance(p, site)));
  for (const family of [0, 1]) {
    const heading = angle + (family * Math.PI) / 2;
    const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
    const step = family ? gap * 1.6 : gap;
    for (let offset = -size; offset < size; offset += step * (0.8 + 0.4 * random())) {
      let run: Point[] = [];
      const end = () => {
        if (run.length > 2) streets.push([run[0]!, run.at(-1)!]);
        run = [];
      };
      for (let s = -size; s < size; s += gap / 2) {
        const x = site[0] + dx * s - dy * offset;
        const y = site[1] + dy * s + dx * offset;
        if (insidePolygon(x, y, cell) && free(x, y)) run.push([x, y]);
        else end();
        if (random() < 0.03) end();
      }
      end();
    }
  }
  return streets;
}
