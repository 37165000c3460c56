import { fieldProblem, type FieldProblem } from "@voltmarg/contract";
import { isOfScript, letterings, type Lettering } from "./font-files.ts";
import { shapeText } from "./shape-text.ts";

/** What is read as one letter, with the font that draws it. */
export type PrintedLetter = { text: string; lettering: Lettering };

/** Thousandths of the size: what stays within its line, so that nobody's name reaches into another text of the page. */
const MOST = { above: 1200, below: 750, width: 8000 };
/** Of a letter with its marks, or of a row of conjuncts: more of them are letters of their own. */
const MOST_CODE_POINTS = 12;
const MISSING = "?";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const PIECES = new RegExp(`.{1,${MOST_CODE_POINTS}}`, "gsu");
/** No ink, and some of them turn the direction of what follows. The joiners belong to the letters they join. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const JOINERS = /[\u200c\u200d]/g;
const JOINS_NOTHING = /^[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;

/**
 * The letters of a text as they are printed, white space as one space. What no font has, or what would reach out of its
 * line, is replaced by letters that mean the same, by the letter without its marks, or by one question mark: names of
 * operators and stations come as they are, and a box says nothing.
 */
export function printedLetters(text: string): PrintedLetter[] {
  return lettersOf(text).map(({ text: letter, lettering }) => ({ text: letter, lettering }));
}

/** The same as one text. */
export const printedText = (text: string): string =>
  lettersOf(text)
    .map((letter) => letter.text)
    .join("");

/** Whether a text is printed as it was written, with nothing missing. */
export function isPrintable(text: string): boolean {
  const letters = lettersOf(text);
  return letters.length > 0 && letters.every(({ isWhole }) => isWhole);
}

/**
 * Which of the fields that changed cannot be printed on a tax invoice. Asked where a person writes the name of a buyer or
 * seller, who can write it otherwise: an invoice must name both as they are (Rule 46 of the CGST Rules).
 */
export function printProblems<Row extends object>(
  after: Row,
  before: Partial<Record<keyof Row, unknown>>,
): FieldProblem[] {
  return (
    Object.entries(after)
      .filter(([field, value]) => typeof value === "string" && value !== before[field as keyof Row])
      // Whether nothing at all may be written is another rule.
      .filter(([, value]) => value !== "" && !isPrintable(value as string))
      .map(([field]) => fieldProblem(field, "NOT_PRINTABLE"))
  );
}

type Letter = PrintedLetter & { isWhole: boolean };

function lettersOf(text: string): Letter[] {
  const plain = text
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(/[\u2010\u2011]/g, "-")
    .trim()
    .normalize("NFC");
  const letters: Letter[] = [];
  for (const { segment } of segmenter.segment(plain)) {
    const letter = JOINS_NOTHING.test(segment) ? segment.replaceAll(JOINERS, "") : segment;
    for (const [i, piece] of (letter.match(PIECES) ?? []).entries()) {
      const last = letters.at(-1);
      if (i > 0 && /^\p{M}/u.test(piece)) {
        last!.isWhole = false;
        continue;
      }
      const drawn = draw(piece, last?.lettering);
      // A row of unknown letters is one question mark.
      if (drawn.every((each) => each.text === MISSING) && !last?.isWhole && last?.text === MISSING)
        continue;
      letters.push(...drawn);
    }
  }
  return letters;
}

function draw(letter: string, before: Lettering | undefined): Letter[] {
  const lettering = letteringOf(letter, before);
  if (lettering) return [{ text: letter, lettering, isWhole: true }];
  const same = piecesIn(letter.normalize("NFKC"), before);
  if (same) return same.map(({ text, lettering: of }) => ({ text, lettering: of, isWhole: true }));
  const [base = MISSING] = letter.normalize("NFKD");
  const left = piecesIn(base, before) ?? [{ text: MISSING, lettering: "latin" as const }];
  return left.map(({ text, lettering: of }) => ({ text, lettering: of, isWhole: false }));
}

function piecesIn(text: string, before: Lettering | undefined): PrintedLetter[] | null {
  const pieces = Array.from(segmenter.segment(text), ({ segment }) => ({
    text: segment,
    lettering: letteringOf(segment, before),
  }));
  return pieces.every((each): each is PrintedLetter => each.lettering !== undefined)
    ? pieces
    : null;
}

/** The font of the letter before, where it has this one: fewer changes within a word. */
function letteringOf(letter: string, before: Lettering | undefined): Lettering | undefined {
  if (/^[!-~]$/.test(letter)) return "latin";
  if (before && canDraw(before, letter)) return before;
  return letterings.find((each) => isOfScript(each, letter) && canDraw(each, letter));
}

function canDraw(lettering: Lettering, letter: string): boolean {
  const glyphs = shapeText(letter, lettering, "regular", lettering === "arabic");
  const width = glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return (
    width <= MOST.width &&
    glyphs.every(({ id }) => id !== 0) &&
    glyphs.every(({ ink }) => !ink || (ink.top <= MOST.above && -ink.bottom <= MOST.below))
  );
}
