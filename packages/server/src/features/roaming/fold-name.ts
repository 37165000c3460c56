// Characters that look like Latin letters: Cyrillic and Greek letters, and digits.
const LOOKS: Record<string, string> = Object.fromEntries(
  [
    ["a", "аα"],
    ["b", "в"],
    ["c", "сϲ"],
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

/** Legal forms of companies; two names that differ only in these are equal. */
const FORM = /\b(private|pvt|limited|ltd|llp|inc|corporation|corp|company|co)\b/g;

/**
 * Folds a name, so that names that look the same to drivers become equal: without case, accents, spaces, punctuation
 * and legal form, and with one letter for all that look alike. Names in other scripts are not changed.
 */
export function foldName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const folded = (text: string) =>
    Array.from(text, (letter) => LOOKS[letter] ?? letter)
      .join("")
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return folded(plain.replaceAll(FORM, " ")) || folded(plain);
}
