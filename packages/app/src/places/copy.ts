import { plural, t } from "@lingui/core/macro";
import { providerName } from "../language/provider-name.ts";
import { words } from "../language/words.ts";
import type { PlaceProblem } from "./read-place.ts";

const exampleCode = "XH8V+5W Bengaluru";

export const placesCopy = words(() => ({
  placeholder: t`City, station, address or map link`,
  here: t`Where I am`,
  locating: t`Finding you`,
  onMap: t`Point on the map`,
  recent: t`Recent places`,
  favourites: t`Favorites`,
  cities: t`Cities`,
  stations: t`Stations`,
  addresses: t`Addresses`,
  addressesBy: t`Addresses by Google`,
  found: (count: number) => plural(count, { one: "# place found", other: "# places found" }),
  none: t`No place found. Type a city, paste a map link, or choose a point on the map.`,
  clear: t`Clear`,
  noPosition: t`Your position is not known. Choose a city instead.`,
  chooseOne: t`Choose a place from the list`,
  problems: {
    SHORT_LINK: t`This short link does not say where it leads, and ${providerName} opens no links. Open it in your browser and copy the long link, or type the place.`,
    NO_POSITION: t`This link has no position in it. Type the place instead.`,
    SHORT_CODE: t`A short plus code needs its city, as in ${exampleCode}.`,
    NOT_ON_EARTH: t`There is no such place on Earth. Check the numbers.`,
    OUTSIDE_INDIA: t`This place is not in India.`,
  } satisfies Record<PlaceProblem, string>,
  onTheWayTo: (place: string) => t`Stations on the way to ${place}`,
  pointTitle: t`Point on the map`,
  pointHow: t`Move the map until the mark is on the place.`,
  takePoint: t`Use this point`,
  pointNear: (city: string) => t`Point near ${city}`,
  mapFailed: t`The map did not load. Type a place instead.`,
}));
