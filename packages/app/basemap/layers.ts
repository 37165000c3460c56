import type { Feature, Position } from "geojson";
import { cities } from "../src/map/cities.ts";
import { buildCity, HEIGHT, type RoadClass, WIDTH } from "./city.ts";
import type { Line, Point } from "./geometry.ts";
import { buildOutskirts } from "./outskirts.ts";
import { areas } from "./skeleton.ts";
import { towns } from "./towns.ts";

export type Layer = { name: string; minZoom: number; features: Feature[] };

/** The drawing's middle lies on Pune; a drawing unit is six metres. */
const CENTRE = { lon: 73.85, lat: 18.52 };
const UNIT_M = 6;
const DEGREE_M = 111_320;

type Place = { lon: number; lat: number };
type Project = (point: Point) => Position;

const around =
  ({ lon, lat }: Place): Project =>
  ([x, y]) => [
    lon + ((x - WIDTH / 2) * UNIT_M) / (DEGREE_M * Math.cos((lat * Math.PI) / 180)),
    lat + ((HEIGHT / 2 + 50 - y) * UNIT_M) / DEGREE_M,
  ];
const toLonLat = around(CENTRE);

const line = (points: Line, properties: object = {}, project = toLonLat): Feature => ({
  type: "Feature",
  properties: { ...properties },
  geometry: { type: "LineString", coordinates: points.map(project) },
});
const ring = (points: Line, project: Project): Position[] => [...points, points[0]!].map(project);
const area = (points: Line, project = toLonLat): Feature => ({
  type: "Feature",
  properties: {},
  geometry: { type: "Polygon", coordinates: [ring(points, project)] },
});
const point = (coordinates: Position, properties: object): Feature => ({
  type: "Feature",
  properties: { ...properties },
  geometry: { type: "Point", coordinates },
});
const every = (points: Line, n: number) =>
  points.filter((_, i) => i % n === 0 || i === points.length - 1);
const middle = (points: Line): [number, number] => [
  points.reduce((sum, p) => sum + p[0], 0) / points.length,
  points.reduce((sum, p) => sum + p[1], 0) / points.length,
];
const shrunk = (points: Line, share: number): Line => {
  const [cx, cy] = middle(points);
  return points.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share] as const);
};

/** Roads that every Indian city has. */
const NAMES = [
  "MG Road",
  "Station Road",
  "Ring Road",
  "Market Road",
  "Lake Road",
  "College Road",
  "Temple Road",
  "Airport Road",
  "Nehru Road",
  "Court Road",
  "Garden Road",
];

const nameOf = (nthCity: number, nth: number) => ({
  name: NAMES[(nthCity * 5 + nth) % NAMES.length]!,
});

/** Sizes in drawing units, by the rank of a city; Pune has its own centre. */
const FABRIC = { 1: { reach: 1100, spacing: 330 }, 2: { reach: 700, spacing: 320 } } as const;

export function buildLayers(seed: number): Layer[] {
  const city = buildCity(seed);
  const fabrics = [
    { project: toLonLat, ...buildOutskirts(seed + 1, { reach: 3600, spacing: 420, hollow: true }) },
    ...cities.flatMap(([name, , lat, lon, rank], i) =>
      rank === 3 || name === "Pune"
        ? []
        : [
            {
              project: around({ lon, lat }),
              ...buildOutskirts(seed + 2 + i, { ...FABRIC[rank], hollow: false }),
            },
          ],
    ),
  ];
  const ownRoads = (kind: RoadClass) =>
    city.roads
      .filter((road) => road.kind === kind)
      .map((road) => line(extend(every(road.line, 2)), { name: road.name }));
  const roads = (kind: RoadClass) => [
    ...ownRoads(kind),
    ...fabrics.flatMap((fabric, nthCity) =>
      fabric.roads
        .filter((road) => road.kind === kind)
        .map((road, nth) =>
          line(road.line, kind === "primary" ? nameOf(nthCity, nth) : {}, fabric.project),
        ),
    ),
  ];
  const open = (of: "greens" | "lakes") =>
    fabrics.flatMap((fabric) => fabric[of].map((outline) => area(outline, fabric.project)));
  return [
    {
      name: "green",
      minZoom: 8,
      features: [...city.greens.map((g) => area(g.outline)), ...open("greens")],
    },
    {
      name: "hill",
      minZoom: 11,
      features: city.greens
        .filter((g) => g.hill)
        .flatMap((g) => [0.72, 0.46, 0.22].map((share) => area(shrunk(g.outline, share)))),
    },
    { name: "water", minZoom: 8, features: [area(city.lake), ...open("lakes")] },
    {
      name: "river",
      minZoom: 7,
      features: [
        line(extend(every(city.river, 3)), {
          width: 46,
          name: "Mutha River · मुठा नदी",
          "name:ur": "مٹھا ندی",
        }),
        line(extend(every(city.tributary, 3)), { width: 26 }),
      ],
    },
    { name: "block", minZoom: 13, features: [blocks(city.blocks)] },
    {
      name: "street",
      minZoom: 12,
      features: [
        ...city.streets.map((street) => line(every(street, 4))),
        ...fabrics.flatMap((fabric) => fabric.streets.map((s) => line(s, {}, fabric.project))),
      ],
    },
    { name: "secondary", minZoom: 10, features: roads("secondary") },
    { name: "primary", minZoom: 8, features: roads("primary") },
    { name: "trunk", minZoom: 6, features: ownRoads("trunk") },
    { name: "rail", minZoom: 9, features: [line(extend(every(city.rail, 3)))] },
    { name: "metro", minZoom: 11, features: [line(every(city.metro, 3))] },
    {
      name: "park-label",
      minZoom: 13,
      features: city.greens
        .filter((g) => g.name)
        .map((g) => point(toLonLat(middle(g.outline)), { name: g.name })),
    },
    {
      name: "area-label",
      minZoom: 10,
      features: [
        ...areas.map(([name, local, x, y, urdu], i) =>
          point(toLonLat([x, y]), { name, local, "name:ur": urdu, rank: i }),
        ),
        ...towns.map(([name, local, lat, lon, urdu]) =>
          point([lon, lat], { name, local, "name:ur": urdu, rank: 5 }),
        ),
      ],
    },
  ];
}

function blocks(outlines: Line[]): Feature {
  return {
    type: "Feature",
    properties: {},
    geometry: {
      type: "MultiPolygon",
      coordinates: outlines.map((outline) => [ring(outline, toLonLat)]),
    },
  };
}

/** What leaves the drawing goes on outward, swaying, until the fabric ends. */
function extend(points: Line): Line {
  const on = (from: Point, to: Point): Line => {
    const heading = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const out: [number, number][] = [];
    let [x, y] = to;
    for (let i = 1; i <= 40; i++) {
      const angle = heading + 0.35 * Math.sin(i / 4);
      x += 70 * Math.cos(angle);
      y += 70 * Math.sin(angle);
      out.push([x, y]);
    }
    return out;
  };
  const leaves = ([x, y]: Point) => x < 0 || y < 0 || x > WIDTH || y > HEIGHT;
  const [first, last] = [points[0]!, points.at(-1)!];
  return [
    ...(leaves(first) ? on(points[1]!, first).toReversed() : []),
    ...points,
    ...(leaves(last) ? on(points.at(-2)!, last) : []),
  ];
}
