/**
 * The number of a tile in a PMTiles archive: zoom by zoom, along a Hilbert curve in each.
 * Source: PMTiles specification 3, "Tile ID Encoding".
 */
export function tileId(z: number, x: number, y: number): number {
  let id = 0;
  for (let level = 0; level < z; level++) id += 4 ** level;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const lower = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) {
        x = side - 1 - (x & (side - 1));
        y = side - 1 - (y & (side - 1));
      }
      [x, y] = [y, x];
    }
  }
  return id;
}
