import type { Map as MapLibre } from "maplibre-gl";
import { GRID } from "./grid-tile.ts";

/** Farther out a map shows little anyway. */
const FROM_ZOOM = 10.5;
/** What the app adds to any map. */
const OWN = /^(?:vm-|cities$|coast$)/;

/** Whether nothing but our own pins and names is drawn where the map looks: its tiles end there, or do not come. */
export function isBare(map: MapLibre): boolean {
  if (map.getZoom() < FROM_ZOOM) return false;
  const sources = Object.values(map.getStyle().sources);
  // Nobody can tell what a picture shows.
  if (sources.some(({ type }) => type !== "vector" && type !== "geojson")) return false;
  return !map
    .queryRenderedFeatures()
    .some(({ source, sourceLayer }) => !OWN.test(source) && sourceLayer !== GRID);
}
