import { chanceOf } from "./names.ts";

/**
 * `places`: numbers counted from 1, each where its text's hash says or at the next free place; 0: free. `hashes`: of the text
 * at each place.
 */
export type NumberTableData = {
  places: Uint32Array<ArrayBuffer>;
  hashes: Uint32Array<ArrayBuffer>;
  size: number;
};

export const noNumbers = (room = 1024): NumberTableData => ({
  places: new Uint32Array(room),
  hashes: new Uint32Array(room),
  size: 0,
});

/**
 * Numbers, found by the text each of them stands for, in typed arrays. A Map of as many strings takes ten times the memory.
 * `isText` must answer for every number in the table; it is asked where the hash is the same.
 */
export function createNumberTable(
  data: NumberTableData,
  isText: (number: number, text: string) => boolean,
) {
  const next = (at: number) => (at + 1) & (data.places.length - 1);
  const placeOf = (text: string): number => {
    const { places, hashes } = data;
    const hash = chanceOf(text);
    let at = hash & (places.length - 1);
    while (places[at] !== 0 && !(hashes[at] === hash && isText(places[at]! - 1, text)))
      at = next(at);
    return at;
  };
  const put = (hash: number, number: number) => {
    let at = hash & (data.places.length - 1);
    while (data.places[at] !== 0) at = next(at);
    data.places[at] = number + 1;
    data.hashes[at] = hash;
  };
  const grow = () => {
    const { places, hashes } = data;
    Object.assign(data, noNumbers(places.length * 2), { size: data.size });
    for (let at = 0; at < places.length; at++)
      if (places[at] !== 0) put(hashes[at]!, places[at]! - 1);
  };
  return {
    find: (text: string): number | undefined => {
      const place = data.places[placeOf(text)]!;
      return place === 0 ? undefined : place - 1;
    },
    /** Adds the number of a text that is not in the table. */
    add: (text: string, number: number): void => {
      if (++data.size * 4 > data.places.length * 3) grow();
      put(chanceOf(text), number);
    },
    remove: (text: string): void => {
      let hole = placeOf(text);
      if (data.places[hole] === 0) return;
      data.size--;
      // Those behind it move up, or they could not be found past the hole.
      for (let at = next(hole); data.places[at] !== 0; at = next(at)) {
        const mask = data.places.length - 1;
        const from = data.hashes[at]! & mask;
        if (((at - from) & mask) < ((at - hole) & mask)) continue;
        data.places[hole] = data.places[at]!;
        data.hashes[hole] = data.hashes[at]!;
        hole = at;
      }
      data.places[hole] = 0;
    },
  };
}
