import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlaces } from "./places.ts";
import { loadPlaces, type PlacesLibrary } from "./places-script.ts";
import { suggestionsOf } from "./suggestions-of.ts";

class Session {
  readonly isBilled = true;
}
const bounds = { west: 77, south: 12, east: 78, north: 13 };
type Asked = { input: string; sessionToken?: object };

/** The present library with one suggestion, and what it was asked. */
function present(prediction: object | null) {
  const asked: Asked[] = [];
  const fetched: unknown[] = [];
  const place = { id: "p1", fetchFields: async (wanted: unknown) => void fetched.push(wanted) };
  const found = prediction && { placeId: "p1", text: "MG Road, Pune", toPlace: () => place };
  const library = {
    AutocompleteSessionToken: Session,
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async (request: Asked) => {
        asked.push(request);
        const placePrediction = found && {
          mainText: null,
          secondaryText: null,
          ...found,
          ...prediction,
        };
        return { suggestions: [{ placePrediction }] };
      },
    },
  } as unknown as PlacesLibrary;
  return { asked, fetched, place, library };
}

/** The library before it. */
function former(predictions: object[], details: { place: object | null; status: string } | null) {
  const asked: Asked[] = [];
  const opened: { placeId: string; sessionToken?: object; fields: string[] }[] = [];
  const library = {
    AutocompleteSessionToken: Session,
    AutocompleteService: class {
      async getPlacePredictions(request: Asked) {
        asked.push(request);
        return { predictions };
      }
    },
    ...(details && {
      PlacesService: class {
        getDetails(request: (typeof opened)[0], answer: (...said: unknown[]) => void) {
          opened.push(request);
          answer(details.place, details.status);
        }
      },
    }),
  } as unknown as PlacesLibrary;
  return { asked, opened, library };
}

Object.assign(globalThis, { document: { createElement: () => ({}) } });

test("[L-11] a suggestion has the words of the present library, the whole text where it has no main one", async () => {
  const { library } = present({ mainText: "MG Road", secondaryText: "Pune" });
  const [one] = await createPlaces(library)("mg", {});
  expect(one).toMatchObject({ placeId: "p1", main: "MG Road", more: "Pune" });
  const [bare] = await createPlaces(present({}).library)("mg", {});
  expect(bare).toMatchObject({ main: "MG Road, Pune", more: "" });
  expect(await createPlaces(present(null).library)("mg", {})).toEqual([]);
});

test("[L-11] a chosen place is fetched with its fields, or costs nothing where its name is enough", async () => {
  const { library, fetched, place } = present({ mainText: "MG Road" });
  const suggest = createPlaces(library);
  const [named] = await suggest("mg", { placeIdOnly: true });
  expect(await named!.open()).toEqual({ id: "p1", displayName: "MG Road" });
  expect(fetched).toEqual([]);
  const [whole] = await suggest("mg", {});
  expect(await whole!.open()).toBe(place);
  expect(fetched).toMatchObject([
    { fields: expect.arrayContaining(["id", "location"]) as unknown },
  ]);
});

test("[L-11] what is typed until a place is chosen is one session, the next place another", async () => {
  const { library, asked } = present({ mainText: "MG Road" });
  const suggest = createPlaces(library);
  await suggest("m", { bounds });
  const [chosen] = await suggest("mg", {});
  await chosen!.open();
  await suggest("p", {});
  const [first, second, third] = asked.map(({ sessionToken }) => sessionToken);
  expect(asked[0]).toMatchObject({ input: "m", locationBias: bounds });
  expect(first).toBeInstanceOf(Session);
  expect(second).toBe(first);
  expect(third).toBeInstanceOf(Session);
  expect(third).not.toBe(first);
});

test("[L-11] a library without sessions is asked without one", async () => {
  const { library, asked } = present({});
  const { AutocompleteSessionToken: _, ...without } = library;
  expect(await createPlaces(without)("mg", {})).toHaveLength(1);
  expect(asked[0]!.sessionToken).toBeUndefined();
});

const predictions = [
  {
    place_id: "p1",
    description: "MG Road, Pune",
    structured_formatting: { main_text: "MG Road", secondary_text: "Pune" },
  },
  { place_id: "p2", description: "MG Chowk, Pune" },
];

test("[L-11] the library before it is asked where a key has no other", async () => {
  const place = { place_id: "p1", name: "MG Road" };
  const { library, asked, opened } = former(predictions, { place, status: "OK" });
  const suggest = createPlaces(library);
  const [one, other] = await suggest("mg", { bounds });
  expect(one).toMatchObject({ placeId: "p1", main: "MG Road", more: "Pune" });
  expect(other).toMatchObject({ placeId: "p2", main: "MG Chowk, Pune", more: "" });
  expect(asked[0]).toMatchObject({ input: "mg", bounds, strictBounds: false });
  expect(await one!.open()).toEqual(place);
  // The place belongs to the session in which it was found, and ends it.
  expect(opened).toMatchObject([{ placeId: "p1", sessionToken: asked[0]!.sessionToken }]);
  expect(opened[0]!.fields).toContain("geometry");
  await suggest("p", {});
  expect(asked[1]!.sessionToken).not.toBe(asked[0]!.sessionToken);
});

test("[L-11] a place that Google no longer has is none", async () => {
  const { library } = former(predictions, { place: null, status: "NOT_FOUND" });
  const [one] = await createPlaces(library)("mg", {});
  expect(await one!.open()).toBeNull();
  const changed = former(predictions, { place: { place_id: "p1" }, status: "INVALID_REQUEST" });
  const [stale] = await createPlaces(changed.library)("mg", {});
  expect(await stale!.open()).toBeNull();
});

test("[L-11] the name is enough where it was asked for alone, and where there are no details", async () => {
  const { library, opened } = former(predictions, { place: {}, status: "OK" });
  const [cheap] = await createPlaces(library)("mg", { placeIdOnly: true });
  expect(await cheap!.open()).toEqual({ place_id: "p1", name: "MG Road" });
  expect(opened).toEqual([]);
  const [bare] = await createPlaces(former(predictions, null).library)("mg", {});
  expect(await bare!.open()).toEqual({ place_id: "p1", name: "MG Road" });
});

test("[L-11] the field works without suggestions: of a refused key, or a library without any", async () => {
  const refused = () => Promise.reject(new Error("key"));
  const library = { AutocompleteSuggestion: { fetchAutocompleteSuggestions: refused } };
  expect(await createPlaces(library)("mg", {})).toEqual([]);
  expect(await createPlaces({})("mg", {})).toEqual([]);
});

type Script = EventTarget & { src: string; async: boolean; remove: () => void };
let scripts: Script[];
let removed: Script[];
const logged = vi.spyOn(console, "error");
beforeEach(() => {
  [scripts, removed] = [[], []];
  logged.mockReset().mockReturnValue(undefined);
  Object.assign(globalThis, {
    google: undefined,
    document: {
      createElement: () => {
        const script: Script = Object.assign(new EventTarget(), {
          src: "",
          async: false,
          remove: () => void removed.push(script),
        });
        return script;
      },
      head: { append: (script: Script) => void scripts.push(script) },
    },
  });
});
afterEach(() => {
  Object.assign(globalThis, { google: undefined });
});
const script = { url: "https://maps.example/js", key: "k&y" };
const event = (kind: "load" | "error") => void scripts.at(-1)!.dispatchEvent(new Event(kind));

test("[L-11] the script is loaded once for all, and again after it did not load", async () => {
  const lost = Promise.all([loadPlaces(script), loadPlaces(script)]);
  expect(scripts.map(({ src, async }) => [src, async])).toEqual([
    ["https://maps.example/js?key=k%26y&libraries=places", true],
  ]);
  event("error");
  expect(await lost).toEqual([null, null]);
  expect(removed).toEqual(scripts);
  expect(logged.mock.calls[0]![0]).toBe("Google Maps loading failed");

  // A script that brings no places counts as not loaded.
  const empty = loadPlaces(script);
  event("load");
  expect(await empty).toBeNull();
  Object.assign(globalThis, { google: { maps: { importLibrary: async () => undefined } } });
  const still = suggestionsOf(script);
  await expect.poll(() => scripts.length).toBe(3);
  event("load");
  expect(await still).toBeNull();

  const places = {};
  Object.assign(globalThis, {
    google: { maps: { importLibrary: async (name: string) => name === "places" && places } },
  });
  const loaded = loadPlaces(script);
  event("load");
  expect(await loaded).toBe(places);
  expect(await loadPlaces(script)).toBe(places);
  expect(await (await suggestionsOf(script))!("mg", {})).toEqual([]);
  expect(scripts).toHaveLength(4);
});
