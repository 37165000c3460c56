import { type Answer, json, refused } from "./answer.ts";
import { distanceKm, type Graph, type Point } from "./graph.ts";
import { decode } from "./polyline6.ts";

const MOST_POINTS = 10_000;

/** Valhalla's `/height`: metres above the sea of each point of a shape; null far from every road. */
export function answerHeight(graph: Graph, fields: Record<string, unknown>): Answer {
  const shape = readShape(fields);
  if (!shape || shape.length === 0)
    return refused(310, "No shape provided or the shape is not correctly encoded");
  if (shape.length > MOST_POINTS) return refused(314, "Too many shape points: 10000 at most");
  const heights = shape.map((point) => {
    const found = graph.nearest(point);
    return found && graph.heights[found.at]!;
  });
  if (fields["range"] !== true) return json(200, { height: heights });
  let metres = 0;
  const range_height = shape.map((point, nth) => {
    metres += nth === 0 ? 0 : distanceKm(shape[nth - 1]!, point) * 1_000;
    return [Math.round(metres), heights[nth]];
  });
  return json(200, { range_height });
}

function readShape({ shape, encoded_polyline }: Record<string, unknown>): Point[] | null {
  if (typeof encoded_polyline === "string") return decode(encoded_polyline);
  if (!Array.isArray(shape)) return null;
  const points = shape as readonly ({ lat?: unknown; lon?: unknown } | null)[];
  const isPoint = (each: (typeof points)[number]): each is Point =>
    typeof each?.lat === "number" && typeof each.lon === "number";
  return points.every(isPoint) ? [...points] : null;
}
