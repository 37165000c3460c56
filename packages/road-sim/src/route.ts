import { type Answer, json, refused } from "./answer.ts";
import { distanceKm, type Graph, type Point } from "./graph.ts";
import { encode } from "./polyline6.ts";
import { shortestPath, type Step } from "./shortest-path.ts";

type Fields = Record<string, unknown>;

/** As Valhalla's service_limits for a car. */
const MOST_LOCATIONS = 20;
const MOST_KM = 5_000;
const COSTINGS = new Set(["auto", "taxi", "motorcycle", "motor_scooter"]);

/** Valhalla's `/route`: legs between the locations, each with its shape, its time and its maneuvers. */
export function answerRoute(graph: Graph, { locations, costing, units }: Fields): Answer {
  if (typeof costing !== "string") return refused(124, "No edge/node costing provided");
  if (!COSTINGS.has(costing)) return refused(125, `No costing method found: '${costing}'`);
  const places = readLocations(locations);
  if (!places) return refused(110, "Insufficiently specified required parameter 'locations'");
  if (places.length < 2) return refused(120, "Insufficient number of locations provided");
  if (places.length > MOST_LOCATIONS) return refused(150, "Exceeded max locations: 20");
  if (units !== undefined && units !== "kilometers" && units !== "km")
    return refused(100, "The simulator knows kilometers only");
  const straight = places.slice(1).map((place, nth) => distanceKm(places[nth]!, place));
  if (straight.reduce((sum, km) => sum + km, 0) > MOST_KM)
    return refused(154, "Path distance exceeds the max distance limit: 5000000 meters");
  const found = places.map((place) => graph.nearest(place));
  if (found.some((each) => each === null)) return refused(171, "No suitable edges near location");
  const at = found.map((each) => each!.at);
  const ways = at.slice(1).map((to, nth) => shortestPath(graph, at[nth]!, to));
  if (ways.some((way) => way === null)) return refused(442, "No path could be found for input");
  const legs = ways.map((way, nth) => legOf(graph, at[nth]!, way!));
  return json(200, {
    trip: {
      locations: places.map(({ lat, lon }, nth) => ({
        type: "break",
        lat,
        lon,
        original_index: nth,
      })),
      legs,
      summary: sumOf(legs.map(({ summary }) => summary)),
      status_message: "Found route between points",
      status: 0,
      units: "kilometers",
      language: "en-US",
    },
  });
}

function readLocations(given: unknown): Point[] | null {
  if (!Array.isArray(given)) return null;
  const places = given.map((each) => each as { lat?: unknown; lon?: unknown } | null);
  const isPlace = (each: (typeof places)[number]): each is Point =>
    typeof each?.lat === "number" &&
    typeof each.lon === "number" &&
    Math.abs(each.lat) <= 90 &&
    Math.abs(each.lon) <= 180;
  return places.every(isPlace) ? places.map(({ lat, lon }) => ({ lat, lon })) : null;
}

type Summary = { time: number; length: number };
const sumOf = (parts: readonly Summary[]): Summary => ({
  time: rounded(parts.reduce((sum, { time }) => sum + time, 0)),
  length: rounded(parts.reduce((sum, { length }) => sum + length, 0)),
});
const rounded = (value: number) => Math.round(value * 1000) / 1000;

function legOf({ points }: Graph, from: number, way: readonly Step[]) {
  const shape = [points[from]!, ...way.map(({ edge }) => points[edge.to]!)];
  const maneuvers: ReturnType<typeof maneuver>[] = [];
  for (let first = 0; first < way.length;) {
    const { road } = way[first]!.edge;
    let last = first;
    while (way[last + 1]?.edge.road.name === road.name) last += 1;
    maneuvers.push(maneuver(way.slice(first, last + 1), first));
    first = last + 1;
  }
  const end = way.length;
  return {
    maneuvers: [
      ...maneuvers,
      {
        type: 4,
        instruction: "You have arrived at your destination.",
        time: 0,
        length: 0,
        begin_shape_index: end,
        end_shape_index: end,
      },
    ],
    summary: sumOf(maneuvers),
    shape: encode(shape),
  };
}

function maneuver(steps: readonly Step[], begin: number) {
  const { road } = steps[0]!.edge;
  const length = steps.reduce((sum, { edge }) => sum + edge.km, 0);
  return {
    type: begin === 0 ? 1 : 8,
    instruction: `Drive on ${road.name}.`,
    street_names: [road.name],
    time: rounded((length / road.kmh) * 3_600),
    length: rounded(length),
    begin_shape_index: begin,
    end_shape_index: begin + steps.length,
  };
}
