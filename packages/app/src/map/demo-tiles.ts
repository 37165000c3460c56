import { addProtocol } from "maplibre-gl";
import { DEMO_SCHEME } from "./bundled-style.ts";
import { gridTile } from "./grid-tile.ts";
import { openArchive, type TileArchive } from "./tile-archive.ts";

const ARCHIVE = `${import.meta.env.BASE_URL}demo-map.pmtiles`;

let archive: Promise<TileArchive> | null = null;

/** Answers MapLibre's requests for tiles of the demo map. */
export function serveDemoTiles(): void {
  addProtocol(DEMO_SCHEME, async ({ url }) => {
    archive ??= fetch(ARCHIVE)
      .then((response) => {
        if (!response.ok) throw new Error(`the demo map answered ${response.status}`);
        return response.arrayBuffer();
      })
      .then(openArchive);
    // A failed load may be tried again with the next tile.
    archive.catch(() => (archive = null));
    const [z = 0, x = 0, y = 0] = url.replace(`${DEMO_SCHEME}://`, "").split("/").map(Number);
    const tile = await (await archive).tile(z, x, y);
    return { data: tile ?? gridTile() };
  });
}
