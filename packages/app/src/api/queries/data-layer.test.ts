import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** The file of each `useQuery`, `fetchQuery` or set of options that has a key and a way to fetch it. */
async function fetchersByKey(): Promise<Map<string, Set<string>>> {
  const src = new URL("../../", import.meta.url);
  const found = new Map<string, Set<string>>();
  for (const name of await readdir(src, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
    const text = await readFile(new URL(name, src), "utf8");
    for (const [, key] of text.matchAll(
      /queryKey: keys\.(\w+)[^,]*,\s*(?:[\w]+: [^,]*,\s*)*queryFn/g,
    ))
      found.set(key!, (found.get(key!) ?? new Set()).add(name));
  }
  return found;
}

// Two would differ: in what is kept for offline, and in what they make of an answer that comes late.
test("[N-1] [L-6] what is kept under a key is fetched in one place", async () => {
  const found = await fetchersByKey();
  expect(found.has("location")).toBe(true);
  const several = [...found].filter(([, files]) => files.size > 1);
  expect(several.map(([key, files]) => `${key}: ${[...files].join(", ")}`)).toEqual([]);
});
