import { latinDigits } from "./digits.ts";

/**
 * How a word sounds, so that what people type finds what is meant: without vowels, in one alphabet for Latin, Devanagari
 * and Arabic script. `Nexon`, `nekson` and `नेक्सॉन` have one key; so have `Bangalore`, `Bengaluru` and `بنگلور`.
 */

const DEVANAGARI: Readonly<Record<string, string>> = {
  ...pairs("कख", "k"),
  ...pairs("गघङ", "g"),
  ...pairs("चछ", "C"),
  ...pairs("जझ", "j"),
  ...pairs("टठतथ", "t"),
  ...pairs("डढदध", "d"),
  ...pairs("णनञंँ", "n"),
  ...pairs("पफ", "p"),
  ...pairs("बभ", "b"),
  ...pairs("म", "m"),
  ...pairs("य", "y"),
  ...pairs("र", "r"),
  ...pairs("लळ", "l"),
  ...pairs("व", "v"),
  ...pairs("शषस", "s"),
  ...pairs("ह", "h"),
  ...pairs("अआइईउऊऋएऐओऔऑऍाििीुूृेैोौॉॅ", "a"),
};
/** Vowels are mostly not written; و and ی are consonants or vowels, which `soundKey` forgives. */
const ARABIC: Readonly<Record<string, string>> = {
  ...pairs("کكقخ", "k"),
  ...pairs("گغ", "g"),
  ...pairs("چ", "C"),
  ...pairs("ج", "j"),
  ...pairs("ژزذضظ", "z"),
  ...pairs("ٹتطث", "t"),
  ...pairs("ڈد", "d"),
  ...pairs("نں", "n"),
  ...pairs("پف", "p"),
  ...pairs("ب", "b"),
  ...pairs("م", "m"),
  ...pairs("رڑ", "r"),
  ...pairs("ل", "l"),
  ...pairs("سشص", "s"),
  ...pairs("ہھحۃةه", "h"),
  ...pairs("و", "w"),
  ...pairs("یيےئى", "y"),
  ...pairs("اآعأإ", "a"),
};
/** Nukta letters, one code point or two. */
const NUKTA: Readonly<Record<string, string>> = {
  ड: "r",
  ढ: "r",
  ज: "z",
  फ: "p",
  क: "k",
  ख: "k",
  ग: "g",
};

function pairs(letters: string, sound: string): Record<string, string> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, sound]));
}

/** In Latin letters, roughly. */
function latin(text: string): string {
  // Decomposed, so that accents and nuktas stand alone.
  const letters = Array.from(latinDigits(text).normalize("NFKD").toLowerCase());
  return letters
    .map((letter, at) => {
      if (letters[at + 1] === "़" && NUKTA[letter]) return NUKTA[letter];
      return DEVANAGARI[letter] ?? ARABIC[letter] ?? letter;
    })
    .join("");
}

/**
 * The key of one word. Digits stay; a first vowel is `a`. All other vowels are left out, and with them v, w, y and h, which
 * the three scripts write differently. Empty: nothing of it can be heard.
 */
export function soundKey(word: string): string {
  const sounds = latin(word)
    .replace(/[^a-z0-9C]/g, "")
    .replace(/tech/g, "tek")
    .replaceAll("ch", "C")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/[cq]/g, "k")
    .replaceAll("x", "ks")
    .replaceAll("ph", "p")
    .replaceAll("f", "p")
    .replaceAll("w", "v")
    .replaceAll("z", "j");
  return sounds
    .replace(/^[aeiou]+/, "a")
    .replace(/(?<=.)[aeiouvyh]/g, "")
    .replace(/n(?=[pb])/g, "m")
    .replace(/([a-zC])\1+/g, "$1");
}

/** The words of a text, in any script; marks of vowels belong to their word. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** What is looked through for words, prepared once. */
export type SoundText = { words: readonly string[]; keys: string; starts: readonly number[] };

export function soundText(text: string): SoundText {
  const words = wordsOf(text);
  const starts: number[] = [];
  let keys = "";
  for (const word of words) {
    starts.push(keys.length);
    keys += soundKey(word);
  }
  return { words, keys, starts };
}

/**
 * How well typed words are found in a text: 2 when each begins one of its words as it is written, 1 when each sounds like
 * the beginning of one, also across its spaces, 0 when one is missing.
 */
export function findTyped(typed: string, text: SoundText): 0 | 1 | 2 {
  const wanted = wordsOf(typed);
  const isWritten = (word: string) => text.words.some((one) => one.startsWith(word));
  if (wanted.every(isWritten)) return 2;
  const isHeard = (key: string) => text.starts.some((at) => text.keys.startsWith(key, at));
  const keys = wanted.map(soundKey);
  const each = wanted.every((word, at) => {
    const key = keys[at]!;
    // One sound alone begins half of all words.
    return isWritten(word) || (key.length > 1 && isHeard(key));
  });
  const joined = keys.join("");
  return each || (joined.length > 2 && isHeard(joined)) ? 1 : 0;
}
