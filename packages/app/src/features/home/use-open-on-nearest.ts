import type { Location } from "@voltmarg/contract";
import { useEffect, useRef } from "react";
import { kmFrom } from "../../locations/location-text.ts";
import { cameraOn, type Place } from "../../map/camera.ts";
import type { MapControl } from "../../map/MapStage.tsx";

/** So many of the nearest stations are in sight when the map opens. */
const NEAREST = 8;
/** No nearer than a walk. */
const CLOSEST_ZOOM = 15;

/** Moves the map once, when the driver's place and the list are known, to show that place and the nearest stations. */
export function useOpenOnNearest({
  wanted,
  control,
  me,
  stations,
  covered,
}: {
  /** The driver has not looked anywhere else. */
  wanted: boolean;
  control: MapControl | null;
  me: Place | null;
  /** undefined: not those around the driver. */
  stations: readonly Location[] | undefined;
  /** px of the map that lie under the list. */
  covered: number;
}): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !wanted || !control || !me || !stations?.length) return;
    done.current = true;
    const map = document.querySelector(".home-map");
    if (!map) return;
    const nearest = stations
      .toSorted((a, b) => kmFrom(a, me)! - kmFrom(b, me)!)
      .slice(0, NEAREST)
      .map(({ coordinates: { latitude: lat, longitude: lon } }) => ({ lat, lon }));
    const size = { width: map.clientWidth, height: map.clientHeight - covered };
    control.go(cameraOn([me, ...nearest], size, CLOSEST_ZOOM));
  }, [wanted, control, me, stations, covered]);
}
