import type { Location } from "@voltmarg/contract";
import { useEffect, useRef } from "react";
import type { Place } from "../../map/camera.ts";

/** What a text finds first comes into view, once for each text. */
export function useGoToFirst(
  text: string,
  listed: readonly Location[] | undefined,
  go: (place: Place) => void,
): void {
  const shownFor = useRef("");
  const first = listed?.[0];
  useEffect(() => {
    if (text === shownFor.current || (text !== "" && !first)) return;
    shownFor.current = text;
    if (text && first) go({ lon: first.coordinates.longitude, lat: first.coordinates.latitude });
  });
}
