import { Blob, Buffer as ShapingBuffer, Direction, Face, Font, shape } from "harfbuzzjs";
import { readFont, type Lettering, type Weight } from "./font-files.ts";

/** A glyph with its position, in thousandths of the font's size. `codePoints`: the letters it represents when text is extracted from a file. */
export type ShapedGlyph = {
  /** 0: the font does not have the letter. */
  id: number;
  codePoints: number[];
  /** Its width before kerning. */
  width: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
  /** How far its ink goes above and below the line; null: it has none. */
  ink: { top: number; bottom: number } | null;
};

const fonts = new Map<string, LoadedFont>();
/** A run is shaped to be tried, measured and drawn, and labels and amounts come again on each page. */
const shaped = new Map<string, readonly ShapedGlyph[]>();
const MOST_SHAPED = 2000;

const MIDDLE_DOT = 0xb7;

/**
 * Turns text of one script and one direction into glyphs of one font, from left to right: conjuncts, reordered vowel signs,
 * joined letters, kerning.
 */
export function shapeText(
  text: string,
  lettering: Lettering,
  weight: Weight,
  rightToLeft = false,
): readonly ShapedGlyph[] {
  const key = `${lettering} ${weight} ${rightToLeft} ${text}`;
  let glyphs = shaped.get(key);
  if (!glyphs) {
    if (shaped.size >= MOST_SHAPED) shaped.clear();
    shaped.set(key, (glyphs = shapeRun(text, fontOf(lettering, weight), rightToLeft)));
  }
  return glyphs;
}

/** `letters`: of the glyphs that are one letter, whatever is around them. */
type LoadedFont = { font: Font; unit: number; letters: Map<number, number> };

function shapeRun(text: string, of: LoadedFont, rightToLeft: boolean): ShapedGlyph[] {
  const { font, unit, letters } = of;
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  const glyphs = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster)), text.length].toSorted(
    (a, b) => a - b,
  );
  const meanings = new Map<number, number[]>();
  for (const [i, start] of starts.entries()) {
    if (i + 1 < starts.length) meanings.set(start, codePointsOf(text.slice(start, starts[i + 1])));
  }
  // A glyph has one meaning in a file. That of a letter is the letter: in a name with a dot below its s, no other s of the
  // page is read with a dot. The first glyph of a conjunct represents all its letters.
  return glyphs.map((glyph) => {
    const letter = letters.get(glyph.codepoint);
    const codePoints = letter === undefined ? (meanings.get(glyph.cluster) ?? []) : [letter];
    meanings.delete(glyph.cluster);
    const width = font.glyphHAdvance(glyph.codepoint) * unit;
    const yOffset = (glyph.yOffset ?? 0) * unit;
    const extents = font.glyphExtents(glyph.codepoint);
    const top = yOffset + (extents?.yBearing ?? 0) * unit;
    return {
      id: glyph.codepoint,
      codePoints,
      width,
      // The font Anek treats the middle dot as a mark, and would draw it on the space after it.
      xAdvance: codePoints[0] === MIDDLE_DOT ? width : glyph.xAdvance! * unit,
      xOffset: (glyph.xOffset ?? 0) * unit,
      yOffset,
      ink: extents?.height ? { top, bottom: top + extents.height * unit } : null,
    };
  });
}

function fontOf(lettering: Lettering, weight: Weight): LoadedFont {
  const key = `${lettering} ${weight}`;
  let read = fonts.get(key);
  if (!read) {
    const face = new Face(new Blob(readFont(lettering, weight)), 0);
    const font = new Font(face);
    const letters = new Map<number, number>();
    for (const letter of face.collectUnicodes()) {
      const glyph = font.nominalGlyph(letter);
      if (glyph && !letters.has(glyph)) letters.set(glyph, letter);
    }
    fonts.set(key, (read = { font, unit: 1000 / face.upem, letters }));
  }
  return read;
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (letter) => letter.codePointAt(0)!);
}
