import { content, type Language } from "@voltmarg/contract";

const isSpoken = (tag: string): tag is Language =>
  (content.Language.options as readonly string[]).includes(tag);

/** The preferred supported language in a request's `Accept-Language` (RFC 9110 12.5.4); English if there is none. */
export function spokenBy({ headers }: { headers: Record<string, string | undefined> }): Language {
  const wanted = (headers["accept-language"] ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const [q] = parameters.flatMap((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1] ?? []);
      return { tag: tag.split("-")[0] ?? "", q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    // The sort is stable: among equal weights the first in the header comes first.
    .toSorted((a, b) => b.q - a.q);
  return wanted.map(({ tag }) => tag).find(isSpoken) ?? "en";
}

/** The languages of some texts, the requested one first; without texts, the requested one. */
export const languagesOf = (
  texts: readonly { language: Language }[],
  asked: Language,
): readonly Language[] => {
  const spoken = [...new Set(texts.map(({ language }) => language))];
  return spoken.length === 0 ? [asked] : spoken.toSorted((a) => (a === asked ? -1 : 1));
};
