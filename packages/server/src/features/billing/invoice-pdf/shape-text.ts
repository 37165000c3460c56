import { readFileSync } from "node:fs";
import { Blob, Buffer as ShapingBuffer, Face, Font, shape } from "harfbuzzjs";

/** A glyph where it stands; font units. `codePoints` is what it stands for when text is read back out of a file. */
export type ShapedGlyph = {
  id: number;
  codePoints: number[];
  /** Its own width, which kerning may change. */
  width: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
};

/** Turns text of one line into glyphs of one font: conjuncts, reordered vowel signs, kerning. */
export type Shaper = (text: string) => ShapedGlyph[];

/** A shaper for a font file. Whole static TTF files only: subsets and variable ones lack what conjuncts need. */
export function createShaper(file: URL): Shaper {
  const font = new Font(new Face(new Blob(readFileSync(file)), 0));
  return (text) => runsOf(text).flatMap((run) => shapeRun(font, run));
}

/** Whether reading the glyphs one by one would not give the text back. */
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
  // Of a cluster's glyphs the first one stands for all of its letters.
  return glyphs.map((glyph) => {
    const codePoints = meanings.get(glyph.cluster) ?? [];
    meanings.delete(glyph.cluster);
    const width = font.glyphHAdvance(glyph.codepoint);
    return {
      id: glyph.codepoint,
      codePoints,
      width,
      // Anek takes the middle dot for a mark, which would stand on the space after it.
      xAdvance: codePoints[0] === MIDDLE_DOT ? width : glyph.xAdvance!,
      xOffset: glyph.xOffset ?? 0,
      yOffset: glyph.yOffset ?? 0,
    };
  });
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0)!);
}
