import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

export type Weight = "regular" | "semibold";
export type Lettering = keyof typeof LETTERINGS;

/**
 * The fonts of what is printed, a file for each script of India, and the letters it is chosen for. What belongs to no
 * script (digits, signs) is in the Latin ones, and the rupee sign in the second of them.
 */
const LETTERINGS = {
  latin: ["anek-latin/files/anek-latin-latin", /[\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u],
  latinExtended: ["anek-latin/files/anek-latin-latin-ext", /[\p{sc=Latin}\p{sc=Common}]/u],
  devanagari: ["anek-devanagari/files/anek-devanagari-devanagari", /\p{scx=Devanagari}/u],
  bengali: ["anek-bangla/files/anek-bangla-bengali", /\p{scx=Bengali}/u],
  gujarati: ["anek-gujarati/files/anek-gujarati-gujarati", /\p{scx=Gujarati}/u],
  // The registry has no Anek of these three.
  gurmukhi: ["noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi", /\p{scx=Gurmukhi}/u],
  meeteiMayek: [
    "noto-sans-meetei-mayek/files/noto-sans-meetei-mayek-meetei-mayek",
    /\p{scx=Meetei_Mayek}/u,
  ],
  olChiki: ["noto-sans-ol-chiki/files/noto-sans-ol-chiki-ol-chiki", /\p{scx=Ol_Chiki}/u],
  kannada: ["anek-kannada/files/anek-kannada-kannada", /\p{scx=Kannada}/u],
  malayalam: ["anek-malayalam/files/anek-malayalam-malayalam", /\p{scx=Malayalam}/u],
  odia: ["anek-odia/files/anek-odia-oriya", /\p{scx=Oriya}/u],
  tamil: ["anek-tamil/files/anek-tamil-tamil", /\p{scx=Tamil}/u],
  telugu: ["anek-telugu/files/anek-telugu-telugu", /\p{scx=Telugu}/u],
  // Urdu, Kashmiri and Sindhi. Not Nastaliq, whose words slope to twice the height of a row.
  arabic: ["noto-naskh-arabic/files/noto-naskh-arabic-arabic", /\p{scx=Arabic}/u],
} as const satisfies Record<string, readonly [file: string, letters: RegExp]>;

export const letterings = Object.keys(LETTERINGS) as Lettering[];

/** Whether a letter may be in the font, by its script. */
export const isOfScript = (lettering: Lettering, letter: string): boolean =>
  LETTERINGS[lettering][1].test(letter);

const { resolve } = createRequire(import.meta.url);
const WEIGHTS = { regular: 400, semibold: 600 };

/** A font as TrueType, read from its package. */
export function readFont(lettering: Lettering, weight: Weight): Buffer {
  const [file] = LETTERINGS[lettering];
  return unpacked(readFileSync(resolve(`@fontsource/${file}-${WEIGHTS[weight]}-normal.woff`)));
}

/** WOFF 1.0, chapters 4 and 5: the tables of a TrueType file, packed one by one. HarfBuzz reads TrueType alone. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = directory.length;
  for (let i = 0; i < count; i++) {
    const entry = 44 + i * 20;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const stored = woff.subarray(start, start! + packed!);
    const table = packed! < length! ? inflateSync(stored) : stored;
    const to = 12 + i * 16;
    woff.copy(directory, to, entry, entry + 4);
    woff.copy(directory, to + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(end, to + 8);
    directory.writeUInt32BE(length!, to + 12);
    // Each begins at a multiple of four.
    tables.push(table, Buffer.alloc(-length! & 3));
    end += length! + (-length! & 3);
  }
  return Buffer.concat([directory, ...tables]);
}
