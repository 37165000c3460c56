import { createNames } from "./names.ts";

export const MOST_PIECES = 2 ** 19;

/** Texts that many locations' JSON has in common, each kept once. They are never forgotten. */
export function createPieces(texts: string[]) {
  const names = createNames(MOST_PIECES, texts);
  /** By number. */
  const bytes: Uint8Array[] = texts.map((text) => Buffer.from(text));
  return {
    bytes,
    texts: names.list,
    /** The text's number; null: there are too many, so it has to be kept where it occurs. */
    numberOf: (text: string): number | null => {
      const number = names.numberOf(text);
      if (number === MOST_PIECES) return null;
      if (number === bytes.length) bytes.push(Buffer.from(text));
      return number;
    },
  };
}

export type Pieces = ReturnType<typeof createPieces>;
