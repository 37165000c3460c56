import { useEffect, useRef, useState } from "react";
import { useConfig } from "../api/queries/config.ts";
import { useView } from "../locations/view.ts";
import { useOnline } from "../ui/use-online.ts";
import type { Suggest, Suggestion } from "./google/places.ts";
import { suggestionsOf } from "./google/suggestions-of.ts";

const COUNTRY = "IN";
const LEAST_LETTERS = 3;
const NONE: Suggestion[] = [];

/** Addresses of the maps service for a text; none where none is configured, or its script does not load. */
export function useAddresses(text: string): Suggestion[] {
  const script = useConfig().data?.google_maps ?? null;
  const online = useOnline();
  const bounds = useView((view) => view.bounds);
  const latest = useRef(bounds);
  useEffect(() => {
    latest.current = bounds;
  });
  const suggest = useRef<Suggest | null>(null);
  const [found, setFound] = useState({ text: "", suggestions: NONE });
  const wanted = script && online && text.length >= LEAST_LETTERS ? text : "";
  useEffect(() => {
    if (wanted === "" || !script) return undefined;
    let gone = false;
    const ask = async () => {
      suggest.current ??= await suggestionsOf(script).catch(() => null);
      const options = { country: COUNTRY, bounds: latest.current };
      const suggestions = (await suggest.current?.(wanted, options)) ?? NONE;
      if (!gone) setFound({ text: wanted, suggestions });
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [wanted, script]);
  return wanted !== "" && found.text === wanted ? found.suggestions : NONE;
}
