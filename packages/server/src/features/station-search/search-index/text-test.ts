import { IN_NAME, type LocationIndex } from "./location-index.ts";
import { PACKED_SOUNDS, packSounds, soundStep, type Vocabulary } from "./vocabulary.ts";
import {
  CODE,
  COST,
  errorsForgiven,
  joinedLikeness,
  likeness,
  matchAll,
  mayBeFirst,
  typedWords,
  type Likeness,
  type TextMatch,
  type Typed,
} from "./words.ts";

/** How well a location answers; null: not at all. */
export type TextTest = (slot: number) => TextMatch | null;

const KEPT = 128;
/** Which words of the vocabulary answer a typed one, and which may be the first of two that do. */
type Table = {
  size: number;
  likes: Map<number, NonNullable<Likeness>>;
  firsts: Set<number>;
  joined: Map<string, Likeness>;
};
/** People type letter by letter, and many the same. */
const known = new WeakMap<LocationIndex, Map<string, Table>>();

/** Asks the vocabulary once per typed word, then each location only for numbers of words. */
export function textTest(index: LocationIndex, typed: readonly string[]): TextTest {
  const wanted = typedWords(typed);
  const tables = wanted.map((one) => tableOf(index, one));
  return (slot) =>
    matchAll(typed.length, (nth) => answerOf(index, slot, tables[nth]!, wanted[nth]!));
}

function answerOf(
  index: LocationIndex,
  slot: number,
  table: Table,
  typed: Typed,
): TextMatch | null {
  const start = index.slots.wordStart[slot]!;
  const end = start + index.slots.wordCount[slot]!;
  const { column: word } = index.data.words;
  let best = Infinity;
  let like = -1;
  const take = (at: number, found: Likeness | undefined) => {
    if (found === undefined || found === null) return;
    const costs = COST[(word[at]! & IN_NAME) === 0 ? "other" : "name"][found];
    if (costs >= best) return;
    best = costs;
    like = found;
  };
  if (table.likes.size > 0)
    for (let at = start; at < end; at++) take(at, table.likes.get(word[at]! & (IN_NAME - 1)));
  if (like < 0 && table.firsts.size > 0)
    for (let at = start; at < end - 1; at++)
      if (table.firsts.has(word[at]! & (IN_NAME - 1)) && (word[at]! ^ word[at + 1]!) >= 0)
        take(at, joinedOf(index.vocabulary, word[at]!, word[at + 1]!, table, typed));
  return like < 0 ? null : { cost: best, forgiven: like >= 2 };
}

function joinedOf(
  vocabulary: Vocabulary,
  first: number,
  second: number,
  { joined }: Table,
  typed: Typed,
): Likeness {
  const key = `${first} ${second}`;
  let like = joined.get(key);
  if (like !== undefined) return like;
  const wordAt = (number: number) => vocabulary.wordAt(number & (IN_NAME - 1));
  like = joinedLikeness(wordAt(first), wordAt(second), typed);
  if (joined.size > MOST_JOINED) joined.clear();
  joined.set(key, like);
  return like;
}

const MOST_JOINED = 10_000;

function tableOf(index: LocationIndex, typed: Typed): Table {
  const { vocabulary } = index;
  const tables = known.get(index) ?? new Map<string, Table>();
  known.set(index, tables);
  const { text } = typed;
  const table = tables.get(text) ?? {
    size: 0,
    likes: new Map(),
    firsts: new Set(),
    joined: new Map(),
  };
  // The vocabulary only grows: what was found stays found.
  const may = mayAnswer(vocabulary, typed);
  for (let at = table.size; at < vocabulary.size; at++) {
    if (!may(at)) continue;
    const word = vocabulary.wordAt(at);
    const like = likeness(word, typed);
    if (like !== null) table.likes.set(at, like);
    if (mayBeFirst(word, typed)) table.firsts.add(at);
  }
  table.size = vocabulary.size;
  tables.delete(text);
  tables.set(text, table);
  if (tables.size > KEPT) tables.delete(tables.keys().next().value!);
  return table;
}

/** A quick look at a word: it begins with the same letter, is another name, a code, or sounds alike. */
function mayAnswer(vocabulary: Vocabulary, typed: Typed): (number: number) => boolean {
  const { text, key, names, isEnd } = typed;
  // The first letter is never forgiven; a word typed as one with the next begins like it as well.
  const letters =
    key === "" ? text.length : errorsForgiven(text) > 0 ? 1 : Math.min(2, text.length);
  const packed = packSounds(key);
  const step = soundStep(key.length);
  const wanted = Math.floor(packed / step);
  const beginnings = new Set<number>();
  for (let at = 1; at <= Math.min(key.length, PACKED_SOUNDS); at++)
    beginnings.add(packSounds(key.slice(0, at)));
  const isHeard = (number: number) => {
    const sounds = vocabulary.soundsAt(number);
    return sounds > 0 && (Math.floor(sounds / step) === wanted || beginnings.has(sounds));
  };
  return (number) =>
    vocabulary.mayBegin(number, text, letters) ||
    (isEnd && vocabulary.mayBegin(number, CODE, 1)) ||
    (key.length > 1 && isHeard(number)) ||
    names.some((name) => vocabulary.mayBegin(number, name, name.length));
}
