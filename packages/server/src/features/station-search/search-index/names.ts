/** Small numbers for names, in the order in which they were first seen; new names are added to `list`. */
export function createNames(most: number, list: string[]) {
  const numbers = new Map(list.map((name, at) => [name, at]));
  return {
    list: list as readonly string[],
    /** Beyond `most` all share the last number, which nobody can ask for by name. */
    numberOf: (name: string): number =>
      list.length < most ? placeOf(numbers, list, name, name) : (numbers.get(name) ?? most),
  };
}

/** A thing's place in a list of them, by what makes it the same; a new one is added. */
export function placeOf<T>(numbers: Map<string, number>, list: T[], value: T, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  list.push(value);
  numbers.set(key, list.length - 1);
  return list.length - 1;
}

/** 31 bits of an id that look like chance (FNV-1a, mixed): with a slot behind them they still are a whole number. */
export function chanceOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 1;
}
