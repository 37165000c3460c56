import { findTyped, soundText } from "@voltmarg/rules";
import { useEffect, useMemo, useState } from "react";
import { useFavourites, useStationsNamed } from "../api/queries/locations.ts";
import { language } from "../language/current-language.ts";
import { useView } from "../locations/view.ts";
import { findCities } from "./city-places.ts";
import { placesCopy as copy } from "./copy.ts";
import type { Suggestion } from "./google/places.ts";
import { placeOfAddress, whereIAm } from "./look-up.ts";
import { type Place, placeText, placeTitle, spotOf } from "./place.ts";
import type { PlaceProblem } from "./read-place.ts";
import { readTyped } from "./read-typed.ts";
import { recentPlaces } from "./recent-places.ts";
import { useAddresses } from "./use-addresses.ts";

/** `place` null: it is known only when it is chosen. */
export type PlaceOption = {
  key: string;
  kind: "here" | "map" | "link" | "recent" | "favourite" | "city" | "station" | "address";
  main: string;
  more?: string | undefined;
  place: Place | null;
  /** Null: the place cannot be found out. */
  look?: () => Promise<Place | null>;
};
export type PlaceGroup = { name: string | null; options: PlaceOption[] };
export type PlaceOptions = {
  groups: PlaceGroup[];
  problem: PlaceProblem | null;
  isGoogle: boolean;
};

const TYPING_MS = 250;
const LEAST_LETTERS = 2;
const MOST = 4;
const MOST_FAVOURITES = 8;

/** What can be chosen for a text; for none what is at hand: the driver, the map, what they chose before. */
export function usePlaceOptions(typed: string, open: boolean): PlaceOptions {
  const text = typed.trim();
  const link = useMemo(() => (open ? readTyped(text) : null), [text, open]);
  const words = open && !link && text.length >= LEAST_LETTERS ? text : "";
  const asked = useSettled(words);
  const me = useView((view) => view.me);
  const area = useView((view) => view.area);
  const favourites = useFavourites(me, open).data;
  const stations = useStationsNamed(asked, me ?? area).data;
  const addresses = useAddresses(asked);
  const cities = useMemo(() => (words === "" ? [] : findCities(words, language())), [words]);
  const recent = useMemo(() => (open ? recentPlaces() : []), [open]);

  return useMemo(() => {
    if (link) return ofLink(link);
    const isSaid = ({ main, more }: PlaceOption) =>
      text === "" || findTyped(text, soundText(`${main} ${more ?? ""}`)) > 0;
    const known = (favourites ?? []).map((location) => ofStation(location, "favourite"));
    const isCurrent = words !== "" && asked === words;
    const named = isCurrent ? (stations ?? []) : [];
    const groups: PlaceGroup[] = [
      { name: null, options: text === "" ? [HERE(), ON_MAP()] : [] },
      { name: copy.recent, options: recent.map(ofRecent).filter(isSaid) },
      {
        name: copy.cities,
        options: cities.slice(0, MOST).map(({ key, place }) => ({
          key: `city ${key}`,
          kind: "city",
          main: place.name,
          place,
        })),
      },
      { name: copy.favourites, options: known.filter(isSaid).slice(0, MOST_FAVOURITES) },
      {
        name: copy.stations,
        options: named
          .filter(({ id }) => !known.some(({ key }) => key === id))
          .slice(0, MOST)
          .map((location) => ofStation(location, "station")),
      },
      { name: copy.addresses, options: (isCurrent ? addresses : []).slice(0, MOST).map(ofAddress) },
      { name: null, options: text === "" ? [] : [ON_MAP()] },
    ];
    return {
      groups: groups.filter(({ options }) => options.length > 0),
      problem: null,
      isGoogle: isCurrent && addresses.length > 0,
    };
  }, [link, text, words, asked, favourites, stations, addresses, cities, recent]);
}

const HERE = (): PlaceOption => ({
  key: "here",
  kind: "here",
  main: copy.here,
  place: null,
  look: whereIAm,
});
const ON_MAP = (): PlaceOption => ({ key: "map", kind: "map", main: copy.onMap, place: null });

function ofLink(link: NonNullable<ReturnType<typeof readTyped>>): PlaceOptions {
  if (!link.ok) return { groups: [], problem: link.reason, isGoogle: false };
  const { place } = link;
  const more = place.name && spotOf(place);
  const option: PlaceOption = { key: "link", kind: "link", main: placeTitle(place), more, place };
  return { groups: [{ name: null, options: [option] }], problem: null, isGoogle: false };
}

const ofRecent = (place: Place): PlaceOption => ({
  key: `recent ${placeText(place)}`,
  kind: "recent",
  main: placeTitle(place),
  place,
});

type Station = NonNullable<ReturnType<typeof useStationsNamed>["data"]>[number];
const ofStation = (
  { id, name, city, operator, coordinates }: Station,
  kind: "station" | "favourite",
): PlaceOption => ({
  key: id,
  kind,
  main: name,
  more: [operator.name, city].filter(Boolean).join(", "),
  place: { latitude: coordinates.latitude, longitude: coordinates.longitude, name },
});

const ofAddress = (address: Suggestion): PlaceOption => ({
  key: address.placeId,
  kind: "address",
  main: address.main,
  more: address.more,
  place: null,
  look: () => placeOfAddress(address),
});

/** The text when nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
