// Characters that look like Latin letters: Cyrillic and Greek letters, and digits.
const LOOKS: Record<string, string> = Object.fromEntries(
  [
    ["a", "аα"],
    ["b", "в"],
    // The last is what Unicode makes of the Greek letter that looks like a c.
    ["c", "сς"],
    ["e", "еε"],
    ["h", "һн"],
    ["j", "ј"],
    ["k", "кκ"],
    ["l", "1i|ıіιӏ"],
    ["m", "м"],
    ["n", "ηп"],
    ["o", "0оο"],
    ["p", "рρ"],
    ["s", "5ѕ"],
    ["t", "тτ"],
    ["u", "υ"],
    ["v", "ν"],
    ["x", "хχ"],
    ["y", "уγ"],
  ].flatMap(([letter, likes]) => Array.from(likes!, (like) => [like, letter!])),
);

/** Greek capitals whose small letters look like other Latin letters, or like none. */
const CAPITALS: Record<string, string> = { Β: "b", Ζ: "z", Η: "h", Μ: "m", Ν: "n", Υ: "y" };

/** Legal forms of companies; two names that differ only in these are equal. */
const FORM = /\b(private|pvt|limited|ltd|llp|inc|corporation|corp|company|co)\b/g;

/**
 * Folds a name, so that names that look the same to drivers become equal: without case, accents, spaces, punctuation
 * and legal form, and with one letter for all that look alike. Names in other scripts are not changed.
 */
export function foldName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\p{Lu}/gu, (letter) => CAPITALS[letter] ?? letter)
    .toLowerCase();
  const folded = (text: string) =>
    Array.from(text, (letter) => LOOKS[letter] ?? letter)
      .join("")
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return folded(plain.replaceAll(FORM, " ")) || folded(plain);
}
