import { inflateSync } from "node:zlib";

/** A line of text on a page, in points from its top left corner. */
export type TextBox = {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  size: number;
};

const A4_HEIGHT = 841.89;

/**
 * A PDF of ours as another program reads it, by the fonts' tables, and by ActualText for complex scripts. Of each page the
 * text and its boxes. `drawn`: what lies where, in points from the top left corner, a line each: of texts left, right,
 * baseline and size, of lines and areas left, right, top and bottom.
 */
export function readPdf(bytes: Buffer) {
  const raw = bytes.toString("latin1");
  const objects = new Map<string, { head: string; body: string }>();
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = "", packed] = match[2]!.split("\nstream\n");
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const data = packed === undefined ? null : Buffer.from(packed.slice(0, length), "latin1");
    const body = data && head.includes("FlateDecode") ? inflateSync(data) : data;
    objects.set(match[1]!, { head, body: body?.toString("latin1") ?? "" });
  }
  const of = (reference: string | undefined) => objects.get(reference ?? "")!;
  const fonts = new Map<string, Font>();
  const pages: Page[] = [];
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\n/.test(`${head}\n`)) continue;
    const resources = of(/\/Resources (\d+) 0 R/.exec(head)?.[1]).head;
    for (const [, name = "", id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const { head: font } = of(id);
      const table = of(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]).body;
      const letters = [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, row = ""]) =>
        [...row.matchAll(/<([^>]*)>/g)].map(([, hex = ""]) => utf16(hex.replaceAll(" ", ""))),
      );
      const widths = /\/W \[0 \[([^\]]*)\]/.exec(
        of(/\/DescendantFonts \[(\d+) 0 R/.exec(font)?.[1]).head,
      );
      fonts.set(name, { letters, widths: widths![1]!.trim().split(/\s+/).map(Number) });
    }
    pages.push(readPage(of(/\/Contents (\d+) 0 R/.exec(head)?.[1]).body, fonts));
  }
  return {
    raw,
    pages: pages.map(({ boxes }) => boxes.map(({ text }) => text).join("\n")),
    drawn: pages.map(({ drawn }, at) => [`page ${at + 1}`, ...drawn, ""].join("\n")).join("\n"),
    boxes: pages.map(({ boxes }) => boxes),
  };
}

type Page = { boxes: TextBox[]; drawn: string[] };
/** By glyph; widths in thousandths of the size. */
type Font = { letters: readonly string[]; widths: readonly number[] };

const round = (points: number) => (Math.round(points * 10) / 10 + 0).toFixed(1);

/** For complex scripts the ActualText, and in brackets the number of glyphs. */
function readPage(content: string, fonts: ReadonlyMap<string, Font>): Page {
  const page: Page = { boxes: [], drawn: [] };
  let font: Font | undefined;
  let [size, left, bottom] = [0, 0, 0];
  let said: { text: string; glyphs: number; left: number; right: number } | null = null;
  let path: number[][] = [];
  const put = (text: string, from: number, to: number) => {
    const last = page.boxes.at(-1);
    // The rupee sign is of another font than its digits.
    if (
      last &&
      Math.abs(from - last.right) < 0.02 &&
      bottom === last.bottom &&
      size === last.size
    ) {
      page.boxes.pop();
      page.drawn.pop();
      [text, from] = [last.text + text, last.left];
    }
    page.boxes.push({ text, left: from, right: to, top: bottom - size, bottom, size });
    page.drawn.push(`${[from, to, bottom, size].map(round).join(" ")} ${text}`);
  };
  for (const part of content.split("\n")) {
    const [, name, points] = /^\/(F\d+) ([\d.]+) Tf$/.exec(part) ?? [];
    if (name) [font, size] = [fonts.get(name), Number(points)];
    const [, x, y] = /^1 0 0 1 (\S+) (\S+) Tm$/.exec(part) ?? [];
    if (x) [left, bottom] = [Number(x), A4_HEIGHT - Number(y)];
    const actual = /\/ActualText \((.*)\)$/.exec(part)?.[1];
    if (actual !== undefined)
      said = { text: spoken(actual), glyphs: 0, left: Infinity, right: -Infinity };
    const numbers = /^[-\d. ]+ [mlc]$/.test(part) ? part.split(" ").slice(0, -1).map(Number) : [];
    for (let at = 0; at < numbers.length; at += 2) path.push(numbers.slice(at, at + 2));
    if (/^[Sf]$/.test(part)) {
      const [xs, ys] = [path.map((each) => each[0]!), path.map((each) => each[1]!)];
      const ends = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      page.drawn.push(`${part === "S" ? "line" : "area"} ${ends.map(round).join(" ")}`);
      path = [];
    }
    if (part.endsWith("TJ")) {
      // Glyphs are hexadecimal numbers; the numbers between them move the next glyph to the left, in thousandths.
      const ids: number[] = [];
      let moved = 0;
      for (const [, hex, back] of part.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
        if (back) moved += Number(back);
        for (const [id] of (hex ?? "").matchAll(/.{4}/g)) ids.push(Number.parseInt(id, 16));
      }
      const wide = ids.reduce((sum, id) => sum + (font?.widths[id] ?? 0), 0);
      const right = left + ((wide - moved) / 1000) * size;
      if (said) {
        said.glyphs += ids.length;
        [said.left, said.right] = [Math.min(said.left, left), Math.max(said.right, right)];
      } else put(ids.map((id) => font?.letters[id] ?? "?").join(""), left, right);
    }
    if (part === "EMC" && said) {
      put(`${said.text} [${said.glyphs}]`, said.left, said.right);
      said = null;
    }
  }
  return page;
}

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** A text string of PDF 1.7: UTF-16 after its mark, some bytes escaped. */
const spoken = (text: string) =>
  utf16(
    Buffer.from(
      text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter),
      "latin1",
    ).toString("hex"),
  ).replace("\ufeff", "");

const utf16 = (hex: string) =>
  Buffer.from(hex, "hex").swap16().toString("utf16le").replaceAll("\0", "");
