import type { Language } from "@voltmarg/contract";
import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from "maplibre-gl";
import { cities } from "./cities.ts";
import { coast } from "./coast.ts";
import type { Colour } from "./drawing.ts";
import { GRID } from "./grid-tile.ts";
import { URDU_NAME, withUrduLetters } from "./urdu-names.ts";

const ATTRIBUTION = "Demo map (fictional streets)";
export const DEMO_SCHEME = "vm-demo";

// The first name only sets the weight; without a `glyphs` address, labels use the page's fonts.
const FONTS = ["Anek Latin Variable", "Anek Devanagari Variable", "Noto Sans Devanagari"];
const MEDIUM = ["Medium", ...FONTS];
const BOLD = ["Semibold", ...FONTS];

/** The design's widths are drawn at zoom 13.6; they double with every zoom level, within reason. */
const width = (px: number, least: number): ExpressionSpecification => [
  "interpolate",
  ["exponential", 1.7],
  ["zoom"],
  9,
  Math.max(least * 0.6, px * 0.09),
  11,
  Math.max(least, px * 0.28),
  13.6,
  px,
  17,
  px * 5,
];
const riverWidth: ExpressionSpecification = [
  "interpolate",
  ["exponential", 2],
  ["zoom"],
  7,
  1,
  13.6,
  ["get", "width"],
  18,
  ["*", ["get", "width"], 21],
];

const byZoom = (...stops: number[]): ExpressionSpecification => [
  "interpolate",
  ["linear"],
  ["zoom"],
  ...stops,
];

/** The style of the demo map in the colours of a theme, with names in Latin and in the language's script. */
export function bundledStyle(colour: Colour, language: Language = "en"): StyleSpecification {
  const map = (token: string) => colour(`map-${token}`);
  const demo = { source: "demo" } as const;
  const round = { "line-cap": "round", "line-join": "round" } as const;

  const line = (
    layer: string,
    stroke: string,
    lineWidth: ExpressionSpecification,
    suffix = "",
  ): LayerSpecification => ({
    id: layer + suffix,
    type: "line",
    ...demo,
    "source-layer": layer,
    layout: round,
    paint: { "line-color": map(stroke), "line-width": lineWidth },
  });
  const fill = (layer: string, token: string, opacity = 1): LayerSpecification => ({
    id: layer,
    type: "fill",
    ...demo,
    "source-layer": layer,
    paint: { "fill-color": map(token), "fill-opacity": opacity },
  });
  const coastLine = (id: string, token: string, paint: object): LayerSpecification => ({
    id,
    type: "line",
    source: "coast",
    maxzoom: 11,
    layout: round,
    paint: {
      "line-color": map(token),
      "line-opacity": ["interpolate", ["linear"], ["zoom"], 10, 1, 11, 0],
      ...paint,
    },
  });
  const halo = { "text-halo-color": map("halo"), "text-halo-width": 1.6 };
  const roadName = (layer: string, minzoom: number): LayerSpecification => ({
    id: `${layer}-name`,
    type: "symbol",
    ...demo,
    "source-layer": layer,
    minzoom,
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 420,
      "text-field": ["get", "name"],
      "text-font": MEDIUM,
      "text-size": 12.5,
      "text-max-angle": 30,
    },
    paint: { "text-color": map("label-2"), ...halo },
  });
  const local: ExpressionSpecification =
    language === "ur" ? ["coalesce", ["get", URDU_NAME], ["get", "local"]] : ["get", "local"];
  const twoScripts: ExpressionSpecification = [
    "format",
    ["get", "name"],
    { "text-font": ["literal", BOLD] },
    "\n",
    {},
    local,
    { "font-scale": 0.84, "text-font": ["literal", MEDIUM] },
  ];

  const style: StyleSpecification = {
    version: 8,
    sources: {
      demo: {
        type: "vector",
        tiles: [`${DEMO_SCHEME}://{z}/{x}/{y}`],
        minzoom: 6,
        maxzoom: 14,
        attribution: ATTRIBUTION,
      },
      cities: { type: "geojson", data: cityPoints },
      coast: { type: "geojson", data: coast() },
    },
    layers: [
      { id: "land", type: "background", paint: { "background-color": map("land") } },
      coastLine("sea", "water", {
        "line-width": byZoom(4, 5, 8, 26, 11, 40),
        "line-offset": byZoom(4, -2.5, 8, -13, 11, -20),
        "line-blur": byZoom(4, 3, 8, 16, 11, 24),
      }),
      coastLine("coast", "water-ink", { "line-width": 1.2 }),
      {
        ...line(GRID, "casing", width(1, 1)),
        minzoom: 9,
        layout: {},
        paint: { "line-color": map("casing"), "line-width": 1 },
      } as LayerSpecification,
      { ...fill("block", "block"), minzoom: 13 },
      fill("green", "park"),
      fill("hill", "park-2", 0.55),
      fill("water", "water"),
      line("river", "water", riverWidth),
      {
        ...line("street", "casing", width(4.6, 0.5), "-casing"),
        minzoom: 12.5,
      },
      line("secondary", "casing", width(8.4, 0.8), "-casing"),
      line("primary", "casing", width(12, 1.4), "-casing"),
      line("trunk", "trunk-casing", width(14.5, 2), "-casing"),
      line("street", "street", width(3, 0.4)),
      line("rail", "rail", width(3.2, 1)),
      {
        ...line("rail", "land", width(1.6, 0.5), "-gaps"),
        minzoom: 12,
        layout: {},
        paint: {
          "line-color": map("land"),
          "line-width": width(1.6, 0.5),
          "line-dasharray": [4.4, 4.4],
        },
      } as LayerSpecification,
      line("secondary", "road", width(6.4, 0.6)),
      line("primary", "road", width(9.6, 1)),
      line("trunk", "trunk", width(11.5, 1.5)),
      {
        id: "metro",
        type: "line",
        ...demo,
        "source-layer": "metro",
        layout: { "line-cap": "round" },
        paint: {
          "line-color": map("metro"),
          "line-width": 1.8,
          "line-dasharray": [0.6, 2.8],
        },
      },
      {
        id: "river-name",
        type: "symbol",
        ...demo,
        "source-layer": "river",
        minzoom: 12.5,
        layout: {
          "symbol-placement": "line",
          "symbol-spacing": 500,
          "text-field":
            language === "ur" ? ["coalesce", ["get", URDU_NAME], ["get", "name"]] : ["get", "name"],
          "text-font": MEDIUM,
          "text-size": 14,
          "text-letter-spacing": 0.12,
        },
        paint: { "text-color": map("water-ink") },
      },
      roadName("trunk", 12),
      roadName("primary", 12.8),
      roadName("secondary", 13.8),
      {
        id: "park-label",
        type: "symbol",
        ...demo,
        "source-layer": "park-label",
        layout: { "text-field": ["get", "name"], "text-font": MEDIUM, "text-size": 13 },
        paint: { "text-color": map("park-ink"), ...halo },
      },
      {
        id: "area-label",
        type: "symbol",
        ...demo,
        "source-layer": "area-label",
        minzoom: 10.5,
        layout: {
          "text-field": twoScripts,
          "text-font": BOLD,
          "text-size": 15.5,
          "text-line-height": 1.1,
          "symbol-sort-key": ["get", "rank"],
        },
        paint: { "text-color": map("label"), ...halo },
      },
      {
        id: "city-dot",
        type: "circle",
        source: "cities",
        maxzoom: 10.5,
        filter: citiesInView,
        paint: {
          "circle-radius": ["match", ["get", "rank"], 1, 4, 2, 3.2, 2.6],
          "circle-color": map("label-2"),
          "circle-stroke-color": map("halo"),
          "circle-stroke-width": 1.5,
        },
      },
      {
        id: "city-name",
        type: "symbol",
        source: "cities",
        filter: citiesInView,
        layout: {
          "text-field": twoScripts,
          "text-font": BOLD,
          "text-size": ["match", ["get", "rank"], 1, 16, 14],
          "text-line-height": 1.1,
          "text-variable-anchor": ["top", "bottom", "left", "right"],
          "text-radial-offset": 0.5,
          "symbol-sort-key": ["get", "rank"],
        },
        paint: { "text-color": map("label"), ...halo },
      },
    ],
  };
  return language === "ur" ? withUrduLetters(style) : style;
}

/** The smaller a city, the nearer it is seen. */
const citiesInView: FilterSpecification = [
  "<=",
  ["get", "rank"],
  ["step", ["zoom"], 1, 4, 2, 5.5, 3],
];

const cityPoints: FeatureCollection = {
  type: "FeatureCollection",
  features: cities.map(([name, local, lat, lon, rank, urdu]) => ({
    type: "Feature",
    properties: { name, local, rank, [URDU_NAME]: urdu },
    geometry: { type: "Point", coordinates: [lon, lat] },
  })),
};
