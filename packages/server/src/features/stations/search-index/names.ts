/** Small numbers for names, in the order in which they were first seen. */
export type Names = {
  /** The name's number; beyond `most` all share the last one. */
  numberOf(name: string): number;
  /** Its number if it was ever seen. */
  known(name: string): number | undefined;
  readonly list: readonly string[];
};

export function createNames(most: number, first: readonly string[] = []): Names {
  const list = [...first];
  const numbers = new Map(list.map((name, at) => [name, at]));
  return {
    list,
    known: (name) => numbers.get(name),
    numberOf: (name) => {
      const found = numbers.get(name);
      if (found !== undefined) return found;
      // The last number stands for all that find no room; nobody can ask for it by name.
      if (list.length >= most) return most;
      list.push(name);
      numbers.set(name, list.length - 1);
      return list.length - 1;
    },
  };
}
