import type { Language } from "@voltmarg/contract";
import { distanceKm, findTyped, type SoundText, soundText } from "@voltmarg/rules";
import { cities } from "../map/cities.ts";
import type { Place } from "./place.ts";

/** `key` is the English name. */
export type CityPlace = { key: string; place: Place & { name: string } };

/** India's large cities by their names in a language, the largest first. */
export const cityPlaces = (language: Language): CityPlace[] =>
  cities
    .toSorted((a, b) => a[4] - b[4])
    .map(([english, devanagari, latitude, longitude, , urdu]) => {
      const name = { en: english, hi: devanagari, ur: urdu }[language];
      return { key: english, place: { latitude, longitude, name } };
    });

let sounds: Map<string, SoundText> | null = null;

/** Those that a text typed in any of the three scripts means; as it is written before what only sounds like it. */
export function findCities(typed: string, language: Language): CityPlace[] {
  const all = cityPlaces(language);
  if (typed.trim() === "") return all;
  sounds ??= new Map(
    cities.map((city) => [city[0], soundText([city[0], city[1], city[5]].join(" "))]),
  );
  return all
    .map((city) => ({ city, how: findTyped(typed, sounds!.get(city.key)!) }))
    .filter(({ how }) => how > 0)
    .toSorted((a, b) => b.how - a.how)
    .map(({ city }) => city);
}

const NEAR_KM = 60;

/** The name of the nearest large city; null: none is near. */
export function cityNear(at: Place, language: Language): string | null {
  let [name, least]: [string | null, number] = [null, NEAR_KM];
  for (const { place } of cityPlaces(language)) {
    const km = distanceKm(place, at);
    if (km < least) [name, least] = [place.name, km];
  }
  return name;
}
