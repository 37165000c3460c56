import { language } from "../language/current-language.ts";
import { isStart, useView } from "../locations/view.ts";
import { findCities } from "./city-places.ts";
import { placeTitle, type Place } from "./place.ts";
import { readPlace } from "./read-place.ts";

/**
 * As `readPlace`, with what the place is called; a short plus code is near its city in any of the three scripts, or near
 * the driver.
 */
export function readTyped(text: string) {
  const read = readPlace(text, (words) =>
    words === "" ? aroundHere() : (findCities(words, language())[0]?.place ?? null),
  );
  return read?.ok ? { ...read, title: placeTitle(read.place) } : read;
}

/** Where the driver is, else where they look; null: they have not looked anywhere. */
function aroundHere(): Place | null {
  const { me, area } = useView.getState();
  const around = me ?? (isStart(area) ? null : area);
  return around && { latitude: around.lat, longitude: around.lon };
}
