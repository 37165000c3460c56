import { create } from "zustand";
import { onSignedOut } from "../api/account/account.ts";
import { type Bounds, type Camera, START } from "../map/camera.ts";
import { personal } from "../native/storage.ts";
import { DEFAULT_KM, type Filter, NO_FILTER, readFilter } from "./filter.ts";
import type { Area, Sort } from "../api/queries/locations.ts";
import type { Place } from "../map/camera.ts";

/** How far the sheet with the list is drawn up. */
export type Stop = "low" | "rest" | "full";

export type View = {
  camera: Camera;
  bounds: Bounds | null;
  area: Area;
  filter: Filter;
  sort: Sort;
  /** Searched among stations. */
  text: string;
  /** The address the driver chose; the list looks around it. */
  address: string | null;
  /** Said above the list while it looks around the address. */
  note?: { address: string; text: string };
  selected: string | null;
  stop: Stop;
  me: Place | null;
  /** Camera and list are those of the driver's last visit. */
  restored: boolean;
};

type Kept = Pick<View, "camera" | "area" | "filter" | "sort">;
const KEY = "map-view";
const SORTS: readonly Sort[] = ["best", "free", "near", "cheap", "fast"];

const isPlace = (place: Partial<Place> | undefined): place is Place =>
  Number.isFinite(place?.lat) && Number.isFinite(place?.lon);

/** The place is the default one: the driver has not chosen where to look yet. */
export const isStart = ({ lat, lon }: Place): boolean => lat === START.lat && lon === START.lon;

/** The saved view, as far as it can be read. Camera and area at the default place are not restored. */
function begin(): View {
  const read = personal.read<Partial<Kept>>(KEY);
  const looked = isPlace(read?.area) && !isStart(read.area);
  const before =
    looked && isPlace(read?.camera) && Number.isFinite(read.camera.zoom) ? read.camera : null;
  const camera = before ?? START;
  const filter = readFilter(read?.filter);
  const { lat, lon } = camera;
  return {
    camera,
    restored: before !== null,
    filter,
    area: before && isPlace(read?.area) ? read.area : { lat, lon, km: filter.km },
    sort: SORTS.find((one) => one === read?.sort) ?? "best",
    bounds: null,
    text: "",
    address: null,
    selected: null,
    stop: "rest",
    me: null,
  };
}

/** What the home screen shows. Camera, area, filter and sort outlive a reload; they are gone at logout. */
export const useView = create<View>(begin);

// Who signs in next on this device must not find where somebody else looked.
onSignedOut(() => useView.setState({ ...begin(), me: useView.getState().me }));

export function setView(change: Partial<View>): void {
  useView.setState(change);
  const { camera, area, filter, sort } = useView.getState();
  personal.write(KEY, { camera, area, filter, sort } satisfies Kept);
}

/** km: from a place that was named the nearest station may be far. */
export const FAR_KM = 100;

/** The list looks around this place, as far as the filter says, `leastKm` at least. */
export function searchAt(place: Place, change: Partial<View> = {}, leastKm = 0): void {
  const km = Math.max(leastKm, useView.getState().filter.km);
  setView({
    ...change,
    area: { lat: place.lat, lon: place.lon, km },
  });
}

/** The list looks where the map looks: as far as the filter says, farther when the map shows more. */
export function searchHere(shownKm: number): void {
  const { camera, filter } = useView.getState();
  const { lat, lon } = camera;
  setView({
    area: { lat, lon, km: Math.max(filter.km, Math.round(shownKm)) },
    text: "",
    address: null,
  });
}

/** Another filter; when it says how far, the list looks that far. */
export function setFilter(filter: Filter): void {
  const { area, filter: before } = useView.getState();
  setView({ filter, area: filter.km === before.km ? area : { ...area, km: filter.km } });
}

/** Clears every condition but the distance. */
export function clearFilter(): void {
  setView({ filter: { ...NO_FILTER, km: useView.getState().filter.km }, text: "", address: null });
}

export { DEFAULT_KM };
