/** Cells of a tile, each way. */
const CELLS = 4;
const EXTENT = 4096;
export const GRID = "grid";

/**
 * A vector tile that holds nothing but squared paper, for places of which the map has no streets. Source: Mapbox Vector
 * Tile 2.1.
 */
export function gridTile(): ArrayBuffer {
  const size = EXTENT / CELLS;
  const geometry: number[] = [];
  let [x, y] = [0, 0];
  const to = (nextX: number, nextY: number) => {
    geometry.push(zigzag(nextX - x), zigzag(nextY - y));
    [x, y] = [nextX, nextY];
  };
  for (let at = 0; at < EXTENT; at += size)
    for (const [fromX, fromY, toX, toY] of [
      [at, 0, at, EXTENT],
      [0, at, EXTENT, at],
    ] as const) {
      geometry.push(MOVE_TO);
      to(fromX, fromY);
      geometry.push(LINE_TO);
      to(toX, toY);
    }
  const feature = [...bytes(2, []), ...field(3, 0), LINE, ...bytes(4, geometry.flatMap(varint))];
  const layer = [
    ...field(15, 0),
    2,
    ...bytes(1, [...new TextEncoder().encode(GRID)]),
    ...field(5, 0),
    ...varint(EXTENT),
    ...bytes(2, feature),
  ];
  return new Uint8Array(bytes(3, layer)).buffer;
}

/** Commands with a count of one, and the type of a line. */
const MOVE_TO = (1 << 3) | 1;
const LINE_TO = (1 << 3) | 2;
const LINE = 2;

const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const field = (tag: number, wire: number) => varint((tag << 3) | wire);
const bytes = (tag: number, content: number[]) => [
  ...field(tag, 2),
  ...varint(content.length),
  ...content,
];
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
