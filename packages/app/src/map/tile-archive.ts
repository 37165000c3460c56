import { tileId } from "./tile-id.ts";

/**
 * A PMTiles 3 archive held in memory: one fetch, so it works from the service worker's cache and
 * from the native shells, neither of which answers HTTP ranges. Root directory only, gzip inside.
 * Source: PMTiles specification 3.
 */
export type TileArchive = {
  maxZoom: number;
  /** The tile's bytes, uncompressed; null when the archive has no such tile. */
  tile: (z: number, x: number, y: number) => Promise<ArrayBuffer | null>;
};

const GZIP = 2;

export async function openArchive(bytes: ArrayBuffer): Promise<TileArchive> {
  const view = new DataView(bytes);
  const magic = new TextDecoder().decode(new Uint8Array(bytes, 0, Math.min(7, bytes.byteLength)));
  if (magic !== "PMTiles" || view.getUint8(7) !== 3) throw new Error("not a PMTiles 3 archive");
  if (view.getUint8(97) !== GZIP || view.getUint8(98) !== GZIP)
    throw new Error("the archive is not packed with gzip");
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  if (u64(48) > 0) throw new Error("the archive has leaf directories");
  const directory = readDirectory(
    new Uint8Array(await gunzip(new Uint8Array(bytes, u64(8), u64(16)))),
  );
  const dataAt = u64(56);
  return {
    maxZoom: view.getUint8(101),
    async tile(z, x, y) {
      const entry = directory.get(tileId(z, x, y));
      if (!entry) return null;
      return gunzip(new Uint8Array(bytes, dataAt + entry.offset, entry.length));
    },
  };
}

function readDirectory(bytes: Uint8Array): Map<number, { offset: number; length: number }> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("the archive's directory is cut short");
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const count = varint();
  const column = () => Array.from({ length: count }, varint);
  const deltas = column();
  const runs = column();
  const lengths = column();
  const offsets = column();
  const directory = new Map<number, { offset: number; length: number }>();
  let id = 0;
  let next = 0;
  for (let i = 0; i < count; i++) {
    id += deltas[i]!;
    const offset = offsets[i] === 0 ? next : offsets[i]! - 1;
    const length = lengths[i]!;
    for (let k = 0; k < runs[i]!; k++) directory.set(id + k, { offset, length });
    next = offset + length;
  }
  return directory;
}

function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
