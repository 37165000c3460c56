import { createNames } from "./names.ts";

/** Texts that many locations' JSON has in common, each kept once. They are never forgotten. */
export type Pieces = {
  /** The text's number; null: there are too many, so it has to be kept where it occurs. */
  numberOf(text: string): number | null;
  /** By number. */
  readonly bytes: readonly Uint8Array[];
  readonly texts: readonly string[];
};

export const MOST_PIECES = 2 ** 19;

export function createPieces(texts: string[]): Pieces {
  const names = createNames(MOST_PIECES, texts);
  const bytes = texts.map((text) => Buffer.from(text));
  return {
    bytes,
    texts,
    numberOf: (text) => {
      const number = names.numberOf(text);
      if (number === MOST_PIECES) return null;
      if (number === bytes.length) bytes.push(Buffer.from(text));
      return number;
    },
  };
}
