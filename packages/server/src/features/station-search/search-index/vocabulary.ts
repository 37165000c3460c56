import { soundKey } from "@voltmarg/rules";
import { isAscii, writeText } from "./ascii.ts";
import { createNumberTable, noNumbers } from "./number-table.ts";
import { withRoom } from "./pooled-columns.ts";

const BITS = 5;
/** Bytes that a UTF-16 unit becomes at most. */
const LONGEST_UNIT = 3;
/** So many sounds are in a number. */
export const PACKED_SOUNDS = 6;

/** The first sounds of a key, the first one highest, so that beginnings are compared by shifting. 0: it has none. */
export function packSounds(key: string): number {
  let packed = 0;
  for (let at = 0; at < PACKED_SOUNDS; at++) {
    const code = key.charCodeAt(at);
    // 1 to 26 are a to z; `C` is 27, digits 28.
    const sound = Number.isNaN(code) ? 0 : code > 96 ? code - 96 : code > 64 ? 27 : 28;
    packed = packed * 2 ** BITS + sound;
  }
  return packed;
}

/** Where two are the same in their first `sounds` sounds, their difference is below this. */
export const soundStep = (sounds: number): number =>
  2 ** (BITS * (PACKED_SOUNDS - Math.min(sounds, PACKED_SOUNDS)));

export const emptyVocabulary = () => ({
  bytes: new Uint8Array(1024),
  /** Where in `bytes` each word begins; one more: where the last one ends. */
  starts: new Uint32Array(1024),
  sounds: new Uint32Array(1024),
  size: 0,
  numbers: noNumbers(),
});

/** Every word that ever occurred in a location, by number, as bytes: several hundred thousand in a large country. */
export function createVocabulary(data: ReturnType<typeof emptyVocabulary>) {
  let text = Buffer.from(data.bytes.buffer);
  const wordAt = (number: number) =>
    text.toString("utf8", data.starts[number], data.starts[number + 1]);
  const isText = (number: number, word: string) =>
    isAscii(text, data.starts[number]!, data.starts[number + 1]!, word) ?? wordAt(number) === word;
  const numbers = createNumberTable(data.numbers, isText);
  const add = (word: string): number => {
    const start = data.starts[data.size]!;
    const most = start + word.length * LONGEST_UNIT;
    if (most > text.length) {
      data.bytes = withRoom(data.bytes, most);
      text = Buffer.from(data.bytes.buffer);
    }
    data.starts = withRoom(data.starts, data.size + 2);
    data.sounds = withRoom(data.sounds, data.size + 1);
    // A number or a code is looked for as it is written.
    data.sounds[data.size] = /^~|[0-9]/.test(word) ? 0 : packSounds(soundKey(word));
    data.starts[++data.size] = start + writeText(text, start, word);
    numbers.add(word, data.size - 1);
    return data.size - 1;
  };
  return {
    get size() {
      return data.size;
    },
    /** The word's number; a new word gets the next one. */
    numberOf: (word: string): number => numbers.find(word) ?? add(word),
    wordAt,
    /** How it sounds, as far as a number holds it; see `packSounds`. */
    soundsAt: (number: number): number => data.sounds[number]!,
    /** Whether a word may begin with so many letters of a text. */
    mayBegin: (number: number, like: string, letters: number): boolean => {
      const start = data.starts[number]!;
      if (data.starts[number + 1]! - start < letters) return false;
      for (let at = 0; at < letters; at++) {
        const letter = like.charCodeAt(at);
        const byte = text[start + at]!;
        // Beyond ASCII a letter has several bytes.
        if (letter > 0x7f && byte > 0x7f) return true;
        if (letter !== byte) return false;
      }
      return true;
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;
