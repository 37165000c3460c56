import { create } from "zustand";
import { type Bounds, type Camera, START } from "../../map/camera.ts";
import { personal } from "../../native/storage.ts";
import type { Stop } from "./sheet-stops.ts";
import { type Chips, NO_CHIPS, type Sort } from "./station-list.ts";
import type { Place } from "./station-words.ts";

/** Where the list looks: round the middle of the map when it was last asked to. */
export type Area = Place & { km: number };

export type View = {
  camera: Camera;
  bounds: Bounds | null;
  area: Area;
  chips: Chips;
  sort: Sort;
  text: string;
  selected: string | null;
  stop: Stop;
  me: Place | null;
  /** The camera is the one of the driver's last visit. */
  restored: boolean;
};

type Kept = Pick<View, "camera" | "chips" | "sort">;
const KEY = "map-view";

const kept = (): Kept => {
  const read = personal.read<Partial<Kept>>(KEY);
  const camera = read?.camera ?? START;
  return {
    camera: [camera.lon, camera.lat, camera.zoom].every(Number.isFinite) ? camera : START,
    chips: { ...NO_CHIPS, ...read?.chips },
    sort: read?.sort ?? "free",
  };
};

export const DEFAULT_KM = 10;

/** What the home screen shows. Camera, chips and sort outlive a reload; they are gone at logout. */
export const useView = create<View>(() => {
  const before = kept();
  return {
    ...before,
    bounds: null,
    area: { lat: before.camera.lat, lon: before.camera.lon, km: DEFAULT_KM },
    text: "",
    selected: null,
    stop: "rest",
    me: null,
    restored: personal.read<Partial<Kept>>(KEY)?.camera !== undefined,
  };
});

export function setView(change: Partial<View>): void {
  useView.setState(change);
  const { camera, chips, sort } = useView.getState();
  personal.write(KEY, { camera, chips, sort } satisfies Kept);
}

/** The list looks where the map looks: at least 10 km around, more when the map shows more. */
export function searchHere(shownKm: number): void {
  const { camera } = useView.getState();
  setView({
    area: { lat: camera.lat, lon: camera.lon, km: Math.max(DEFAULT_KM, Math.round(shownKm)) },
  });
}
