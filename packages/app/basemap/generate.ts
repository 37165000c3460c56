// Writes the demo map the app falls back to: `node basemap/generate.ts [file]`.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { type Tile, writeArchive } from "./archive-writer.ts";
import { buildLayers, type Layer } from "./layers.ts";

const SEED = 20261120;
const MIN_ZOOM = 6;
const MAX_ZOOM = 14;

export function generateBasemap(seed = SEED, maxZoom = MAX_ZOOM): Buffer {
  const layers = buildLayers(seed);
  const bounds = boundsOf(layers);
  const indexed = layers.map((layer) => ({
    ...layer,
    index: new GeoJSONVT(
      { type: "FeatureCollection", features: layer.features },
      { maxZoom: MAX_ZOOM, indexMaxZoom: 8, tolerance: 6, buffer: 32, extent: 4096 },
    ),
  }));
  const tiles: Tile[] = [];
  for (let z = MIN_ZOOM; z <= maxZoom; z++) {
    const [x0, y1] = tileAt(z, bounds[0], bounds[1]);
    const [x1, y0] = tileAt(z, bounds[2], bounds[3]);
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) {
        const found = indexed
          .filter((layer) => z >= layer.minZoom)
          .map((layer) => [layer.name, layer.index.getTile(z, x, y)] as const)
          .filter(([, tile]) => tile && tile.features.length > 0);
        if (found.length === 0) continue;
        const bytes = fromGeojsonVt(
          Object.fromEntries(found.map(([name, tile]) => [name, tile!])),
          { version: 2, extent: 4096 },
        );
        tiles.push({ z, x, y, bytes });
      }
  }
  return writeArchive(tiles, bounds, {
    name: "Demo map",
    attribution: "Demo map (fictional streets)",
    vector_layers: layers.map((layer) => ({
      id: layer.name,
      minzoom: layer.minZoom,
      maxzoom: MAX_ZOOM,
      fields: {},
    })),
  });
}

function tileAt(z: number, lon: number, lat: number): [number, number] {
  const n = 2 ** z;
  const radians = (lat * Math.PI) / 180;
  return [
    Math.floor(((lon + 180) / 360) * n),
    Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * n),
  ];
}

function boundsOf(layers: Layer[]): [number, number, number, number] {
  const positions = layers.flatMap((layer) =>
    layer.features.flatMap((feature) =>
      JSON.stringify(feature.geometry)
        .match(/\[[-\d.]+,[-\d.]+\]/g)!
        .map((pair) => JSON.parse(pair) as [number, number]),
    ),
  );
  const low = (axis: 0 | 1) => positions.reduce((m, p) => Math.min(m, p[axis]), Infinity);
  const high = (axis: 0 | 1) => positions.reduce((m, p) => Math.max(m, p[axis]), -Infinity);
  return [low(0), low(1), high(0), high(1)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file =
    process.argv[2] ?? fileURLToPath(new URL("../public/demo-map.pmtiles", import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  const archive = generateBasemap();
  writeFileSync(file, archive);
  process.stdout.write(`${file}: ${Math.round(archive.length / 1000)} kB\n`);
}
