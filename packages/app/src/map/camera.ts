export type Camera = { lon: number; lat: number; zoom: number };
/** Degrees. */
export type Place = { lat: number; lon: number };
export type Bounds = { west: number; south: number; east: number; north: number };

/** Where the map opens if nothing else is known. */
export const START: Camera = { lon: 73.8465, lat: 18.5285, zoom: 13.6 };

/**
 * The box to ask stations for: what is seen plus half its size around it, snapped outward to a grid
 * of that half, so that small pans ask for the same box again.
 */
export function askedBox({ west, south, east, north }: Bounds): Bounds {
  const stepX = gridStep((east - west) / 2);
  const stepY = gridStep((north - south) / 2);
  const down = (value: number, step: number) => tidy(Math.floor(value / step - 0.5) * step);
  const up = (value: number, step: number) => tidy(Math.ceil(value / step + 0.5) * step);
  return {
    west: Math.max(-180, down(west, stepX)),
    south: Math.max(-85, down(south, stepY)),
    east: Math.min(180, up(east, stepX)),
    north: Math.min(85, up(north, stepY)),
  };
}

/** A power of two, so that a box of about the same size lies on the same grid. */
const gridStep = (size: number) => 2 ** Math.ceil(Math.log2(Math.max(size, 1e-4)));
const tidy = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Approximate distance from the centre of the box to its edge, km. */
export function radiusKm({ south, north, west, east }: Bounds): number {
  const high = ((north - south) / 2) * 111.3;
  const wide = ((east - west) / 2) * 111.3 * Math.cos((((north + south) / 2) * Math.PI) / 180);
  return Math.max(high, wide);
}

/** px: pins stand above their places, and buttons lie over the edges. */
const EDGE = { top: 64, side: 88, bottom: 32 };

/** The camera that shows all places in a map of this size, px, none at its edge; no nearer than `zoom`. */
export function cameraOn(
  places: readonly Place[],
  { width, height }: { width: number; height: number },
  zoom: number,
  edge: typeof EDGE = EDGE,
): Camera {
  const xs = places.map(({ lon }) => lon / 360 + 0.5);
  const ys = places.map(({ lat }) => mercatorY(lat));
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [north, south] = [Math.min(...ys), Math.max(...ys)];
  const room = (size: number, edges: number, span: number) =>
    Math.log2(Math.max(size - edges, 64) / TILE / Math.max(span, 1e-9));
  return {
    lon: ((west + east) / 2 - 0.5) * 360,
    lat: latitudeOf((north + south) / 2),
    zoom: Math.min(
      zoom,
      room(width, 2 * edge.side, east - west),
      room(height, edge.top + edge.bottom, south - north),
    ),
  };
}

/** px of the world at zoom 0. */
const TILE = 512;
const mercatorY = (lat: number) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
const latitudeOf = (y: number) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
