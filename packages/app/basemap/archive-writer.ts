import { gzipSync } from "node:zlib";
import { tileId } from "../src/map/tile-id.ts";

export type Tile = { z: number; x: number; y: number; bytes: Uint8Array };
export type Bounds = [west: number, south: number, east: number, north: number];

/** A PMTiles 3 archive with one root directory. Source: PMTiles specification 3. */
export function writeArchive(tiles: Tile[], bounds: Bounds, metadata: object): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: tileId(tile.z, tile.x, tile.y), packed: pack(tile.bytes) }))
    .sort((a, b) => a.id - b.id);

  const column = (value: (i: number) => number) => sorted.flatMap((_, i) => varint(value(i)));
  const directory = pack(
    Uint8Array.from([
      ...varint(sorted.length),
      ...column((i) => sorted[i]!.id - (sorted[i - 1]?.id ?? 0)),
      ...column(() => 1),
      ...column((i) => sorted[i]!.packed.length),
      ...column((i) => (i === 0 ? 1 : 0)),
    ]),
  );
  const meta = pack(new TextEncoder().encode(JSON.stringify(metadata)));
  const data = Buffer.concat(sorted.map((tile) => tile.packed));

  const header = Buffer.alloc(127);
  header.write("PMTiles", 0, "ascii");
  header.writeUInt8(3, 7);
  const u64 = (value: number, at: number) => header.writeBigUInt64LE(BigInt(value), at);
  u64(127, 8);
  u64(directory.length, 16);
  u64(127 + directory.length, 24);
  u64(meta.length, 32);
  u64(127 + directory.length + meta.length, 40);
  u64(0, 48);
  u64(127 + directory.length + meta.length, 56);
  u64(data.length, 64);
  for (const at of [72, 80, 88]) u64(sorted.length, at);
  const [CLUSTERED, GZIP, MVT] = [1, 2, 1];
  header.writeUInt8(CLUSTERED, 96);
  header.writeUInt8(GZIP, 97);
  header.writeUInt8(GZIP, 98);
  header.writeUInt8(MVT, 99);
  const zooms = sorted.map((tile) => tile.z);
  header.writeUInt8(Math.min(...zooms), 100);
  header.writeUInt8(Math.max(...zooms), 101);
  bounds.forEach((degrees, i) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i));
  header.writeUInt8(12, 118);
  header.writeInt32LE(Math.round(((bounds[0] + bounds[2]) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((bounds[1] + bounds[3]) / 2) * 1e7), 123);
  if (127 + directory.length > 16_384) throw new Error("the root directory must end within 16 kB");
  return Buffer.concat([header, directory, meta, data]);
}

const pack = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 });

function varint(value: number): number[] {
  const out: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) | 128);
  return [...out, value];
}
