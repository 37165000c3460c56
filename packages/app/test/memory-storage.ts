/** A local storage that lives in memory, for tests outside a browser. */
export function installStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  const storage = new Proxy(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return kept;
}
