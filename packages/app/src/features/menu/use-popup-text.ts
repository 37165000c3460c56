import { useMessages } from "../../api/queries/messages.ts";
import { language } from "../../language/current-language.ts";
import { wordsOf } from "./popup-text.ts";

/** The words of a popup by its key; undefined while nobody knows whether the provider has some. */
export function usePopupText() {
  const { data, isPending } = useMessages("POPUP");
  if (isPending) return undefined;
  return <T extends string | null>(key: string, title: string, text: T) =>
    wordsOf(data ?? [], key, { title, text, language: language() });
}
