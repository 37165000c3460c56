import { content, type Language } from "@voltmarg/contract";

const isSpoken = (tag: string): tag is Language =>
  (content.Language.options as readonly string[]).includes(tag);

/** The first language of a request's `Accept-Language` (RFC 9110 12.5.4) that we speak; English where there is none. */
export function spokenBy({ headers }: { headers: Record<string, string | undefined> }): Language {
  const wanted = (headers["accept-language"] ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const [q] = parameters.flatMap((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1] ?? []);
      return { tag: tag.split("-")[0] ?? "", q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    // What comes first goes first among equals.
    .toSorted((a, b) => b.q - a.q);
  return wanted.map(({ tag }) => tag).find(isSpoken) ?? "en";
}

/** The languages of some texts, the asked one first; of none at all, the asked one. */
export const languagesOf = (
  texts: readonly { language: Language }[],
  asked: Language,
): readonly Language[] => {
  const spoken = [...new Set(texts.map(({ language }) => language))];
  return spoken.length === 0 ? [asked] : spoken.toSorted((a) => (a === asked ? -1 : 1));
};
