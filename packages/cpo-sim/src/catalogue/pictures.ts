import { crc32, deflateSync } from "node:zlib";
import type { Location } from "@voltmarg/ocpi";

type Colour = readonly [number, number, number];
type Picture = { width: number; height: number; at(x: number, y: number): Colour };

const WHITE: Colour = [245, 247, 245];
const INK: Colour = [24, 34, 32];
const GROUND: Colour = [120, 124, 122];
const SKIES: readonly Colour[] = [
  [150, 196, 222],
  [205, 214, 220],
  [246, 214, 170],
];
const BODIES: readonly Colour[] = [
  [0, 86, 107],
  [13, 110, 48],
  [183, 54, 44],
  [96, 70, 140],
];

/**
 * The images of a location: one in three has some, and the first image of one in twelve is broken; `base` is the
 * operator's own address.
 */
export function imagesOf(number: number, base: string): NonNullable<Location["images"]> {
  if (number % 3 !== 0) return [];
  const image = (name: string, category: "CHARGER" | "ENTRANCE") => ({
    url: `${base}/pictures/${name}.png`,
    category,
    type: "png",
    width: 480,
    height: 320,
  });
  const shown = [image(`${number}-0`, "CHARGER"), image(`${number}-1`, "ENTRANCE")];
  return number % 12 === 0 ? [image("lost", "CHARGER"), ...shown] : shown;
}

export const logoOf = (party: string, base: string) => ({
  url: `${base}/pictures/${party.toLowerCase()}.png`,
  category: "OPERATOR" as const,
  type: "png",
  width: 96,
  height: 32,
});

/** The image at an address; null: none. */
export function pictureAt(path: string): Buffer | null {
  const place = /^\/pictures\/(\d{1,6})-([01])\.png$/.exec(path);
  if (place) return png(chargerScene(Number(place[1]), Number(place[2])));
  const logo = /^\/pictures\/([a-z]{3})\.png$/.exec(path);
  return logo ? png(mark(logo[1]!)) : null;
}

/** A charger, or two farther away, under a sky. */
function chargerScene(number: number, view: number): Picture {
  const sky = SKIES[number % SKIES.length]!;
  const body = BODIES[(number >> 2) % BODIES.length]!;
  const size = view === 0 ? 1 : 0.6;
  const lefts = view === 0 ? [180] : [120, 270];
  return {
    width: 480,
    height: 320,
    at: (x, y) => {
      const foot = 270;
      for (const left of lefts) {
        const [u, v] = [(x - left) / size, (y - foot) / size + 200];
        if (u < 0 || u >= 110 || v < 0 || v >= 200) continue;
        if (u > 22 && u < 88 && v > 24 && v < 70) return v < 30 || v > 64 ? INK : WHITE;
        if (u > 42 && u < 68 && v > 96 && v < 122) return INK;
        return body;
      }
      return y > foot - 8 ? GROUND : sky;
    },
  };
}

/** Stripes in the operator's colours. */
function mark(party: string): Picture {
  const code = party.charCodeAt(0);
  const body = BODIES[code % BODIES.length]!;
  return {
    width: 96,
    height: 32,
    at: (x, y) => ((x + y + code) % 24 < 12 ? body : WHITE),
  };
}

/** PNG, 8 bits a channel, as RFC 2083 has it. */
function png({ width, height, at }: Picture): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let offset = 0;
  for (let y = 0; y < height; y += 1) {
    // Each row begins with its filter: none.
    offset += 1;
    for (let x = 0; x < width; x += 1)
      for (const channel of at(x, y)) offset = rows.writeUInt8(channel, offset);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
