// The centre: main roads drawn by hand, streets that follow the direction of the main roads,
// so that they meet them at right angles, and blocks of houses between the streets.
import {
  along,
  closedSpline,
  insidePolygon,
  type Line,
  type Point,
  PointGrid,
  spline,
} from "./geometry.ts";
import { seededRandom } from "./random.ts";
import * as skeleton from "./skeleton.ts";

export const WIDTH = 2000;
export const HEIGHT = 1600;

export type RoadClass = keyof typeof skeleton.roads;
export type Road = { kind: RoadClass; name: string; line: Line };
type Green = { name: string; hill: boolean; outline: Line };
export type City = {
  roads: Road[];
  river: Line;
  tributary: Line;
  rail: Line;
  metro: Line;
  lake: Line;
  greens: Green[];
  streets: Line[];
  blocks: Line[];
};

const points = (text: string): Line =>
  text.split(" ").map((pair) => pair.split(",").map(Number) as unknown as Point);

const kinds = ["trunk", "primary", "secondary"] as const;

export function buildCity(seed: number): City {
  const random = seededRandom(seed);
  const roads = kinds.flatMap((kind) =>
    Object.entries(skeleton.roads[kind]).map(([name, line]) => ({
      kind,
      name,
      line: spline(points(line), 14),
    })),
  );
  const river = spline(points(skeleton.river), 20);
  const tributary = spline(points(skeleton.tributary), 20);
  const rail = spline(points(skeleton.rail), 20);
  const greens = skeleton.parks.map(({ name, hill, outline }) => ({
    name,
    hill,
    outline: closedSpline(points(outline), 8),
  }));

  const mainRoads = new PointGrid(60);
  for (const road of roads)
    for (const [x, y, angle] of along(road.line, 6)) mainRoads.add(x, y, angle);
  const wet = new PointGrid(60);
  for (const [x, y] of along(river, 4)) wet.add(x, y, 26);
  for (const [x, y] of along(tributary, 4)) wet.add(x, y, 15);

  const blocked = (x: number, y: number, pad: number): boolean =>
    x < -40 ||
    y < -40 ||
    x > WIDTH + 40 ||
    y > HEIGHT + 40 ||
    wet.near(x, y, 40).some(([width, d]) => d < width + pad) ||
    greens.some((green) => insidePolygon(x, y, green.outline));

  /** The heading of the street grid here, modulo a quarter turn. */
  const heading = (x: number, y: number): number => {
    const drift = 4 * 0.35 * Math.sin(x / 420) * Math.cos(y / 370);
    let cos = 0.4 * Math.cos(drift);
    let sin = 0.4 * Math.sin(drift);
    for (const [angle, d] of mainRoads.near(x, y, 190)) {
      const weight = Math.exp((-d * d) / (2 * 75 * 75));
      cos += weight * Math.cos(4 * angle);
      sin += weight * Math.sin(4 * angle);
    }
    return Math.atan2(sin, cos) / 4;
  };

  const streets = traceStreets({ random, blocked, heading, mainRoads });
  const blocks = buildBlocks({ random, blocked, heading, roads, streets, rail });
  return {
    roads,
    river,
    tributary,
    rail,
    metro: spline(points(skeleton.metro), 20),
    lake: closedSpline(points(skeleton.lake), 8),
    greens,
    streets,
    blocks,
  };
}

type Ground = {
  random: () => number;
  blocked: (x: number, y: number, pad: number) => boolean;
  heading: (x: number, y: number) => number;
};

const STEP = 4;

function traceStreets({
  random,
  blocked,
  heading,
  mainRoads,
}: Ground & { mainRoads: PointGrid }): Line[] {
  const streets: Line[] = [];
  const laid = [new PointGrid(20), new PointGrid(20)] as const;

  const walk = (x: number, y: number, family: 0 | 1, sign: 1 | -1, gap: number) => {
    const line: [number, number, number][] = [];
    let angle = heading(x, y) + (family * Math.PI) / 2 + (sign < 0 ? Math.PI : 0);
    for (let i = 0; i < 160; i++) {
      angle = nearestBranch(heading(x, y), angle);
      x += STEP * Math.cos(angle);
      y += STEP * Math.sin(angle);
      const parallel = (grid: PointGrid, radius: number, sine: number) =>
        grid.near(x, y, radius).some(([other]) => Math.abs(Math.sin(other - angle)) < sine);
      if (blocked(x, y, 6) || parallel(laid[family], gap * 0.55, 0.7)) break;
      if (parallel(mainRoads, 7, 0.5)) break;
      line.push([x, y, angle]);
    }
    return line;
  };

  for (let i = 0; i < 9000; i++) {
    const x = random() * WIDTH;
    const y = random() * HEIGHT;
    const family = (i % 2) as 0 | 1;
    const gap = (family ? 30 : 20) + Math.hypot(x - 1000, y - 850) / 90;
    if (blocked(x, y, 10) || laid[family].near(x, y, gap).length > 0) continue;
    const angle = heading(x, y) + (family * Math.PI) / 2;
    const besideMain = mainRoads
      .near(x, y, gap * 0.7)
      .some(([other]) => Math.abs(Math.sin(other - angle)) < 0.5);
    if (besideMain) continue;
    const line = [
      ...walk(x, y, family, -1, gap).reverse(),
      [x, y, angle] as const,
      ...walk(x, y, family, 1, gap),
    ];
    if (line.length < 9) continue;
    for (const [px, py, a] of line) laid[family].add(px, py, a);
    streets.push(line.map(([px, py]) => [px, py] as const));
  }
  return streets;
}

/** A cross field has four headings at each point; a street takes the one nearest to its own. */
function nearestBranch(field: number, current: number): number {
  const turns = Math.round((current - field) / (Math.PI / 2));
  return field + (turns * Math.PI) / 2;
}

function buildBlocks({
  random,
  blocked,
  heading,
  roads,
  streets,
  rail,
}: Ground & { roads: Road[]; streets: Line[]; rail: Line }): Line[] {
  const kerb = new PointGrid(12);
  for (const street of streets) for (const [x, y] of along(street, 2)) kerb.add(x, y, 4.5);
  for (const road of roads)
    for (const [x, y] of along(road.line, 4)) kerb.add(x, y, road.kind === "secondary" ? 7 : 9);
  for (const [x, y] of along(rail, 4)) kerb.add(x, y, 9);

  const built = new PointGrid(16);
  const blocks: Line[] = [];
  for (let i = 0; i < 60_000 && blocks.length < 9000; i++) {
    const x = random() * WIDTH;
    const y = random() * HEIGHT;
    const w = 5 + random() * 8;
    const h = 4 + random() * 6;
    const r = Math.max(w, h) * 0.62;
    if (blocked(x, y, 6)) continue;
    if (kerb.near(x, y, r + 9).some(([width, d]) => d < width + r * 0.86)) continue;
    if (built.near(x, y, 18).some(([other, d]) => d < (other + r) * 0.9)) continue;
    built.add(x, y, r);
    const cut = random() < 0.25;
    const corners: Point[] = cut
      ? [
          [-w / 2, -h / 2],
          [w / 2, -h / 2],
          [w / 2, 0],
          [0, 0],
          [0, h / 2],
          [-w / 2, h / 2],
        ]
      : [
          [-w / 2, -h / 2],
          [w / 2, -h / 2],
          [w / 2, h / 2],
          [-w / 2, h / 2],
        ];
    const angle = heading(x, y);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    blocks.push(corners.map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos] as const));
  }
  return blocks;
}
