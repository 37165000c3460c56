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
  const angle = km / EARTH_KM;
  const span = km / DEGREE_KM;
  const firstRow = rowOf(Math.max(-90, latitude - span));
  const lastRow = rowOf(Math.min(90, latitude + span));
  const cosAngle = Math.cos(angle);
  const sin = Math.sin(radians(latitude));
  const cos = Math.cos(radians(latitude));
  /** Degrees of longitude the circle reaches to either side at the southern edge of a row. */
  const reach = (row: number): number => {
    const beside = cos * COS_OF_EDGE[row]!;
    const cosine = (cosAngle - sin * SIN_OF_EDGE[row]!) / beside;
    return beside < 1e-9 || cosine <= -1 ? 180 : cosine >= 1 ? 0 : Math.acos(cosine) * DEGREES;
  };
  // A circle is widest where it touches a meridian; one that holds a pole touches none.
  const touch = sin / cosAngle;
  const holdsPole = angle >= Math.PI / 2 || Math.abs(latitude) + angle * DEGREES >= 90;
  const widest = holdsPole ? 180 : Math.asin(Math.min(1, Math.sin(angle) / cos)) * DEGREES;
  const widestRow = holdsPole ? -1 : rowOf(Math.asin(touch) * DEGREES);
  const ranges: CellRange[] = [];
  let below = reach(firstRow);
  for (let row = firstRow; row <= lastRow; row++) {
    const above = reach(row + 1);
    // A little more, for what rounding takes away.
    const width = (row === widestRow ? widest : Math.max(below, above)) + 1e-6;
    pushRanges(ranges, row, longitude - width, longitude + width);
    below = above;
  }
  return ranges;
}

const DEGREES = 180 / Math.PI;
/** Of the southern edge of each row, and of the pole. */
const EDGES = Float64Array.from({ length: ROWS + 1 }, (_, row) => radians(row * CELL_DEGREES - 90));
const SIN_OF_EDGE = EDGES.map(Math.sin);
const COS_OF_EDGE = EDGES.map(Math.cos);

/** Cells of a box in degrees; west beyond east means across the date line. */
export function cellRangesIn(box: {
  west: number;
  south: number;
  east: number;
  north: number;
}): CellRange[] {
  const { west, south, east, north } = box;
  const ranges: CellRange[] = [];
  if (south > north) return ranges;
  const last = rowOf(Math.min(90, north));
  for (let row = rowOf(Math.max(-90, south)); row <= last; row++)
    pushRanges(ranges, row, west, west <= east ? east : east + 360);
  return ranges;
}

function pushRanges(ranges: CellRange[], row: number, west: number, east: number): void {
  const start = Math.floor((west + 180) / CELL_DEGREES);
  const columns = Math.min(Math.floor((east + 180) / CELL_DEGREES) - start + 1, COLUMNS);
  const begin = row * COLUMNS;
  const first = begin + (((start % COLUMNS) + COLUMNS) % COLUMNS);
  const last = first + columns - 1;
  const end = begin + COLUMNS - 1;
  if (last <= end) ranges.push({ first, last });
  else ranges.push({ first, last: end }, { first: begin, last: last - COLUMNS });
}

/** Every cell that may hold a point within `km`; a superset, to be sifted by `distanceKm`. */
export function cellsWithin(latitude: number, longitude: number, km: number): number[] {
  return cellRangesWithin(latitude, longitude, km).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
}
