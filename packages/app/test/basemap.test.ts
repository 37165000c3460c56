import { readFileSync } from "node:fs";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { PMTiles, type Source } from "pmtiles";
import { describe, expect, test } from "vitest";
import { openArchive } from "../src/map/tile-archive.ts";
import { coast } from "../src/map/coast.ts";
import { GRID, gridTile } from "../src/map/grid-tile.ts";
import { tileId } from "../src/map/tile-id.ts";
import { coastSource } from "../basemap/coast.ts";
import { generateBasemap } from "../basemap/generate.ts";
import { buildOutskirts } from "../basemap/outskirts.ts";

const archive = readFileSync(new URL("../public/demo-map.pmtiles", import.meta.url));
const bytes = archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.byteLength);
const inMemory: Source = {
  getKey: () => "demo",
  getBytes: async (offset, length) => ({ data: bytes.slice(offset, offset + length) }),
};

describe("the bundled demo map", () => {
  test("is at most 705 kB", () => {
    expect(archive.length).toBeLessThanOrEqual(705_000);
  });

  test("reads the same through an independent reader, tile by tile", async () => {
    const ours = await openArchive(bytes);
    const theirs = new PMTiles(inMemory);
    const header = await theirs.getHeader();
    expect(header.minZoom).toBe(6);
    expect(ours.maxZoom).toBe(header.maxZoom);
    for (const [z, x, y] of [
      [6, 45, 28],
      [10, 722, 458],
      [13, 5776, 3667],
      [14, 11553, 7334],
      [14, 11553, 7335],
    ] as const) {
      const tile = await theirs.getZxy(z, x, y);
      expect(tile, `${z}/${x}/${y}`).toBeDefined();
      expect(new Uint8Array((await ours.tile(z, x, y))!)).toEqual(new Uint8Array(tile!.data));
    }
  });

  test("has no tile far out at sea", async () => {
    expect(await (await openArchive(bytes)).tile(14, 1, 1)).toBeNull();
  });

  test("comes out the same for the same seed", async () => {
    // The tiles of nearer zooms are cut out of the same features, and are most of the work.
    const again = new Uint8Array(generateBasemap(undefined, 11)).buffer;
    const [was, is] = await Promise.all([openArchive(bytes), openArchive(again)]);
    for (const [z, x, y] of [
      [6, 45, 28],
      [10, 722, 458],
      [11, 1444, 916],
    ] as const)
      expect(new Uint8Array((await is.tile(z, x, y))!)).toEqual(
        new Uint8Array((await was.tile(z, x, y))!),
      );
  });

  test("draws another fabric for another seed", () => {
    const size = { reach: 700, spacing: 320, hollow: false };
    expect(buildOutskirts(1, size)).toEqual(buildOutskirts(1, size));
    expect(buildOutskirts(1, size)).not.toEqual(buildOutskirts(2, size));
  });

  test("names its tiles along the Hilbert curve of the PMTiles specification", () => {
    expect([
      tileId(0, 0, 0),
      tileId(1, 0, 0),
      tileId(1, 0, 1),
      tileId(1, 1, 1),
      tileId(1, 1, 0),
      tileId(2, 0, 0),
    ]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(tileId(12, 3423, 1763)).toBe(19_078_479);
  });

  test("refuses what is not an archive", async () => {
    await expect(openArchive(new TextEncoder().encode("<html>").buffer)).rejects.toThrow(
      /not a PMTiles 3 archive/,
    );
    await expect(openArchive(bytes.slice(0, 100))).rejects.toThrow();
  });
});

describe("where the map has no streets", () => {
  test("a tile is squared paper, the same that an independent writer writes", () => {
    const lines = [0, 1024, 2048, 3072].flatMap((at) => [
      [
        [at, 0],
        [at, 4096],
      ],
      [
        [0, at],
        [4096, at],
      ],
    ]);
    const features = [{ type: 2, geometry: lines, tags: {} }];
    const theirs = fromGeojsonVt({ [GRID]: { features } } as never, { version: 2, extent: 4096 });
    expect(new Uint8Array(gridTile())).toEqual(new Uint8Array(theirs));
  });

  test("the coast is Natural Earth's, and lies where India's is", () => {
    expect(readFileSync(new URL("../src/map/coast-lines.ts", import.meta.url), "utf8")).toBe(
      coastSource(),
    );
    const points = coast().features.flatMap(({ geometry }) =>
      geometry.type === "LineString" ? geometry.coordinates : [],
    );
    const near = ([lon, lat]: [number, number]) =>
      Math.min(...points.map(([x, y]) => Math.hypot(x! - lon, y! - lat)));
    for (const port of [
      [72.83, 18.95],
      [80.29, 13.1],
      [76.24, 9.97],
      [83.3, 17.69],
    ] as [number, number][])
      expect(near(port)).toBeLessThan(0.3);
    expect(near([77.59, 12.97])).toBeGreaterThan(2);
  });
});
