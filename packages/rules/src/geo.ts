export type Position = { latitude: number; longitude: number };

/** Earth radius in km for all distances. */
export const EARTH_KM = 6371.0088;
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

/** Beyond it nobody stands at a charger, however bad the phone's position is. */
const AT_STATION_KM = 0.2;
/** Whether somebody so many km away may stand at the station. */
export const isAtStation = (km: number): boolean => km <= AT_STATION_KM;

/** The Earth in cells of so many degrees, counted row by row from the south pole and the date line. */
export type Grid = {
  degrees: number;
  columns: number;
  rows: number;
  /** Of the southern edge of each row, and of the pole. */
  sinOfEdge: Float64Array;
  cosOfEdge: Float64Array;
};

/** A grid of cells whose size divides 180 degrees. */
export function gridOf(degrees: number): Grid {
  const rows = Math.round(180 / degrees);
  const edges = Float64Array.from({ length: rows + 1 }, (_, row) => radians(row * degrees - 90));
  return {
    degrees,
    columns: rows * 2,
    rows,
    sinOfEdge: edges.map(Math.sin),
    cosOfEdge: edges.map(Math.cos),
  };
}

/** The cells of the column by which the database finds locations. */
const COARSE = gridOf(0.05);

function rowOf({ degrees, rows }: Grid, latitude: number): number {
  return Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / degrees)));
}

function columnOf({ degrees, columns }: Grid, longitude: number): number {
  return Math.floor((longitude + 180) / degrees) % columns;
}

/** Number of the cell that holds a position. Throws RangeError for a position that is not on Earth. */
export function cellIn(grid: Grid, latitude: number, longitude: number): number {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    throw new RangeError(`not a position: ${latitude}, ${longitude}`);
  }
  return rowOf(grid, latitude) * grid.columns + columnOf(grid, longitude);
}

/**
 * Number of the 0.05° cell that holds a position, counted row by row from the south pole and
 * the date line. Throws RangeError for a position that is not on Earth.
 */
export const cellOf = (latitude: number, longitude: number): number =>
  cellIn(COARSE, latitude, longitude);

/** Cells from the first to the last, both included; one row of the grid, or a piece of one. */
export type CellRange = { first: number; last: number };

/**
 * Cells that may contain a point within `km`, as ranges by row: a superset, to be filtered by `distanceKm`. A row
 * cut by the date line gives two ranges. Throws RangeError for an invalid position or distance.
 */
export function rangesWithin(
  grid: Grid,
  latitude: number,
  longitude: number,
  km: number,
): CellRange[] {
  cellIn(grid, latitude, longitude);
  if (!(km >= 0 && Number.isFinite(km))) throw new RangeError(`not a distance: ${km}`);
  const angle = km / EARTH_KM;
  const span = km / DEGREE_KM;
  const firstRow = rowOf(grid, Math.max(-90, latitude - span));
  const lastRow = rowOf(grid, Math.min(90, latitude + span));
  const cosAngle = Math.cos(angle);
  const sin = Math.sin(radians(latitude));
  const cos = Math.cos(radians(latitude));
  /** Degrees of longitude the circle reaches to either side at the southern edge of a row. */
  const reach = (row: number): number => {
    const beside = cos * grid.cosOfEdge[row]!;
    const cosine = (cosAngle - sin * grid.sinOfEdge[row]!) / beside;
    return beside < 1e-9 || cosine <= -1 ? 180 : cosine >= 1 ? 0 : Math.acos(cosine) * DEGREES;
  };
  // A circle is widest where it touches a meridian; one that holds a pole touches none.
  const touch = sin / cosAngle;
  const holdsPole = angle >= Math.PI / 2 || Math.abs(latitude) + angle * DEGREES >= 90;
  const widest = holdsPole ? 180 : Math.asin(Math.min(1, Math.sin(angle) / cos)) * DEGREES;
  const widestRow = holdsPole ? -1 : rowOf(grid, Math.asin(touch) * DEGREES);
  const ranges: CellRange[] = [];
  let below = reach(firstRow);
  for (let row = firstRow; row <= lastRow; row++) {
    const above = reach(row + 1);
    // Slightly more, because of rounding.
    const width = (row === widestRow ? widest : Math.max(below, above)) + 1e-6;
    pushRanges(grid, ranges, row, longitude - width, longitude + width);
    below = above;
  }
  return ranges;
}

const DEGREES = 180 / Math.PI;
/** Cells of a box in degrees; west beyond east means across the date line. */
export function rangesIn(
  grid: Grid,
  box: { west: number; south: number; east: number; north: number },
): CellRange[] {
  const { west, south, east, north } = box;
  const ranges: CellRange[] = [];
  if (south > north) return ranges;
  const last = rowOf(grid, Math.min(90, north));
  for (let row = rowOf(grid, Math.max(-90, south)); row <= last; row++)
    pushRanges(grid, ranges, row, west, west <= east ? east : east + 360);
  return ranges;
}

function pushRanges(
  grid: Grid,
  ranges: CellRange[],
  row: number,
  west: number,
  east: number,
): void {
  const start = Math.floor((west + 180) / grid.degrees);
  const columns = Math.min(Math.floor((east + 180) / grid.degrees) - start + 1, grid.columns);
  const begin = row * grid.columns;
  const first = begin + (((start % grid.columns) + grid.columns) % grid.columns);
  const last = first + columns - 1;
  const end = begin + grid.columns - 1;
  if (last <= end) ranges.push({ first, last });
  else ranges.push({ first, last: end }, { first: begin, last: last - grid.columns });
}
