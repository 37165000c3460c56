/** Words of a location: those of its name, and those of address, city, PIN code and operator. */
export type LocationWords = { name: string[]; other: string[] };

// Marks above Latin letters, the nukta under Devanagari ones, and joiners: typed or not, it is the same word.
const SILENT = /[\u0300-\u036f\u093c\u200c\u200d]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
// Most texts need none of this.
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text as they are compared: lower case, without accents, nukta and joiners; Devanagari digits as 0 to 9. */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const plain = text
    .normalize("NFD")
    .replace(SILENT, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u0966-\u096f]/gu, (digit) => String(digit.codePointAt(0)! - 0x0966));
  return plain.match(WORD) ?? [];
}

export const MOST_WORDS = 8;

/** 0: the very word; 1: it begins so; 2: it nearly begins so, with a typing error; null: another word. */
export type Likeness = 0 | 1 | 2 | null;

/** How a word of a location answers a word that was typed. */
export function likeness(word: string, typed: string): Likeness {
  if (word === typed) return 0;
  if (word.startsWith(typed)) return 1;
  const errors = errorsForgiven(typed);
  return errors > 0 && nearlyBegins(word, typed, errors) ? 2 : null;
}

/** Numbers and short words are as they are; the longer a word, the more errors it may have. */
export function errorsForgiven(typed: string): number {
  if (typed.length < 4 || /\p{N}/u.test(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
}

/**
 * Whether some beginning of `word` is within `errors` of `typed`: letters left out, added, exchanged or swapped. The
 * first letter must be right.
 */
function nearlyBegins(word: string, typed: string, errors: number): boolean {
  if (word[0] !== typed[0] || word.length < typed.length - errors) return false;
  const length = Math.min(word.length, typed.length + errors);
  let before: number[] = [];
  let last: number[] = Array.from({ length: length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= length; j++) {
      const same = typed[i - 1] === word[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > errors) return false;
    before = last;
    last = row;
  }
  return Math.min(...last) <= errors;
}

/** What one word costs in rank: in the name it counts more than elsewhere, with an error least of all. */
export const COST = { name: [0, 1, 4], other: [1, 2, 5] } as const;
/** A word less well matched counts as so many decimetres further away. */
export const COST_DECIMETRES = 20_000;

export type TextMatch = {
  /** sum over the words that were typed */
  cost: number;
  /** a typing error had to be forgiven */
  forgiven: boolean;
};

/** How well a location answers a text; null: a word of it is nowhere. */
export function matchText(words: LocationWords, typed: readonly string[]): TextMatch | null {
  let total = 0;
  let anyForgiven = false;
  for (const one of typed) {
    let best = Infinity;
    let like: Likeness = null;
    for (const [field, list] of Object.entries(words) as ["name" | "other", string[]][]) {
      for (const word of list) {
        const found = likeness(word, one);
        if (found !== null && COST[field][found] < best) {
          best = COST[field][found];
          like = found;
        }
      }
    }
    if (like === null) return null;
    total += best;
    anyForgiven ||= like === 2;
  }
  return { cost: total, forgiven: anyForgiven };
}
