type Place = { latitude: number; longitude: number };
type Point = { x: number; y: number };

/** The part of the world that is drawn, and where a place is in it. */
export type Frame = {
  width: number;
  height: number;
  /** The least important cities that have room in it: 1 the large ones only, 3 all. */
  cities: number;
  at(latitude: number, longitude: number): Point;
  holds(point: Point): boolean;
};

const [WIDTH, HEIGHT] = [800, 420];
/** Degrees: less around a single place says nothing of where it is; within a city they would cover each other. */
const [LEAST_ALONE, LEAST_TOGETHER] = [1.2, 0.1];
const ROOM = 1.25;

/** A frame with room around all places, as wide as it is high by the same scale. */
export function frameOf(places: readonly Place[]): Frame {
  const lats = places.map(({ latitude }) => latitude);
  const lons = places.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
  // A degree of longitude is shorter the further from the equator.
  const narrow = Math.cos((middle.lat * Math.PI) / 180);
  const least = south === north && west === east ? LEAST_ALONE : LEAST_TOGETHER;
  const high = Math.max(least, north - south) * ROOM;
  const wide = Math.max(least, (east - west) * narrow) * ROOM;
  const scale = Math.min(HEIGHT / high, WIDTH / wide);
  const shown = HEIGHT / scale;
  return {
    width: WIDTH,
    height: HEIGHT,
    cities: shown > 15 ? 1 : shown > 6 ? 2 : 3,
    at: (latitude, longitude) => ({
      x: WIDTH / 2 + (longitude - middle.lon) * narrow * scale,
      y: HEIGHT / 2 - (latitude - middle.lat) * scale,
    }),
    holds: ({ x, y }) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT,
  };
}
