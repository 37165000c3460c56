import type { Suggest } from "./places.ts";
import type { MapsScript } from "./places-script.ts";

/** Loaded with the first text; null: the script did not load. */
export async function suggestionsOf(script: MapsScript): Promise<Suggest | null> {
  const [{ loadPlaces }, { createPlaces }] = await Promise.all([
    import("./places-script.ts"),
    import("./places.ts"),
  ]);
  const library = await loadPlaces(script);
  return library && createPlaces(library);
}
