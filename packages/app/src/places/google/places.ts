import type { Bounds } from "../../map/camera.ts";
import type { RawPlace } from "./mapped-address.ts";
import type { NewSuggestion, OldPrediction, PlacesLibrary } from "./places-script.ts";

export type AddressOptions = {
  /** ISO 3166-1 alpha-2 */
  country?: string;
  /** Google's place types; heeded only with a country. */
  types?: string[];
  /** Where places are preferred; with `strictBounds` there are no others. */
  bounds?: Bounds | null;
  strictBounds?: boolean;
  /** The chosen place comes with its id and name alone, which costs nothing. */
  placeIdOnly?: boolean;
};

export type Suggest = (input: string, options: AddressOptions) => Promise<Suggestion[]>;
export type Suggestion = {
  placeId: string;
  main: string;
  more: string;
  /** The place itself; null: Google no longer has it. */
  open: () => Promise<RawPlace | null>;
};

const NEW_FIELDS = [
  "id",
  "displayName",
  "formattedAddress",
  "location",
  "addressComponents",
  "googleMapsURI",
  "svgIconMaskURI",
];
const OLD_FIELDS = [
  "place_id",
  "name",
  "formatted_address",
  "geometry",
  "address_components",
  "url",
  "icon",
  "vicinity",
];

/** What Google is asked for a text, in the words of the present library. Exported for its test. */
export function newRequest(input: string, options: AddressOptions): object {
  const { country, types, bounds, strictBounds } = options;
  return {
    input,
    ...(country && { includedRegionCodes: [country.toLowerCase()] }),
    ...(country && types?.length && { includedPrimaryTypes: types }),
    ...(bounds && { [strictBounds ? "locationRestriction" : "locationBias"]: bounds }),
  };
}

/** The same in the words of the library before it. Exported for its test. */
export function oldRequest(input: string, options: AddressOptions): object {
  const { country, types, bounds, strictBounds } = options;
  return {
    input,
    ...(country && { componentRestrictions: { country: country.toLowerCase() } }),
    ...(country && types?.length && { types }),
    ...(bounds && { bounds, strictBounds: strictBounds === true }),
  };
}

/** A driver's searches for addresses: what is typed until a place is chosen is billed as one. */
export function createPlaces(library: PlacesLibrary): Suggest {
  let session: object | undefined;
  const startSession = () =>
    (session ??= library.AutocompleteSessionToken && new library.AutocompleteSessionToken());
  const endSession = () => (session = undefined);

  async function byPresent(input: string, options: AddressOptions): Promise<Suggestion[]> {
    const { suggestions } = await library.AutocompleteSuggestion!.fetchAutocompleteSuggestions({
      ...newRequest(input, options),
      sessionToken: startSession(),
    });
    return suggestions.flatMap((one) => presentSuggestion(one, options));
  }

  function presentSuggestion(
    { placePrediction: found }: NewSuggestion,
    { placeIdOnly }: AddressOptions,
  ): Suggestion[] {
    if (!found) return [];
    const main = (found.mainText ?? found.text).toString();
    return [
      {
        placeId: found.placeId,
        main,
        more: found.secondaryText?.toString() ?? "",
        open: async () => {
          endSession();
          if (placeIdOnly) return { id: found.placeId, displayName: main };
          const place = found.toPlace();
          await place.fetchFields({ fields: NEW_FIELDS });
          return place;
        },
      },
    ];
  }

  async function byFormer(input: string, options: AddressOptions): Promise<Suggestion[]> {
    const service = new library.AutocompleteService!();
    const { predictions } = await service.getPlacePredictions({
      ...oldRequest(input, options),
      sessionToken: startSession(),
    });
    return predictions.map((one) => formerSuggestion(one, options));
  }

  function formerSuggestion(found: OldPrediction, { placeIdOnly }: AddressOptions): Suggestion {
    const { place_id, description, structured_formatting: words } = found;
    const main = words?.main_text ?? description;
    return {
      placeId: place_id,
      main,
      more: words?.secondary_text ?? "",
      open: () =>
        new Promise((resolve) => {
          const sessionToken = session;
          endSession();
          if (placeIdOnly || !library.PlacesService) return resolve({ place_id, name: main });
          new library.PlacesService(document.createElement("div")).getDetails(
            { placeId: place_id, fields: OLD_FIELDS, sessionToken },
            (place, status) => resolve(status === "OK" ? place : null),
          );
        }),
    };
  }

  /** Places for a text; none when Google does not answer. */
  return async (input, options) => {
    try {
      if (library.AutocompleteSuggestion) return await byPresent(input, options);
      if (library.AutocompleteService) return await byFormer(input, options);
    } catch {
      // A refused key or no network: the field works without suggestions.
    }
    return [];
  };
}
