import { fileURLToPath } from "node:url";
import PdfFile from "pdfkit";
import { createShaper, type Shaper } from "./shape-text.ts";

export type FontName = "regular" | "semibold";

/** The parts of a parsed font that pdfkit calls; `layout` does the shaping. */
type ParsedFont = {
  layout(text: string): unknown;
};
type WithParsedFont = { _font: { font: ParsedFont } };

const folder = new URL("../../../../assets/fonts/", import.meta.url);
const files: Record<FontName, URL> = {
  regular: new URL("AnekDevanagari-Regular.ttf", folder),
  semibold: new URL("AnekDevanagari-SemiBold.ttf", folder),
};

let parsed: Record<FontName, ParsedFont> | null = null;

/** Registers the fonts of an invoice with a document. They contain Latin and Devanagari, and are parsed once in a process. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  parsed ??= { regular: parse("regular"), semibold: parse("semibold") };
  for (const name of ["regular", "semibold"] as const) {
    doc.registerFont(name, parsed[name] as unknown as PDFKit.Mixins.PDFFontSource);
  }
}

/** pdfkit's own reading of the font, with its line layout replaced by ours: its shaper breaks Devanagari conjuncts. */
function parse(name: FontName): ParsedFont {
  const doc = new PdfFile({ autoFirstPage: false });
  doc.font(fileURLToPath(files[name]));
  const { font } = (doc as unknown as WithParsedFont)._font;
  const shaper = createShaper(files[name]);
  font.layout = (text) => layout(shaper, text);
  return font;
}

function layout(shaper: Shaper, text: string) {
  const shaped = shaper(text);
  const positions = shaped.map(({ xAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance: 0,
    xOffset,
    yOffset,
  }));
  return {
    glyphs: shaped.map(({ id, codePoints, width }) => ({ id, codePoints, advanceWidth: width })),
    positions,
    // Read after pdfkit has scaled the positions in place.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}
