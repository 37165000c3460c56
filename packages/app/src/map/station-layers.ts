import type { Pin } from "@voltmarg/contract";
import type { FeatureCollection, Point } from "geojson";
import type { FilterSpecification, GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import { toImageData } from "./canvas.ts";
import type { Colour } from "./drawing.ts";
import { clusterSteps, drawKey } from "./image-keys.ts";
import { addMarkLayer, addWayLayers, type MapWay, showWay } from "./way-layers.ts";

/** The size of a pin on the map, as a share of its drawing, and of the chosen one. */
const PIN_SCALE = 0.9;
const SELECTED_SCALE = PIN_SCALE * 1.3;
/** In the drawing, below the tip. */
const BELOW_TIP = 6;
const DOTS_BELOW_ZOOM = 11;
const CLUSTERS_UP_TO_ZOOM = 13;

const STATIONS = "vm-stations";
const SELECTED = "vm-selected";
const ME = "vm-me";
export const stationLayers = {
  cluster: "vm-cluster",
  pin: "vm-pin",
  dot: "vm-dot",
  selected: "vm-selected-pin",
} as const;

export type MapContent = {
  pins: Pin[];
  selected: Pin | null;
  /** longitude, latitude */
  me: readonly [number, number] | null;
  way?: MapWay | null;
};

/** Our own sources and layers, on whatever style is loaded; images are drawn when first asked for. */
export function addStationLayers(map: MapLibre, content: MapContent, colour: Colour): void {
  if (map.getSource(STATIONS)) return;
  addWayLayers(map, content.way ?? null, colour);
  map.addSource(STATIONS, {
    type: "geojson",
    data: pinFeatures(content.pins),
    cluster: true,
    clusterRadius: 46,
    clusterMaxZoom: CLUSTERS_UP_TO_ZOOM,
    clusterProperties: {
      free: ["+", ["case", ["==", ["get", "state"], "available"], 1, 0]],
    },
  });
  map.addSource(SELECTED, { type: "geojson", data: selectedFeature(content.selected) });
  map.addSource(ME, { type: "geojson", data: meFeature(content.me) });

  const ring = (id: string, radius: number, fill: string, opacity = 1) =>
    map.addLayer({
      id,
      type: "circle",
      source: ME,
      paint: { "circle-radius": radius, "circle-color": fill, "circle-opacity": opacity },
    });
  ring("vm-me-halo", 26, colour("map-me"), 0.14);
  ring("vm-me-edge", 9.5, "#fff");
  ring("vm-me-disc", 7, colour("map-me"));

  const always = { "icon-allow-overlap": true, "icon-ignore-placement": true } as const;
  const single: FilterSpecification = ["!", ["has", "point_count"]];
  map.addLayer({
    id: stationLayers.dot,
    type: "symbol",
    source: STATIONS,
    maxzoom: DOTS_BELOW_ZOOM,
    filter: single,
    layout: { ...always, "icon-image": dotImage },
  });
  map.addLayer({
    id: stationLayers.pin,
    type: "symbol",
    source: STATIONS,
    minzoom: DOTS_BELOW_ZOOM,
    filter: single,
    layout: {
      ...always,
      "symbol-z-order": "viewport-y",
      "icon-image": pinImage(0),
      "icon-anchor": "bottom",
      "icon-offset": [0, BELOW_TIP * PIN_SCALE],
    },
  });
  map.addLayer({
    id: stationLayers.cluster,
    type: "symbol",
    source: STATIONS,
    filter: ["has", "point_count"],
    layout: { ...always, "icon-image": clusterImage },
  });
  map.addLayer({
    id: stationLayers.selected,
    type: "symbol",
    source: SELECTED,
    layout: {
      ...always,
      "icon-image": pinImage(1),
      "icon-anchor": "bottom",
      "icon-offset": [0, BELOW_TIP * SELECTED_SCALE],
    },
  });
  addMarkLayer(map, content.way ?? null);
}

// The same keys as pinKey(), dotKey() and clusterKey() build, as MapLibre expressions: it requests an image only where
// it draws one, and a hundred thousand pins are sent to its worker without their keys.
const pinImage = (selected: 0 | 1) =>
  [
    "concat",
    "pin",
    ...["state", "power", "free", "total", "favourite"].flatMap((name) => ["|", ["get", name]]),
    `|${selected}`,
  ] as never;
const dotImage = ["concat", "dot|", ["get", "state"]] as never;
const clusterImage = [
  "concat",
  "cluster|",
  ["get", "point_count"],
  "|",
  [
    "case",
    ["==", ["get", "free"], 0],
    0,
    ["max", 1, ["round", ["*", ["/", ["get", "free"], ["get", "point_count"]], clusterSteps]]],
  ],
] as never;

/** Applies the difference to what was shown before; `before` null: nothing was shown. */
export function showContent(map: MapLibre, content: MapContent, before: MapContent | null): void {
  const set = (id: string, data: FeatureCollection) =>
    void map.getSource<GeoJSONSource>(id)?.setData(data);
  if (content.pins !== before?.pins) set(STATIONS, pinFeatures(content.pins));
  if (content.selected !== before?.selected) set(SELECTED, selectedFeature(content.selected));
  if (content.me !== before?.me) set(ME, meFeature(content.me));
  if ((content.way ?? null) !== (before?.way ?? null)) showWay(map, content.way ?? null);
}

/** Leaves a mark in the browser's timeline when the stations given last are on the screen. */
export function markDrawn(map: MapLibre): void {
  const look = () => {
    if (!map.isSourceLoaded(STATIONS)) return;
    map.off("render", look);
    performance.mark("stations drawn");
  };
  map.on("render", look);
}

/** Draws the image a style asks for, if the key is ours. */
export function drawMissingImage(map: MapLibre, key: string, colour: Colour): void {
  if (map.hasImage(key)) return;
  const drawing = drawKey(key, colour);
  if (!drawing) return;
  const pixelRatio = Math.min(3, window.devicePixelRatio || 1);
  const scale = key.startsWith("pin|") ? (key.endsWith("|1") ? SELECTED_SCALE : PIN_SCALE) : 1;
  map.addImage(key, toImageData(drawing, scale * pixelRatio), { pixelRatio });
}

function pinFeatures(pins: Pin[]): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: pins.map(feature),
  };
}

function selectedFeature(pin: Pin | null): FeatureCollection<Point> {
  return { type: "FeatureCollection", features: pin ? [feature(pin)] : [] };
}

function feature(pin: Pin): FeatureCollection<Point>["features"][number] {
  const { id, state, power, free, total, favourite } = pin;
  return {
    type: "Feature",
    properties: { id, state, power, free, total, favourite: favourite ? 1 : 0 },
    geometry: { type: "Point", coordinates: [pin.longitude, pin.latitude] },
  };
}

function meFeature(me: MapContent["me"]): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: me
      ? [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [...me] } }]
      : [],
  };
}
