import { createRequire } from "node:module";
import type { Bidi } from "bidi-js";
import type { Lettering, Weight } from "../../../platform/print/font-files.ts";
import { printedLetters } from "../../../platform/print/printed-letters.ts";
import { shapeText } from "../../../platform/print/shape-text.ts";

/** Letters of one font and one direction. `width`: times the size. */
export type Run = {
  text: string;
  lettering: Lettering;
  weight: Weight;
  rightToLeft: boolean;
  width: number;
};
/** A line as it is drawn, runs from left to right. `text`: as it is read. */
export type Line = { text: string; runs: Run[]; width: number };

// Its types describe the ES module, which Node does not load.
const bidi = (createRequire(import.meta.url)("bidi-js") as () => Bidi)();

/** From the first Arabic letter to the last with its marks, as long as no letter of another script is between them. */
const RIGHT_TO_LEFT =
  /(?!\p{M})\p{sc=Arabic}(?:[\p{sc=Arabic}\P{L}]*\p{sc=Arabic})?[\p{M}\u200c\u200d]*/gu;
const [ISOLATE, END] = ["\u2067", "\u2069"];

/**
 * Breaks text into lines of a width (times the size): at spaces, and inside a word that is wider than the line. Words in
 * Urdu are read from right to left, each stretch of them apart: what a page writes beside a name, an amount or a date,
 * keeps its place and order. A text that is Urdu alone is right to left as a whole.
 */
export function setText(text: string, weight: Weight, width: number): Line[] {
  const letters = printedLetters(text);
  const written = letters.map((each) => each.text).join("");
  const isolated = written.replaceAll(RIGHT_TO_LEFT, (stretch) => ISOLATE + stretch + END);
  const hasOther = /\p{L}/u.test(written.replaceAll(/\p{sc=Arabic}/gu, ""));
  const base = isolated === written || hasOther ? "ltr" : "rtl";
  const order = bidi.getEmbeddingLevels(isolated, base);
  let at = 0;
  const placed = letters.map(({ text: letter, lettering }): Placed => {
    while (isolated[at] === ISOLATE || isolated[at] === END) at++;
    const start = at;
    at += letter.length;
    const rightToLeft = order.levels[start]! % 2 === 1;
    return { text: letter, lettering, weight, start, rightToLeft };
  });

  const visual = (line: readonly Placed[]): Line => {
    const runs = runsOf(line);
    const runAt = new Map(runs.flatMap(({ run, starts }) => starts.map((start) => [start, run])));
    const last = line.at(-1)!;
    const end = last.start + last.text.length - 1;
    const indices = bidi.getReorderedIndices(isolated, order, line[0]!.start, end);
    const drawn = new Set(indices.flatMap((index) => runAt.get(index) ?? []));
    return {
      text: line.map((each) => each.text).join(""),
      runs: [...drawn],
      width: runs.reduce((sum, { run }) => sum + run.width, 0),
    };
  };
  return broken(placed, width).map(visual);
}

type Placed = {
  text: string;
  lettering: Lettering;
  weight: Weight;
  rightToLeft: boolean;
  /** Where it begins in the text. */
  start: number;
};

const widthOf = (line: readonly Placed[]) =>
  runsOf(line).reduce((sum, { run }) => sum + run.width, 0);

function broken(letters: readonly Placed[], width: number): Placed[][] {
  const lines: Placed[][] = [];
  let line: Placed[] = [];
  const add = (piece: readonly Placed[], space: readonly Placed[]) => {
    const longer = [...line, ...space, ...piece];
    if (line.length > 0 && widthOf(longer) > width) {
      lines.push(line);
      line = [...piece];
    } else line = line.length > 0 ? longer : [...piece];
  };
  for (const { word, space } of wordsOf(letters)) {
    if (widthOf(word) <= width) add(word, space);
    else for (const [i, letter] of word.entries()) add([letter], i === 0 ? space : []);
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/** Words, each with the space before it. */
function wordsOf(letters: readonly Placed[]) {
  const words: { word: Placed[]; space: Placed[] }[] = [];
  let space: Placed[] = [];
  for (const letter of letters) {
    if (letter.text === " ") space = [letter];
    else if (space.length > 0 || words.length === 0) {
      words.push({ word: [letter], space });
      space = [];
    } else words.at(-1)!.word.push(letter);
  }
  return words;
}

function runsOf(line: readonly Placed[]) {
  const groups: Placed[][] = [];
  for (const letter of line) {
    const before = groups.at(-1)?.at(-1);
    const goesOn =
      before?.lettering === letter.lettering && before.rightToLeft === letter.rightToLeft;
    if (goesOn) groups.at(-1)!.push(letter);
    else groups.push([letter]);
  }
  return groups.map((group) => {
    const { lettering, weight, rightToLeft } = group[0]!;
    const text = group.map((each) => each.text).join("");
    const glyphs = shapeText(text, lettering, weight, rightToLeft);
    const width = glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / 1000;
    const run: Run = { text, lettering, weight, rightToLeft, width };
    return { run, starts: group.map(({ start }) => start) };
  });
}
