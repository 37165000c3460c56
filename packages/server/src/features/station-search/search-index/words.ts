import { cityNames, soundKey } from "@voltmarg/rules";

/** Words of a location: those of its name, and those of address, city, PIN code, operator and its chargers' codes, in their order. */
export type LocationWords = { name: string[]; other: string[] };

// Marks above Latin letters, the nukta under Devanagari ones, and joiners: typed or not, it is the same word.
const SILENT = /[\u0300-\u036f\u093c\u200c\u200d]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
// Most texts need none of this.
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text as they are compared: lower case, without accents, nukta and joiners; all digits as 0 to 9. */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const plain = text
    .normalize("NFD")
    .replace(SILENT, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\u0660-\u0669\u0966-\u096f\u06f0-\u06f9]/gu, digitOf);
  return plain.match(WORD) ?? [];
}

/** Arabic and Persian digits begin at a multiple of 16, Devanagari ones at 0x966. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  return String(code < 0x966 ? code & 15 : code - 0x966);
}

export const MOST_WORDS = 8;

/** Begins a charger's code, which is found by its end; never typed. */
export const CODE = "~";
const CODE_LENGTH = 10;
const SHORTEST_END = 4;

/** A charger's code as a word: its last letters and digits; null: too short to be asked for. */
export function codeWord(code: string): string | null {
  if (code.length < SHORTEST_END) return null;
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters.length < SHORTEST_END ? null : CODE + letters.slice(-CODE_LENGTH);
}

/** A word as it was typed, or two of them as one. */
export const typedWord = (text: string) => ({
  text,
  /** How it sounds; empty: it has a number in it and is as it is written. */
  key: /\p{N}/u.test(text) || text.length > LONGEST_HEARD ? "" : soundKey(text),
  /** What else the city is called that it names. */
  names: cityNames(text),
  /** It may be the end of a code. */
  isEnd: text.length >= SHORTEST_END && /[0-9]/.test(text),
});

export type Typed = ReturnType<typeof typedWord>;

const LONGEST_HEARD = 60;

/** 0: the very word; 1: it begins so, or is another name of it; 2: a typing error; 3: it sounds so; null: another word. */
export type Likeness = 0 | 1 | 2 | 3 | null;

/** How a word of a location answers a word that was typed. */
export function likeness(word: string, typed: Typed): Likeness {
  const { text, key } = typed;
  if (word[0] === CODE) return typed.isEnd && word.endsWith(text) ? 1 : null;
  if (word === text) return 0;
  if (word.startsWith(text) || typed.names.includes(word)) return 1;
  const errors = errorsForgiven(text);
  if (errors > 0 && nearlyBegins(word, text, errors)) return 2;
  if (key.length < 2) return null;
  const heard = soundKey(word);
  // Written in another script it is the same word, not an error.
  if (heard === key) return scriptOf(word) === scriptOf(text) ? 3 : 1;
  return key.length > 2 && heard.startsWith(key) ? 3 : null;
}

const scriptOf = (word: string) => {
  const code = word.charCodeAt(0);
  return code < 0x250 ? 0 : code >> 8;
};

const SHORTEST_JOINED = 4;

/** How two words of a location that follow each other answer one that was typed: `Indira Nagar` and `indiranagar`. */
export function joinedLikeness(first: string, second: string, { text, key }: Typed): Likeness {
  if (first[0] === CODE || second[0] === CODE || key === "") return null;
  const both = first + second;
  if (text.length >= SHORTEST_JOINED && text.length > first.length && both.startsWith(text))
    return 1;
  if (key.length < SHORTEST_JOINED || !key.startsWith(soundKey(first))) return null;
  const heard = soundKey(both);
  if (key.length <= soundKey(first).length || !heard.startsWith(key)) return null;
  return heard === key && scriptOf(first) !== scriptOf(text) ? 1 : 3;
}

/** Whether a word may be the first of two that are typed as one. */
export const mayBeFirst = (word: string, { text, key }: Typed): boolean =>
  key !== "" &&
  word[0] !== CODE &&
  ((word.length < text.length && text.startsWith(word)) ||
    (key.length >= SHORTEST_JOINED && key.startsWith(soundKey(word))));

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
export const COST = { name: [0, 1, 4, 4], other: [1, 2, 5, 5] } as const;
/** A word less well matched counts as so many decimetres further away. */
export const COST_DECIMETRES = 20_000;

export type TextMatch = {
  /** sum over the words that were typed */
  cost: number;
  /** an error had to be forgiven */
  forgiven: boolean;
};

/** The typed words, then each two that follow each other as one. */
export const typedWords = (words: readonly string[]): Typed[] => [
  ...words.map(typedWord),
  ...words.slice(1).map((word, at) => typedWord(words[at]! + word)),
];

/**
 * The cheapest way to find all typed words, each alone or joined with the next one; null: a word is nowhere.
 * `answer(n)`: how the nth of `typedWords` is found.
 */
export function matchAll(
  count: number,
  answer: (nth: number) => TextMatch | null,
): TextMatch | null {
  let before: TextMatch | null = null;
  let last: TextMatch | null = EXACT;
  for (let nth = 0; nth < count; nth++) {
    const alone: TextMatch | null = last && plus(last, answer(nth), 1);
    const joined: TextMatch | null = before && plus(before, answer(count + nth - 1), 2);
    before = last;
    last = joined && (!alone || rankOf(joined) < rankOf(alone)) ? joined : alone;
  }
  return last;
}

const EXACT: TextMatch = { cost: 0, forgiven: false };
const rankOf = ({ cost, forgiven }: TextMatch) => cost + (forgiven ? 1000 : 0);
const plus = (one: TextMatch, more: TextMatch | null, words: number): TextMatch | null =>
  more && { cost: one.cost + more.cost * words, forgiven: one.forgiven || more.forgiven };

/** A whole charger's code as one word, by its end; null: the text is none. */
export const wholeCode = (text: string): string | null =>
  /^[a-z]{2}\*[a-z0-9*]{4,}$/i.test(text) ? (codeWord(text)?.slice(CODE.length) ?? null) : null;
