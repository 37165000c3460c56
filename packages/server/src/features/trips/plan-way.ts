import type { RouteInput, RouteOutput, trips, Vehicle } from "@voltmarg/contract";
import { encodePolyline, kmAlong, type Position } from "@voltmarg/rules";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { chargeAlong } from "./charge-along.ts";
import { faultOfPlaces } from "./check-places.ts";
import { everydayDrive, paceOf, type EverydayDrive } from "./everyday-drive.ts";
import { findRoad, type RoadDeps, type RoadWithHeights } from "./find-road.ts";
import { learnedUseOf, type LearnDeps } from "./learned-use.ts";
import { energyOfWay, type Way } from "./plan-job.ts";
import { DETOUR_FACTOR } from "./trip-candidates.ts";

type Asked = RouteInput<typeof trips.planWay>["body"];
type Answer = RouteOutput<typeof trips.planWay>["data"];
type Code = (typeof trips.planWay.errors)[number];

export type WayDeps = RoadDeps &
  LearnDeps & {
    vehicleOf(userId: string, id: string | undefined): Promise<Vehicle | null>;
  };

/** Straight legs are cut into pieces of so many km. */
const PIECE_KM = 1;

/** The way through some places and how far the battery lasts on it, for vehicles of all types. */
export async function planWay(
  deps: WayDeps,
  userId: string,
  { start, end, through, vehicle_id, charge_percent }: Asked,
): Promise<Outcome<{ data: Answer }, Code>> {
  const vehicle = await deps.vehicleOf(userId, vehicle_id);
  if (!vehicle && vehicle_id !== undefined) return refuse("NOT_FOUND");
  const places = [start, ...through, end];
  const fault = faultOfPlaces(places);
  if (fault) return refuse(fault);
  const drive = vehicle && everydayDrive(vehicle, await learnedUseOf(deps, userId, vehicle));
  const charge = drive && charge_percent !== undefined ? { drive, percent: charge_percent } : null;
  const road = await findRoad(deps, places, { withHeights: charge !== null });
  if (road === "NO_ROAD" || road === "NO_ROUTE") return refuse(`TRIP_${road}`);
  if (road === "TOO_LONG") return refuse("TRIP_TOO_LONG");
  const answer =
    typeof road === "string" ? straightWay(places, charge) : roadWay(road, vehicle, charge);
  return done({ data: answer });
}

type Charge = { drive: EverydayDrive; percent: number } | null;

function roadWay(road: RoadWithHeights, vehicle: Vehicle | null, charge: Charge): Answer {
  const pace = vehicle && paceOf(vehicle);
  const minutes = road.stretches.reduce(
    (sum, stretch) => sum + Math.max(stretch.minutes, pace ? stretch.km * pace : 0),
    0,
  );
  return {
    line: encodePolyline(road.line),
    km: tenth(road.km),
    minutes: Math.round(minutes),
    straight: false,
    charge_at: charge && chargesOn(road, { line: road.line, roadKm: road.lineKm }, charge),
  };
}

function straightWay(places: readonly Position[], charge: Charge): Answer {
  const lineKm = kmAlong(places);
  const km = lineKm.at(-1)!;
  const roadKm = lineKm.map((each) => each * DETOUR_FACTOR);
  const pieces = Math.max(1, Math.ceil(km / PIECE_KM));
  const each = (km * DETOUR_FACTOR) / pieces;
  // A minute for each km: the speed at which everyday use is reckoned.
  const stretches = Array.from({ length: pieces }, () => ({ leg: 0, km: each, minutes: each }));
  return {
    line: encodePolyline(places),
    km: tenth(km),
    minutes: null,
    straight: true,
    charge_at: charge && chargesOn({ stretches, heights: null }, { line: places, roadKm }, charge),
  };
}

function chargesOn(
  { stretches, heights }: Way,
  { line, roadKm }: { line: readonly Position[]; roadKm: readonly number[] },
  { drive, percent }: NonNullable<Charge>,
) {
  const paced = drive.anySpeed
    ? stretches.map((stretch) => ({ ...stretch, minutes: stretch.km }))
    : stretches;
  const way = energyOfWay({ stretches: paced, heights }, drive.drive);
  return chargeAlong({
    way,
    lineKm: kmAlong(line),
    roadKm,
    percent,
    batteryKwh: drive.batteryKwh,
  });
}

const tenth = (value: number) => Math.round(value * 10) / 10;
