import type { Language } from "@voltmarg/contract";
import { cities } from "../../map/cities.ts";
import type { CityPlace } from "./places.ts";

/** India's large cities by their names in a language; the key is the English name. */
export const cityPlaces = (language: Language): CityPlace[] =>
  cities
    .map(([english, devanagari, latitude, longitude, , urdu]) => {
      const name = { en: english, hi: devanagari, ur: urdu }[language];
      return { key: english, place: { latitude, longitude, name } };
    })
    .toSorted((a, b) => a.place.name.localeCompare(b.place.name, language));
