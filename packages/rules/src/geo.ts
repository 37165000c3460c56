export type Position = { latitude: number; longitude: number };

/** The radius distances are reckoned with. */
export const EARTH_KM = 6371.0088;
const CELL_DEGREES = 0.05;
const COLUMNS = 360 / CELL_DEGREES;
const ROWS = 180 / CELL_DEGREES;
/** km of one degree of latitude */
const DEGREE_KM = (Math.PI * EARTH_KM) / 180;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Great-circle distance in km (haversine). */
export function distanceKm(a: Position, b: Position): number {
  const latitude = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const longitude = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const h = latitude + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * longitude;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

function rowOf(latitude: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) / CELL_DEGREES)));
}

function columnOf(longitude: number): number {
  const column = Math.floor((longitude + 180) / CELL_DEGREES) % COLUMNS;
  return column < 0 ? column + COLUMNS : column;
}

/**
 * Number of the 0.05° cell that holds a position, counted row by row from the south pole and
 * the date line. Throws RangeError for a position that is not on Earth.
 */
export function cellOf(latitude: number, longitude: number): number {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw new RangeError(`not a position: ${latitude}, ${longitude}`);
  }
  return rowOf(latitude) * COLUMNS + columnOf(longitude);
}

/** Cells from the first to the last, both included; one row of the grid, or a piece of one. */
export type CellRange = { first: number; last: number };

/**
 * Cells that may hold a point within `km`, as ranges by row: a superset, to be sifted by `distanceKm`. A row cut by the
 * date line gives two ranges. Throws RangeError for what is no position or no distance.
 */
export function cellRangesWithin(latitude: number, longitude: number, km: number): CellRange[] {
  cellOf(latitude, longitude);
  if (!(km >= 0 && Number.isFinite(km))) throw new RangeError(`not a distance: ${km}`);
  const span = km / DEGREE_KM;
  const south = Math.max(-90, latitude - span);
  const north = Math.min(90, latitude + span);
  const widest = Math.sin(Math.min(Math.PI / 2, km / EARTH_KM)) / Math.cos(radians(latitude));
  const aroundPole = south === -90 || north === 90 || !(widest < 1);
  const width = aroundPole ? 180 : (Math.asin(widest) * 180) / Math.PI;
  return rowsOf(south, north, longitude - width, longitude + width);
}

/** Cells of a box in degrees; west beyond east means across the date line. */
export function cellRangesIn(box: {
  west: number;
  south: number;
  east: number;
  north: number;
}): CellRange[] {
  const { west, south, east, north } = box;
  if (south > north) return [];
  return rowsOf(Math.max(-90, south), Math.min(90, north), west, west <= east ? east : east + 360);
}

function rowsOf(south: number, north: number, west: number, east: number): CellRange[] {
  const start = Math.floor((west + 180) / CELL_DEGREES);
  const columns = Math.min(Math.floor((east + 180) / CELL_DEGREES) - start + 1, COLUMNS);
  const first = ((start % COLUMNS) + COLUMNS) % COLUMNS;
  const ranges: CellRange[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    const begin = row * COLUMNS;
    const last = first + columns - 1;
    if (last < COLUMNS) ranges.push({ first: begin + first, last: begin + last });
    else {
      ranges.push({ first: begin + first, last: begin + COLUMNS - 1 });
      ranges.push({ first: begin, last: begin + last - COLUMNS });
    }
  }
  return ranges;
}

/** Every cell that may hold a point within `km`; a superset, to be sifted by `distanceKm`. */
export function cellsWithin(latitude: number, longitude: number, km: number): number[] {
  return cellRangesWithin(latitude, longitude, km).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
}
