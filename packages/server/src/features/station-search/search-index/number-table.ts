import { chanceOf } from "./names.ts";

/** `places`: numbers counted from 1, each where its text's hash says or at the next free place; 0: free. */
export type NumberTableData = { places: Uint32Array<ArrayBuffer>; size: number };

/** Both must answer for every number in the table. */
export type TextOfNumbers = {
  textOf(number: number): string;
  isText(number: number, text: string): boolean;
};

export const noNumbers = (): NumberTableData => ({ places: new Uint32Array(1024), size: 0 });

/**
 * Numbers, found by the text each of them stands for, in one typed array. A Map of as many strings takes ten times the
 * memory.
 */
export function createNumberTable(data: NumberTableData, { textOf, isText }: TextOfNumbers) {
  const home = (text: string) => chanceOf(text) & (data.places.length - 1);
  const next = (at: number) => (at + 1) & (data.places.length - 1);
  const placeOf = (text: string): number => {
    let at = home(text);
    while (data.places[at] !== 0 && !isText(data.places[at]! - 1, text)) at = next(at);
    return at;
  };
  const put = (text: string, number: number) => {
    let at = home(text);
    while (data.places[at] !== 0) at = next(at);
    data.places[at] = number + 1;
  };
  return {
    find: (text: string): number | undefined => {
      const place = data.places[placeOf(text)]!;
      return place === 0 ? undefined : place - 1;
    },
    /** Adds the number of a text that is not in the table. */
    add: (text: string, number: number): void => {
      if (++data.size * 4 > data.places.length * 3) {
        const before = data.places;
        data.places = new Uint32Array(before.length * 2);
        for (const one of before) if (one !== 0) put(textOf(one - 1), one - 1);
      }
      put(text, number);
    },
    remove: (text: string): void => {
      let hole = placeOf(text);
      if (data.places[hole] === 0) return;
      data.size--;
      // Those behind it move up, or they could not be found past the hole.
      for (let at = next(hole); data.places[at] !== 0; at = next(at)) {
        const from = home(textOf(data.places[at]! - 1));
        const mask = data.places.length - 1;
        if (((at - from) & mask) < ((at - hole) & mask)) continue;
        data.places[hole] = data.places[at]!;
        hole = at;
      }
      data.places[hole] = 0;
    },
  };
}

/** Whether bytes are a text; null: that takes more than to compare ASCII. */
export function isAscii(
  bytes: Uint8Array,
  start: number,
  end: number,
  text: string,
): boolean | null {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 0x7f) return null;
    if (byte !== text.charCodeAt(at - start)) return false;
  }
  return end - start === text.length;
}
