import { trustScriptsFrom } from "../../native/trusted-types.ts";
import type { RawPlace } from "./mapped-address.ts";

/** Where the script comes from, and the key it is loaded with. */
export type MapsScript = { url: string; key: string };

type Fields = { fields: string[] };
/** A place of the present library: empty until its fields are fetched. */
export type NewPlace = RawPlace & { fetchFields: (wanted: Fields) => Promise<unknown> };
export type NewSuggestion = {
  placePrediction: {
    placeId: string;
    text: { toString: () => string };
    mainText: { toString: () => string } | null;
    secondaryText: { toString: () => string } | null;
    toPlace: () => NewPlace;
  } | null;
};
export type OldPrediction = {
  place_id: string;
  description: string;
  structured_formatting?: { main_text: string; secondary_text?: string };
};
type OldService = {
  getPlacePredictions: (asked: object) => Promise<{ predictions: OldPrediction[] }>;
};
type OldDetails = {
  getDetails: (asked: object, answer: (place: RawPlace | null, status: string) => void) => void;
};

/** What we use of `google.maps.places`; a key has the present library, the one before it, or both. */
export type PlacesLibrary = {
  AutocompleteSuggestion?: {
    fetchAutocompleteSuggestions: (asked: object) => Promise<{ suggestions: NewSuggestion[] }>;
  };
  AutocompleteSessionToken?: new () => object;
  AutocompleteService?: new () => OldService;
  PlacesService?: new (attributions: HTMLElement) => OldDetails;
};
type Google = {
  maps?: { places?: PlacesLibrary; importLibrary?: (name: string) => Promise<PlacesLibrary> };
};

let loading: Promise<PlacesLibrary> | null = null;

/** The library, loaded when first asked for and once; null when it does not load, and the next ask tries again. */
export async function loadPlaces(script: MapsScript): Promise<PlacesLibrary | null> {
  loading ??= load(script);
  try {
    return await loading;
  } catch (error) {
    loading = null;
    // oxlint-disable-next-line no-console -- the specification wants it logged, and nothing else done
    console.error("Google Maps loading failed", error);
    return null;
  }
}

async function load({ url, key }: MapsScript): Promise<PlacesLibrary> {
  const address = `${url}?${new URLSearchParams({ key, libraries: "places" })}`;
  await new Promise<void>((resolve, reject) => {
    trustScriptsFrom(address);
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`no script from ${url}`));
    });
    document.head.append(script);
  });
  const { maps } = (globalThis as { google?: Google }).google ?? {};
  const library = maps?.places ?? (await maps?.importLibrary?.("places"));
  if (!library) throw new Error(`the script from ${url} brought no places`);
  return library;
}
