import { decodePolyline, distanceKm, thinLine, type Position } from "@voltmarg/rules";
import type { RouterAnswer } from "./router.ts";

/** Why there is no road: none near a place, none between them, too far, or the router does not answer as it should. */
export type NoRoad = "NO_ROAD" | "NO_ROUTE" | "TOO_LONG" | "UNREACHABLE";

/** A stretch between two samples of a road. */
export type Stretch = { leg: number; km: number; minutes: number };

export type Road = {
  km: number;
  /** One for each place between and the end. */
  legs: { km: number; minutes: number }[];
  /** Few points, as for a map, and the km by road at each. */
  line: Position[];
  lineKm: number[];
  /** Places whose heights are asked for, and the stretches between them. */
  samples: Position[];
  stretches: Stretch[];
};

export const MOST_KM = 4_000;
const MOST_POINTS = 200_000;
const MOST_SAMPLES = 1_500;
const LEAST_SAMPLE_KM = 0.5;
const MOST_LINE_POINTS = 1_000;
const FINEST_LINE_KM = 0.02;
/** A place further from its road is not on one: in the sea, or in a country whose roads the router does not have. */
const NEAR_KM = 5;
/** How far the length of a shape may be from what the router says it is. */
const SHAPE_FACTOR = 1.5;

/** Valhalla's error codes; valhalla.github.io/valhalla/api/turn-by-turn/api-reference */
const REFUSALS: Readonly<Record<number, NoRoad>> = {
  154: "TOO_LONG",
  158: "TOO_LONG",
  170: "NO_ROUTE",
  171: "NO_ROAD",
  441: "NO_ROUTE",
  442: "NO_ROUTE",
};

/** Reads what a router answered to a route through these places. Everything in it may be wrong. */
export function readRoad(answer: RouterAnswer | null, through: readonly Position[]): Road | NoRoad {
  if (answer === null) return "UNREACHABLE";
  const body = parsed(answer.body);
  if (answer.status !== 200)
    return REFUSALS[numberOf(field(body, "error_code")) ?? 0] ?? "UNREACHABLE";
  const given = field(field(body, "trip"), "legs");
  if (!Array.isArray(given) || given.length !== through.length - 1) return "UNREACHABLE";
  const legs: Leg[] = [];
  for (const one of given) {
    const leg = readLeg(one);
    if (!leg) return "UNREACHABLE";
    legs.push(leg);
  }
  const isNear = legs.every(
    ({ shape }, nth) =>
      distanceKm(shape[0]!, through[nth]!) <= NEAR_KM &&
      distanceKm(shape.at(-1)!, through[nth + 1]!) <= NEAR_KM,
  );
  if (!isNear) return "NO_ROAD";
  const km = legs.reduce((sum, leg) => sum + leg.km, 0);
  if (km > MOST_KM) return "TOO_LONG";
  const lengths = legs.map((leg) => ({ km: leg.km, minutes: leg.minutes }));
  return { km, legs: lengths, ...drawn(legs, km) };
}

type Leg = {
  km: number;
  minutes: number;
  shape: Position[];
  /** Of the way from each point to the next. */
  segments: { km: number; minutes: number }[];
};

function readLeg(given: unknown): Leg | null {
  const summary = field(given, "summary");
  const [km, seconds] = [numberOf(field(summary, "length")), numberOf(field(summary, "time"))];
  const text = field(given, "shape");
  if (km === null || seconds === null || typeof text !== "string") return null;
  const shape = decodePolyline(text, MOST_POINTS, 6);
  if (!shape || shape.length < 2) return null;
  const lengths = shape.slice(1).map((point, nth) => distanceKm(shape[nth]!, point));
  const length = lengths.reduce((sum, each) => sum + each, 0);
  if (Math.max(km, length) > 1 && Math.max(km / length, length / km) > SHAPE_FACTOR) return null;
  const times = timesOf(field(given, "maneuvers"), lengths, seconds / 60 / (length || 1));
  const time = times.reduce((sum, each) => sum + each, 0);
  return {
    km,
    minutes: seconds / 60,
    shape,
    segments: lengths.map((each, nth) => ({
      km: length === 0 ? 0 : (each * km) / length,
      minutes: time === 0 ? 0 : (times[nth]! * seconds) / 60 / time,
    })),
  };
}

/** Minutes of each segment by the speed of the maneuver it belongs to, else by the leg's. */
function timesOf(maneuvers: unknown, lengths: readonly number[], perKm: number): number[] {
  const times = lengths.map((km) => km * perKm);
  if (!Array.isArray(maneuvers)) return times;
  for (const one of maneuvers) {
    const begin = numberOf(field(one, "begin_shape_index"));
    const end = numberOf(field(one, "end_shape_index"));
    const seconds = numberOf(field(one, "time"));
    if (begin === null || end === null || seconds === null || end > lengths.length) continue;
    const km = lengths.slice(begin, end).reduce((sum, each) => sum + each, 0);
    if (km === 0) continue;
    for (let at = begin; at < end; at += 1) times[at] = (lengths[at]! * seconds) / 60 / km;
  }
  return times;
}

function drawn(
  legs: readonly Leg[],
  km: number,
): Pick<Road, "line" | "lineKm" | "samples" | "stretches"> {
  const spacing = Math.max(LEAST_SAMPLE_KM, km / MOST_SAMPLES);
  const points: Position[] = [];
  const alongKm: number[] = [];
  const samples: Position[] = [];
  const stretches: Stretch[] = [];
  let along = 0;
  legs.forEach(({ shape, segments }, leg) => {
    let stretch: Stretch = { leg, km: 0, minutes: 0 };
    if (leg === 0) {
      points.push(shape[0]!);
      alongKm.push(0);
      samples.push(shape[0]!);
    }
    segments.forEach((segment, nth) => {
      const point = shape[nth + 1]!;
      along += segment.km;
      points.push(point);
      alongKm.push(along);
      stretch.km += segment.km;
      stretch.minutes += segment.minutes;
      if (stretch.km < spacing && nth < segments.length - 1) return;
      samples.push(point);
      stretches.push(stretch);
      stretch = { leg, km: 0, minutes: 0 };
    });
  });
  let finest = FINEST_LINE_KM;
  let kept = thinLine(points, finest);
  while (kept.length > MOST_LINE_POINTS) kept = thinLine(points, (finest *= 2));
  return {
    line: kept.map((at) => points[at]!),
    lineKm: kept.map((at) => alongKm[at]!),
    samples,
    stretches,
  };
}

/** Metres for each sample; a few that are missing are those of the sample before. null: they are not known. */
export function readHeights(answer: RouterAnswer | null, samples: number): number[] | null {
  const given = answer?.status === 200 ? field(parsed(answer.body), "height") : null;
  if (!Array.isArray(given) || given.length !== samples) return null;
  const known = given.map((each) =>
    typeof each === "number" && Math.abs(each) < 9_000 ? each : null,
  );
  const missing = known.filter((each) => each === null).length;
  if (missing > samples * MISSING_SHARE) return null;
  let last = known.find((each) => each !== null) ?? 0;
  return known.map((each) => (last = each ?? last));
}
const MISSING_SHARE = 0.1;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const field = (value: unknown, name: string): unknown =>
  value !== null && typeof value === "object"
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A number from 0 up; null: it is none. */
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
