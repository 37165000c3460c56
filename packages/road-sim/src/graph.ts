import { cities, type City, type Highway, highwayLine, highways } from "@voltmarg/cpo-sim/roads";
import { heightOf } from "./heights-of-cities.ts";

export type Road = { name: string; kmh: number };
export type Edge = { to: number; km: number; road: Road };
export type Point = { lat: number; lon: number };
export type Graph = {
  points: readonly Point[];
  /** Metres above the sea, for each point. */
  heights: readonly number[];
  edges: readonly (readonly Edge[])[];
  /** The point nearest to a place, and how far it is; null: none within 35 km. */
  nearest(place: Point): { at: number; km: number } | null;
};

const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;
const KM_NORTH = 1 / 110.57;
const kmEast = (latitude: number) => 1 / (111.32 * Math.cos(latitude * RADIANS));

export function distanceKm(a: Point, b: Point): number {
  const h =
    Math.sin(((b.lat - a.lat) / 2) * RADIANS) ** 2 +
    Math.cos(a.lat * RADIANS) *
      Math.cos(b.lat * RADIANS) *
      Math.sin(((b.lon - a.lon) / 2) * RADIANS) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Between two streets of a city. */
const BLOCK_KM = 1;
const STREET_KMH = 26;
/** So near a street, a road between cities can be left. */
const JUNCTION_KM = 1;
/** As far as Valhalla looks for a road. */
const REACH_KM = 35;
const CELL = 0.1;

/** The demo cities' streets, each a grid around its centre, and the roads between the cities as bends of their real length. */
export function drawGraph(): Graph {
  const points: Point[] = [];
  const heights: number[] = [];
  const edges: Edge[][] = [];
  const add = (point: Point, height: number): number => {
    points.push(point);
    heights.push(height);
    return edges.push([]) - 1;
  };
  const join = (a: number, b: number, km: number, road: Road) => {
    edges[a]!.push({ to: b, km, road });
    edges[b]!.push({ to: a, km, road });
  };

  const centres = new Map<string, { at: number; city: City }>();
  for (const city of cities) centres.set(city.name, { at: drawStreets(city, add, join), city });
  const streetAt = nearestOf([...points], JUNCTION_KM);
  for (const highway of highways) {
    const [from, to] = [centres.get(highway.from), centres.get(highway.to)];
    if (!from || !to) throw new Error(`no such city: ${highway.from} or ${highway.to}`);
    drawHighway(highway, from.at, to.at, streetAt, add, join);
  }
  return { points, heights, edges, nearest: nearestOf(points, REACH_KM) };
}

type Add = (point: Point, height: number) => number;
type Join = (a: number, b: number, km: number, road: Road) => void;

/** Returns the point at the centre. */
function drawStreets(city: City, add: Add, join: Join): number {
  const [columns, rows] = [Math.ceil(city.eastWest), Math.ceil(city.northSouth)];
  const height = heightOf(city.name);
  const grid = new Map<string, number>();
  for (let x = -columns; x <= columns; x += 1)
    for (let y = -rows; y <= rows; y += 1) {
      const lat = city.latitude + y * BLOCK_KM * KM_NORTH;
      const lon = city.longitude + x * BLOCK_KM * kmEast(city.latitude);
      const at = add({ lat, lon }, height);
      grid.set(`${x} ${y}`, at);
      const [west, south] = [grid.get(`${x - 1} ${y}`), grid.get(`${x} ${y - 1}`)];
      const street = (way: string, nth: number) => ({
        name: `${city.name}, ${way} ${nth}`,
        kmh: STREET_KMH,
      });
      if (west !== undefined) join(west, at, BLOCK_KM, street("Cross Road", y + rows + 1));
      if (south !== undefined) join(south, at, BLOCK_KM, street("Main Road", x + columns + 1));
    }
  return grid.get("0 0")!;
}

function drawHighway(
  { from, to, km, kmh, name, pass }: Highway,
  first: number,
  last: number,
  streetAt: Graph["nearest"],
  add: Add,
  join: Join,
): void {
  const line = highwayLine({ from, to, km }).map(({ latitude, longitude }): Point => ({
    lat: latitude,
    lon: longitude,
  }));
  const [low, high] = [heightOf(from), heightOf(to)];
  const road = { name, kmh };
  let before = first;
  line.forEach((point, nth) => {
    const share = (nth + 1) / (line.length + 1);
    const straight = low + (high - low) * share;
    const hill = pass === undefined ? 0 : (pass - (low + high) / 2) * Math.sin(Math.PI * share);
    const at = add(point, Math.round(straight + hill));
    join(before, at, km / (line.length + 1), road);
    const street = streetAt(point);
    if (street) join(at, street.at, street.km, { name: `${name}, junction`, kmh: STREET_KMH });
    before = at;
  });
  join(before, last, km / (line.length + 1), road);
}

function nearestOf(points: readonly Point[], reachKm: number): Graph["nearest"] {
  const cells = new Map<string, number[]>();
  const cellOf = ({ lat, lon }: Point) => [Math.floor(lat / CELL), Math.floor(lon / CELL)] as const;
  points.forEach((point, at) => {
    const key = cellOf(point).join(" ");
    const list = cells.get(key);
    if (list) list.push(at);
    else cells.set(key, [at]);
  });
  const reach = Math.ceil(reachKm / (CELL / kmEast(36)));
  return (place) => {
    const [row, column] = cellOf(place);
    let best: { at: number; km: number } | null = null;
    for (let ring = 0; ring <= reach; ring += 1) {
      // What lies in a ring further out is at least so far away.
      if (best && best.km <= ((ring - 1) * CELL) / kmEast(place.lat)) break;
      for (let y = -ring; y <= ring; y += 1)
        for (let x = -ring; x <= ring; x += 1) {
          if (Math.max(Math.abs(x), Math.abs(y)) !== ring) continue;
          for (const at of cells.get(`${row + y} ${column + x}`) ?? []) {
            const km = distanceKm(place, points[at]!);
            if (!best || km < best.km) best = { at, km };
          }
        }
    }
    return best && best.km <= reachKm ? best : null;
  };
}
