/** For a list that only grows at its end and whose items have no id: the index is the key. */
export const withIndexKeys = <T extends object>(items: readonly T[]): (T & { key: number })[] =>
  items.map((item, key) => ({ ...item, key }));
