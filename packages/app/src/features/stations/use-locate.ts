import { useEffect, useRef } from "react";
import type { Place } from "./station-words.ts";
import { setView, useView } from "./view.ts";

/** Asks the device where it is; null when it does not know or may not say. */
export function locate(): Promise<Place | null> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const me = { lat: coords.latitude, lon: coords.longitude };
        setView({ me });
        resolve(me);
      },
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 8000, maximumAge: 60_000 },
    );
  });
}

/** Nobody is asked for a permission on arrival; who gave it before is found at once. */
export function useLocateOnce(found?: (place: Place) => void): void {
  const tell = useRef(found);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    if (useView.getState().me || !navigator.permissions) return;
    void navigator.permissions
      .query({ name: "geolocation" })
      .then(({ state }) => (state === "granted" ? locate() : null))
      .then((place) => place && tell.current?.(place))
      // A browser that cannot be asked: the button still asks.
      .catch(() => undefined);
  }, []);
}
