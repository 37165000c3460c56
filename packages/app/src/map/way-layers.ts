import type { Feature, FeatureCollection, Point, Position } from "geojson";
import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import type { Colour } from "./drawing.ts";
import { markKey } from "./image-keys.ts";
import type { MarkSign } from "./mark-drawing.ts";

/** longitude, latitude */
export type Point2 = readonly [number, number];

/** A way with what stands along it, or the ring of what is within reach. */
export type MapWay = {
  line: readonly Point2[];
  /** The road is not known: the line is drawn as a guess. */
  straight: boolean;
  marks: readonly { at: Point2; sign: MarkSign }[];
  ring: readonly Point2[];
};

const WAY = "vm-way";
const MARKS = "vm-way-marks";

/** The line and the ring, below the stations. */
export function addWayLayers(map: MapLibre, way: MapWay | null, colour: Colour): void {
  // A ring stays round.
  map.addSource(WAY, { type: "geojson", data: wayFeatures(way), tolerance: 0.05 });
  map.addLayer({
    id: "vm-way-ring",
    type: "fill",
    source: WAY,
    filter: ["==", ["get", "kind"], "ring"],
    paint: { "fill-color": colour("accent"), "fill-opacity": 0.1 },
  });
  const line = (id: string, token: string, width: number, filter: unknown[], dash?: number[]) =>
    map.addLayer({
      id,
      type: "line",
      source: WAY,
      filter: filter as never,
      layout: { "line-cap": dash ? "butt" : "round", "line-join": "round" },
      paint: {
        "line-color": colour(token),
        "line-width": width,
        ...(dash && { "line-dasharray": dash }),
      },
    });
  const isLine = ["==", ["get", "kind"], "line"];
  line("vm-way-edge", "pin-surface", 8, isLine);
  line("vm-way-road", "accent", 4.5, ["all", isLine, ["!", ["get", "straight"]]]);
  line("vm-way-guess", "accent", 4.5, ["all", isLine, ["get", "straight"]], [2, 1.4]);
  line("vm-way-reach", "accent", 2.5, ["==", ["get", "kind"], "ring"]);
}

/** Its marks, above the stations. */
export function addMarkLayer(map: MapLibre, way: MapWay | null): void {
  map.addSource(MARKS, { type: "geojson", data: markFeatures(way) });
  map.addLayer({
    id: "vm-way-mark",
    type: "symbol",
    source: MARKS,
    layout: {
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
      "icon-image": ["get", "image"],
      "icon-anchor": ["case", ["==", ["get", "sign"], "start"], "center", "bottom"],
      "icon-offset": [
        "case",
        ["==", ["get", "sign"], "start"],
        ["literal", [0, 0]],
        ["literal", [0, 3]],
      ],
      // The end above the stops, the start below them.
      "symbol-sort-key": ["get", "order"],
    },
  });
}

export function showWay(map: MapLibre, way: MapWay | null): void {
  void map.getSource<GeoJSONSource>(WAY)?.setData(wayFeatures(way));
  void map.getSource<GeoJSONSource>(MARKS)?.setData(markFeatures(way));
}

const mutable = (points: readonly Point2[]): Position[] => points.map((point) => [...point]);

function wayFeatures(way: MapWay | null): FeatureCollection {
  const features: Feature[] = [];
  if (way && way.line.length > 1)
    features.push({
      type: "Feature",
      properties: { kind: "line", straight: way.straight },
      geometry: { type: "LineString", coordinates: mutable(way.line) },
    });
  if (way && way.ring.length > 3)
    features.push({
      type: "Feature",
      properties: { kind: "ring", straight: false },
      geometry: { type: "Polygon", coordinates: [mutable(way.ring)] },
    });
  return { type: "FeatureCollection", features };
}

function markFeatures(way: MapWay | null): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: (way?.marks ?? []).map(({ at, sign }) => ({
      type: "Feature",
      properties: {
        sign: String(sign),
        image: markKey(sign),
        order: sign === "start" ? 0 : sign === "end" ? 1000 : sign,
      },
      geometry: { type: "Point", coordinates: [...at] },
    })),
  };
}
