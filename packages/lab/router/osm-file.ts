import { drawGraph, type Point } from "@voltmarg/road-sim/graph";

/** A rectangle in degrees. */
export type Box = { south: number; west: number; north: number; east: number };

/** A road that leads nowhere else: places at its ends are near a road, and no way leads to them. */
export type Island = readonly [Point, Point];

const VERSION = 'version="1" timestamp="2026-01-01T00:00:00Z"';
const HIGHWAY_KMH = 30;

/** The roads that the router simulator draws within a box, and an island, as an OpenStreetMap XML file. */
export function osmFile(box: Box, island: Island): string {
  const { points, edges } = drawGraph();
  const isIn = points.map(
    ({ lat, lon }) => lat > box.south && lat < box.north && lon > box.west && lon < box.east,
  );
  const nodes = [
    ...points.flatMap((point, at) => (isIn[at] ? [nodeOf(at, point)] : [])),
    ...island.map((point, nth) => nodeOf(points.length + nth, point)),
  ];
  const ways: string[] = [];
  edges.forEach((list, from) => {
    for (const { to, road } of list)
      if (from < to && isIn[from] && isIn[to])
        ways.push(wayOf(ways.length + 1, [from, to], road.name, road.kmh));
  });
  ways.push(wayOf(ways.length + 1, [points.length, points.length + 1], "Island Road", 26));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<osm version="0.6" generator="voltmarg">',
    ...nodes,
    ...ways,
    "</osm>",
  ].join("\n");
}

/** Ids begin at 1. */
const nodeOf = (at: number, { lat, lon }: Point) =>
  `<node id="${at + 1}" ${VERSION} lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`;

const wayOf = (id: number, [from, to]: [number, number], name: string, kmh: number) =>
  `<way id="${id}" ${VERSION}><nd ref="${from + 1}"/><nd ref="${to + 1}"/>` +
  `<tag k="highway" v="${kmh > HIGHWAY_KMH ? "trunk" : "residential"}"/>` +
  `<tag k="name" v="${escaped(name)}"/><tag k="maxspeed" v="${kmh}"/></way>`;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
