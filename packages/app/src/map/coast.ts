import type { FeatureCollection } from "geojson";
import { COAST } from "./coast-lines.ts";

/** About right from afar only: half a kilometre of it is made up. The sea is on the left of each line. */
export const coast = (): FeatureCollection => ({
  type: "FeatureCollection",
  features: COAST.split(",").map((line) => {
    const numbers = line.split(" ").map((hundredths) => Number(hundredths) / 100);
    const coordinates = numbers.flatMap((lon, i) => (i % 2 ? [] : [[lon, numbers[i + 1]!]]));
    return { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } };
  }),
});
