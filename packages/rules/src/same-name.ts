/** Titles that a bank puts before a name. */
const TITLES = new Set(
  "mr mrs ms miss mx dr prof shri shree sri smt km kum kumari m/s श्री श्रीमती".split(" "),
);

/** The words of a name: small letters, without marks over Latin ones, without titles. */
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/\u200c|\u200d/g, "")
    .split(/[^\p{L}\p{M}/]+/u)
    .filter((word) => word !== "" && !TITLES.has(word));

const isInitial = (word: string) => /^.$/u.test(word);
const fits = (a: string, b: string) =>
  a === b || ((isInitial(a) || isInitial(b)) && a.codePointAt(0) === b.codePointAt(0));

/**
 * Whether two names can be one person's: as many words, in any order and case, where one letter stands for any word that
 * begins with it; at least one word is written out in both. Titles do not count.
 */
export function isSameName(one: string, other: string): boolean {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)];
  if (ours.length !== theirs.length) return false;
  if (!ours.some((word) => !isInitial(word) && theirs.includes(word))) return false;
  return canPair(ours, theirs);
}

/** Whether each word has a partner of its own: words that are the same first, then each initial with a longer word. */
function canPair(ours: readonly string[], theirs: readonly string[]): boolean {
  const left = [...theirs];
  const alone = ours.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return alone.every((word) => {
    const at = left.findIndex((each) => fits(word, each));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
