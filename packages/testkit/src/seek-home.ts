import type { Position } from "@voltmarg/rules";

/** km east and north of a home. */
export type Point = { x: number; y: number };
/** What a link to a trip reveals about its start or end, where that is the driver's home. */
export type HomeLink = {
  /** Where the map shows the start or end that is at home. */
  mark: Point;
  /** The line from home. */
  line: Point[];
  station: Point;
  /** The distance between home and the nearest stop, computed from each figure of the link. */
  km: Record<"leg" | "minutes" | "kmOfStop" | "timeOfStop" | "charging", number | null>;
};

const KM_NORTH = 1 / 111.195;
export const moved = (from: Position, { x, y }: Point): Position => ({
  latitude: from.latitude + y * KM_NORTH,
  longitude: from.longitude + (x * KM_NORTH) / Math.cos((from.latitude * Math.PI) / 180),
});
export const towards = (degrees: number, km: number): Point => ({
  x: km * Math.sin((degrees * Math.PI) / 180),
  y: km * Math.cos((degrees * Math.PI) / 180),
});
/** km east and north of a place. */
export const seenFrom = (from: Position, at: Position): Point => ({
  x: ((at.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)) / KM_NORTH,
  y: (at.latitude - from.latitude) / KM_NORTH,
});

// Estimators: each has the links of one home and says where that is. Home is at 0, 0.

export const away = ({ x, y }: Point) => Math.hypot(x, y);
const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const along = (from: Point, to: Point, km: number): Point => {
  const share = km / (between(from, to) || 1);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
};

/** Solves for the point whose distance from each anchor is as given. */
function byDistances(anchors: readonly Point[], kms: readonly number[], from: Point): Point {
  let at = from;
  for (let round = 0; round < 60; round += 1) {
    let [xx, xy, yy, xr, yr] = [1e-9, 0, 1e-9, 0, 0];
    anchors.forEach((anchor, nth) => {
      const km = between(anchor, at) || 1e-6;
      const [x, y, rest] = [(at.x - anchor.x) / km, (at.y - anchor.y) / km, kms[nth]! - km];
      xx += x * x;
      xy += x * y;
      yy += y * y;
      xr += x * rest;
      yr += y * rest;
    });
    const turn = xx * yy - xy * xy || 1e-12;
    const step = { x: (yy * xr - xy * yr) / turn, y: (xx * yr - xy * xr) / turn };
    const long = Math.max(1, away(step) / 2);
    at = { x: at.x + step.x / long, y: at.y + step.y / long };
  }
  return at;
}
/** From several places, as there may be several solutions; the one that fits best. */
function bestByDistances(anchors: readonly Point[], kms: readonly number[], around: Point): Point {
  const found = [0, 60, 120, 180, 240, 300].map((degrees) => {
    const { x, y } = towards(degrees, 1.5);
    return byDistances(anchors, kms, { x: around.x + x, y: around.y + y });
  });
  const misfit = (at: Point) =>
    anchors.reduce((sum, anchor, nth) => sum + (between(anchor, at) - kms[nth]!) ** 2, 0);
  return found.toSorted((a, b) => misfit(a) - misfit(b))[0]!;
}

/** The point nearest to all lines that are drawn on beyond their ends. */
function extrapolated(lines: readonly Point[][]): Point {
  if (lines.length === 1)
    return along(lines[0]![1]!, lines[0]![0]!, between(lines[0]![1]!, lines[0]![0]!) + 1.25);
  let [xx, xy, yy, xr, yr] = [0, 0, 0, 0, 0];
  for (const [a, b] of lines) {
    const km = between(a!, b!) || 1;
    const [nx, ny] = [-(b!.y - a!.y) / km, (b!.x - a!.x) / km];
    const rest = nx * a!.x + ny * a!.y;
    xx += nx * nx;
    xy += nx * ny;
    yy += ny * ny;
    xr += nx * rest;
    yr += ny * rest;
  }
  const turn = xx * yy - xy * xy;
  return { x: (yy * xr - xy * yr) / turn, y: (xx * yr - xy * xr) / turn };
}

/** The centre of the circle that goes best through some points. */
function centreOf(points: readonly Point[]): Point {
  const middle = meanOf(points);
  if (points.length < 3) return middle;
  let best = { point: middle, spread: Infinity };
  for (let radius = 2.5, at = middle; radius > 0.005; radius /= 1.6, at = best.point)
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const { x, y } = towards(degrees, radius);
      const point = { x: at.x + x, y: at.y + y };
      const kms = points.map((each) => between(each, point));
      const mean = kms.reduce((sum, km) => sum + km, 0) / kms.length;
      const spread = kms.reduce((sum, km) => sum + (km - mean) ** 2, 0);
      if (spread < best.spread) best = { point, spread };
    }
  return best.point;
}

const byFigure = (figure: keyof HomeLink["km"]) => (links: readonly HomeLink[]) => {
  const told = links.filter(({ km }) => km[figure] !== null);
  const kms = told.map(({ km }) => km[figure]!);
  if (told.length === 1) return along(told[0]!.station, told[0]!.line[0]!, kms[0]!);
  const around = meanOf(told.map(({ line }) => line[0]!));
  return bestByDistances(
    told.map(({ station }) => station),
    kms,
    around,
  );
};
const firsts = (links: readonly HomeLink[]) => links.map(({ line }) => line[0]!);
export const estimators: Record<string, (links: readonly HomeLink[]) => Point> = {
  "the mark": (links) => meanOf(links.map(({ mark }) => mark)),
  "beside the mark": (links) => {
    const { x, y } = meanOf(links.map(({ mark }) => mark));
    return { x, y: y + 1.4 };
  },
  "centroid of line ends": (links) => meanOf(firsts(links)),
  "circle through line ends": (links) => centreOf(firsts(links)),
  "circles of 1 km cut": (links) =>
    bestByDistances(
      firsts(links),
      links.map(() => 1),
      meanOf(firsts(links)),
    ),
  "lines drawn on": (links) => extrapolated(links.map(({ line }) => line)),
  "km of the leg": byFigure("leg"),
  "minutes of the leg": byFigure("minutes"),
  "km of the stop": byFigure("kmOfStop"),
  "time at the stop": byFigure("timeOfStop"),
  "minutes of charging": byFigure("charging"),
};
estimators["mean of all"] = (links) => {
  const all = Object.entries(estimators).filter(([name]) => name !== "mean of all");
  return meanOf(all.map(([, estimate]) => estimate(links)));
};
