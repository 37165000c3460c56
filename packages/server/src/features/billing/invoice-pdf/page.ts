import type { Weight } from "../../../platform/print/font-files.ts";
import { drawRun } from "./page-fonts.ts";
import { setText } from "./set-text.ts";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 };
export const MARGIN = 40;
export const INK = "#0B1513";
export const QUIET = "#43504C";
export const RULE = "#DCE2DF";
export const TINT = "#FFF0CC";
const WELL = "#F1F4F2";
const MARIGOLD = "#FFB81C";
const LINE_HEIGHT = 1.38;
/** From the top of a line to its baseline, whichever fonts are in it. */
const BASELINE = 1.013;

type Writing = {
  x?: number;
  y: number;
  width?: number;
  size: number;
  font?: Weight;
  color?: string;
  align?: "left" | "right";
};
export type Column = { width: number; align: "left" | "right" };

/** A page with a position that moves down as text is drawn. */
export class Page {
  /** The position of the next text, from the top. */
  y = MARGIN;
  readonly #doc: PDFKit.PDFDocument;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** Draws text into a width, broken into lines; returns its height. */
  write(text: string, at: Writing): number {
    const { x = MARGIN, y, size, color = INK, align = "left" } = at;
    const width = at.width ?? PAGE.width - MARGIN - x;
    const lines = setText(text, at.font ?? "regular", width / size);
    this.#doc.fillColor(color);
    for (const [i, line] of lines.entries()) {
      let left = align === "right" ? x + width - line.width * size : x;
      // The letters of a conjunct cannot be read from its glyphs: they are added as ActualText, for search, copying and screen readers.
      const actual = COMPLEX.test(line.text.normalize("NFD"));
      if (actual) this.#doc.markContent("Span", { actual: line.text });
      for (const run of line.runs) {
        drawRun(this.#doc, run, { x: left, y: y + (i * LINE_HEIGHT + BASELINE) * size, size });
        left += run.width * size;
      }
      if (actual) this.#doc.endMarkedContent();
    }
    return lines.length * size * LINE_HEIGHT;
  }

  fits(height: number): boolean {
    return this.y + height <= PAGE.height - MARGIN - 12;
  }

  next(): void {
    this.#doc.addPage();
    this.y = MARGIN;
  }

  eachPage(work: (page: number, of: number) => void): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let i = 0; i < count; i++) {
      this.#doc.switchToPage(start + i);
      work(i + 1, count);
    }
  }

  rule(y: number, color: string, x = MARGIN): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(PAGE.width - MARGIN, y)
      .lineWidth(0.75)
      .stroke(color);
  }

  box(y: number, height: number, color: string): void {
    this.#doc.roundedRect(MARGIN, y, PAGE.width - 2 * MARGIN, height, 4).fill(color);
  }

  /** The logo, a kilometre stone. */
  mark(x: number, y: number, height: number): void {
    const doc = this.#doc;
    doc
      .save()
      .translate(x, y)
      .scale(height / 44);
    doc.path("M4 17.5A16 16 0 0 1 36 17.5V40a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z").fill(INK);
    doc.path("M4 16.6A16 16 0 0 1 36 16.6Z").fill(MARIGOLD);
    doc.path("M10 21.4h6.3L20 30.2l3.7-8.8H30L22.3 38h-4.6Z").fill("#FFFFFF");
    doc.restore();
  }

  /** A QR code: true is black. */
  squares(rows: readonly (readonly boolean[])[], x: number, y: number, size: number): void {
    const dot = size / rows.length;
    for (const [down, row] of rows.entries()) {
      // Those beside each other are one rectangle: a seam between two would be seen.
      for (let at = row.indexOf(true); at >= 0;) {
        const end = row.indexOf(false, at);
        const length = (end < 0 ? row.length : end) - at;
        this.#doc.rect(x + at * dot, y + down * dot, length * dot, dot);
        at = row.indexOf(true, at + length);
      }
    }
    this.#doc.fill("#000000");
  }

  tableHead(columns: readonly Column[], names: readonly string[]): void {
    this.box(this.y, 20, WELL);
    this.#cells(columns, names, this.y + 4.5, { size: 8.5, color: QUIET });
    this.y += 24;
  }

  rowHeight(columns: readonly Column[], cells: readonly string[], note: string | null): number {
    const lines = columns.map(
      ({ width }, i) => setText(cells[i] ?? "", "regular", (width - CELL) / 9.5).length * 9.5,
    );
    const noted =
      note === null ? 0 : setText(note, "regular", (columns[0]!.width - CELL) / 8).length * 8;
    return Math.max(...lines, (lines[0] ?? 0) + noted) * LINE_HEIGHT + 6;
  }

  row(columns: readonly Column[], cells: readonly string[], note: string | null): void {
    const height = this.rowHeight(columns, cells, note);
    const first = this.#cells(columns, cells, this.y, { size: 9.5 });
    if (note !== null) {
      const width = columns[0]!.width - CELL;
      this.write(note, { x: MARGIN + CELL / 2, y: this.y + first, width, size: 8, color: QUIET });
    }
    this.y += height;
    this.rule(this.y - 2.5, RULE);
  }

  /** Returns the height of the first cell. */
  #cells(
    columns: readonly Column[],
    cells: readonly string[],
    y: number,
    style: { size: number; color?: string },
  ): number {
    let x = MARGIN;
    let first = 0;
    for (const [i, { width, align }] of columns.entries()) {
      const at = { x: x + CELL / 2, y, width: width - CELL, align, ...style };
      const height = this.write(cells[i] ?? "", at);
      if (i === 0) first = height;
      x += width;
    }
    return first;
  }
}

/** Padding left and right of a cell's text, together. */
const CELL = 12;
/** Scripts whose letters change with their neighbours, and marks on a letter. */
const COMPLEX = /[^\p{sc=Latin}\p{sc=Common}]/u;
