import { readFileSync } from "node:fs";
import { Blob, Buffer as ShapingBuffer, Face, Font, shape } from "harfbuzzjs";

/** A glyph with its position, in font units. `codePoints`: the letters it represents when text is extracted from a file. */
export type ShapedGlyph = {
  id: number;
  codePoints: number[];
  /** Its width before kerning. */
  width: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
};

/** Turns text of one line into glyphs of one font: conjuncts, reordered vowel signs, kerning. */
export type Shaper = (text: string) => ShapedGlyph[];

/** A shaper for a font file. Complete static TTF files only: subsets and variable fonts lack the tables for conjuncts. */
export function createShaper(file: URL): Shaper {
  const font = new Font(new Face(new Blob(readFileSync(file)), 0));
  return (text) => runsOf(text).flatMap((run) => shapeRun(font, run));
}

/** Whether the text cannot be recovered from the single glyphs. */
export function isComplexScript(text: string): boolean {
  return DEVANAGARI.test(text);
}

const DEVANAGARI = /\p{scx=Devanagari}/u;
// The shaper takes one script at a time. The joiners belong to the letters they join.
const RUNS = /[\p{scx=Devanagari}\u200c\u200d]+|[^\p{scx=Devanagari}]+/gu;

const MIDDLE_DOT = 0xb7;

function runsOf(text: string): string[] {
  return text.normalize("NFC").match(RUNS) ?? [];
}

function shapeRun(font: Font, run: string): ShapedGlyph[] {
  const buffer = new ShapingBuffer();
  buffer.addText(run);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const glyphs = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster)), run.length].toSorted(
    (a, b) => a - b,
  );
  const meanings = new Map<number, number[]>();
  for (const [i, start] of starts.entries()) {
    if (i + 1 < starts.length) meanings.set(start, codePointsOf(run.slice(start, starts[i + 1])));
  }
  // The first glyph of a cluster represents all its letters.
  return glyphs.map((glyph) => {
    const codePoints = meanings.get(glyph.cluster) ?? [];
    meanings.delete(glyph.cluster);
    const width = font.glyphHAdvance(glyph.codepoint);
    return {
      id: glyph.codepoint,
      codePoints,
      width,
      // The font Anek treats the middle dot as a mark, and would draw it on the space after it.
      xAdvance: codePoints[0] === MIDDLE_DOT ? width : glyph.xAdvance!,
      xOffset: glyph.xOffset ?? 0,
      yOffset: glyph.yOffset ?? 0,
    };
  });
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0)!);
}
