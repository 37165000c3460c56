// Writes India's coast for the map: `node basemap/coast.ts`. From Natural Earth, public domain.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
};

/** West, south, east, north: the sea around India. No land border lies in a coast. */
const SEA = [66, 5, 95, 25.5] as const;

/** Lines of longitude, latitude, longitude …, in hundredths of a degree; the sea is on their left. */
export function coastLines(): number[][] {
  const require = createRequire(import.meta.url);
  const file = require.resolve("world-atlas/land-50m.json");
  const { arcs, transform } = JSON.parse(readFileSync(file, "utf8")) as Topology;
  const { scale, translate } = transform;
  const lines: number[][] = [];
  for (const arc of arcs) {
    let [x, y] = [0, 0];
    let line: number[] = [];
    for (const [dx, dy] of arc) {
      x += dx;
      y += dy;
      const [lon, lat] = [x * scale[0] + translate[0], y * scale[1] + translate[1]];
      if (lon < SEA[0] || lat < SEA[1] || lon > SEA[2] || lat > SEA[3]) line = [];
      else {
        if (line.length === 0) lines.push(line);
        line.push(Math.round(lon * 100), Math.round(lat * 100));
      }
    }
  }
  return lines.filter((line) => line.length > 2);
}

export const coastSource = (): string =>
  `/** India's coast, about, from Natural Earth (public domain); written by \`basemap/coast.ts\`, which says what it means. */
export const COAST =
  "${coastLines()
    .map((line) => line.join(" "))
    .join(",")}";
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL("../src/map/coast-lines.ts", import.meta.url), coastSource());
