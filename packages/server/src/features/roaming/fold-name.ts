// What looks alike in print: Cyrillic and Greek letters, and figures.
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

/** What a company calls its form; it tells no two apart. */
const FORM = /\b(private|pvt|limited|ltd|llp|inc|corporation|corp|company|co)\b/g;

/**
 * A name as the eye takes it, to find two that drivers would take for one: without case, accents, spaces, punctuation
 * and the company's form, and with letters that look alike as one. Names in other scripts stay as they are written.
 */
export function foldName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const folded = (text: string) =>
    Array.from(text, (letter) => LOOKS[letter] ?? letter)
      .join("")
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return folded(plain.replaceAll(FORM, " ")) || folded(plain);
}
