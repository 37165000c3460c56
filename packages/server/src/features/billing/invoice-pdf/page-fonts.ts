import PdfFile from "pdfkit";
import { readFont, type Lettering, type Weight } from "../../../platform/print/font-files.ts";
import { shapeText } from "../../../platform/print/shape-text.ts";
import type { Run } from "./set-text.ts";

/** The parts of a parsed font that pdfkit calls; `layout` does the shaping. */
type ParsedFont = {
  unitsPerEm: number;
  layout(text: string, features?: readonly string[]): unknown;
};
type WithParsedFont = { _font: { font: ParsedFont } };

const parsed = new Map<string, ParsedFont>();

/**
 * Draws a run on its baseline. Of its font the glyphs that are drawn are embedded; it is parsed once in a process. The list
 * of features is never left out: without one pdfkit lays out word by word, from left to right.
 */
export function drawRun(
  doc: PDFKit.PDFDocument,
  run: Run,
  at: { x: number; y: number; size: number },
): void {
  const name = `${run.lettering} ${run.weight}`;
  let font = parsed.get(name);
  if (!font) parsed.set(name, (font = parse(run.lettering, run.weight)));
  doc
    .font(font as unknown as PDFKit.Mixins.PDFFontSource, name)
    .fontSize(at.size)
    .text(run.text, at.x, at.y, {
      lineBreak: false,
      baseline: "alphabetic",
      features: run.rightToLeft ? ["rtlm"] : [],
    });
}

/** pdfkit's own reading of the font, with its line layout replaced by ours: its shaper breaks conjuncts. */
function parse(lettering: Lettering, weight: Weight): ParsedFont {
  const doc = new PdfFile({ autoFirstPage: false });
  doc.font(readFont(lettering, weight));
  const { font } = (doc as unknown as WithParsedFont)._font;
  // pdfkit counts in units of the font.
  const unit = font.unitsPerEm / 1000;
  font.layout = (text, features) => {
    const shaped = shapeText(text, lettering, weight, features?.includes("rtlm"));
    const positions = shaped.map(({ xAdvance, xOffset, yOffset }) => ({
      xAdvance: xAdvance * unit,
      yAdvance: 0,
      xOffset: xOffset * unit,
      yOffset: yOffset * unit,
    }));
    return {
      glyphs: shaped.map(({ id, codePoints, width }) => ({
        id,
        codePoints,
        advanceWidth: width * unit,
      })),
      positions,
      // Read after pdfkit has scaled the positions in place.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  return font;
}
