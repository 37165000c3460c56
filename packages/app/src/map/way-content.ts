import type { Pin } from "@voltmarg/contract";
import { decodePolyline } from "@voltmarg/rules";
import type { Place } from "./camera.ts";
import type { MapContent } from "./engine.ts";
import type { MapWay, Point2 } from "./way-layers.ts";

/** What a map of a way shows. All positions in degrees. */
export type WayShown = {
  /** Google's encoded polyline, precision 5; empty: none. */
  line: string;
  /** The road is not known: the line is drawn as a guess. */
  straight?: boolean;
  start?: At | null;
  end?: At | null;
  /** Numbered from 1. */
  stops?: readonly At[];
  stations?: readonly Pin[];
  selected?: Pin | null;
  /** A ring around a place. */
  ring?: { middle: At; km: number } | null;
};
type At = { latitude: number; longitude: number };

const MOST_POINTS = 20_000;
const NO_PINS: Pin[] = [];
const KM_OF_DEGREE = 111.2;
const RING_CORNERS = 72;

const point = ({ latitude, longitude }: At): Point2 => [longitude, latitude];

/** As the map draws it. A line that cannot be read is none. */
export function contentOf(shown: WayShown): MapContent {
  const { start, end, stops = [], ring } = shown;
  const line = shown.line === "" ? [] : (decodePolyline(shown.line, MOST_POINTS) ?? []);
  const way: MapWay = {
    line: line.map(point),
    straight: shown.straight ?? false,
    marks: [
      ...(start ? [{ at: point(start), sign: "start" as const }] : []),
      ...stops.map((stop, nth) => ({ at: point(stop), sign: nth + 1 })),
      ...(end ? [{ at: point(end), sign: "end" as const }] : []),
    ],
    ring: ring ? ringOf(ring.middle, ring.km) : [],
  };
  return {
    pins: shown.stations ? [...shown.stations] : NO_PINS,
    selected: shown.selected ?? null,
    me: ring ? point(ring.middle) : null,
    way,
  };
}

/** What must be in sight; the stations only where there is nothing else. */
export function placesOf({ way, pins }: MapContent): Place[] {
  const points = way ? [...way.line, ...way.ring, ...way.marks.map(({ at }) => at)] : [];
  return points.length > 0
    ? points.map(([lon, lat]) => ({ lon, lat }))
    : pins.map(({ latitude: lat, longitude: lon }) => ({ lat, lon }));
}

/** Closed: the last point is the first. */
function ringOf({ latitude, longitude }: At, km: number): Point2[] {
  const wide = KM_OF_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: RING_CORNERS + 1 }, (_, nth) => {
    const angle = (nth / RING_CORNERS) * 2 * Math.PI;
    return [
      longitude + (km / wide) * Math.sin(angle),
      latitude + (km / KM_OF_DEGREE) * Math.cos(angle),
    ];
  });
}
