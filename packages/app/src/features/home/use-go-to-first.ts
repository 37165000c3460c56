import type { Location } from "@voltmarg/contract";
import { useEffect, useRef } from "react";
import { copy } from "../../locations/copy.ts";
import { FAR_KM, searchAt } from "../../locations/view.ts";
import type { Place } from "../../map/camera.ts";
import type { HomeList } from "./home-list.ts";

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

/** A PIN code without a station is gone to, and the list looks around it and says so. */
export function useGoToPin(
  pin: string,
  found: HomeList["place"],
  go: (place: Place) => void,
): void {
  useEffect(() => {
    if (!found || !pin) return;
    const place = { lat: found.latitude, lon: found.longitude };
    const note = { address: pin, text: copy.nearestTo(pin, found.name) };
    searchAt(place, { text: "", address: pin, note }, FAR_KM);
    go(place);
  });
}
