export type Position = { latitude: number; longitude: number };

const EARTH_KM = 6371.0088;
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

/** Every cell that may hold a point within `km`; a superset, to be sifted by `distanceKm`. */
export function cellsWithin(latitude: number, longitude: number, km: number): number[] {
  cellOf(latitude, longitude);
  if (!(km >= 0 && Number.isFinite(km))) throw new RangeError(`not a distance: ${km}`);
  const span = km / DEGREE_KM;
  const south = Math.max(-90, latitude - span);
  const north = Math.min(90, latitude + span);
  const widest = Math.sin(Math.min(Math.PI / 2, km / EARTH_KM)) / Math.cos(radians(latitude));
  const aroundPole = south === -90 || north === 90 || !(widest < 1);
  const width = aroundPole ? 180 : (Math.asin(widest) * 180) / Math.PI;
  const first = Math.floor((longitude - width + 180) / CELL_DEGREES);
  const last = Math.floor((longitude + width + 180) / CELL_DEGREES);
  const columns = Math.min(last - first + 1, COLUMNS);
  const cells: number[] = [];
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    for (let offset = 0; offset < columns; offset++) {
      cells.push(row * COLUMNS + ((((first + offset) % COLUMNS) + COLUMNS) % COLUMNS));
    }
  }
  return cells;
}
