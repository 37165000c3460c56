/** For a list that only grows at its end and whose items have no id: their place is what tells them apart. */
export const withIndexKeys = <T extends object>(items: readonly T[]): (T & { key: number })[] =>
  items.map((item, key) => ({ ...item, key }));
