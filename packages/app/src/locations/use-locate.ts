import { useEffect, useRef } from "react";
import { type Position, position, positionIfAllowed } from "../native/location.ts";
import type { Place } from "../map/camera.ts";
import { setView, useView } from "./view.ts";

/** The position of the device; null: not known or not allowed. */
export const locate = async (): Promise<Place | null> => here(await position());

/** Finds the driver at once if the permission was given before; asks for none. */
export function useLocateOnce(found?: (place: Place) => void): void {
  const tell = useRef(found);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    if (useView.getState().me) return;
    const look = async () => {
      const place = here(await positionIfAllowed());
      if (place) tell.current?.(place);
    };
    void look();
  }, []);
}

/** Where the device is now, if the permission was given before: what is decided by it must not be of an hour ago. */
export const locateAgain = async (): Promise<Place | null> => here(await positionIfAllowed());

/** The same as soon as the screen opens. */
export function useLocateAgain(): void {
  useEffect(() => void locateAgain(), []);
}

function here(known: Position | null): Place | null {
  if (known === null) return null;
  const me = { lat: known.latitude, lon: known.longitude };
  setView({ me });
  return me;
}
