import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildPages } from "./build-app.ts";

/** kB of 1000 bytes, gzipped: scripts and styles before the overview is shown, and what another page adds. */
const [FIRST_KB, PAGE_KB] = [150, 25];

type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] };

test("[D-26] the console's first load and each of its pages stay within their size limits", async () => {
  const { console: built } = await buildPages();
  const manifest = JSON.parse(
    readFileSync(join(built.dir, ".vite", "manifest.json"), "utf8"),
  ) as Record<string, Chunk>;
  const filesOf = (key: string, files = new Set<string>()): Set<string> => {
    const { file, css = [], imports = [] } = manifest[key]!;
    if (files.has(file)) return files;
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) filesOf(each, files);
    return files;
  };
  const kbOf = (files: Iterable<string>) =>
    [...files].reduce(
      (kb, file) => kb + gzipSync(readFileSync(join(built.dir, file)), { level: 9 }).length / 1000,
      0,
    );
  const first = filesOf("src/pages/overview/Overview.tsx", filesOf("index.html"));
  expect(kbOf(first)).toBeLessThan(FIRST_KB);

  const pages = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && key.startsWith("src/pages/"),
  );
  expect(pages.length).toBeGreaterThan(2);
  const tooLarge = pages
    .map((key) => ({ key, kb: kbOf([...filesOf(key)].filter((file) => !first.has(file))) }))
    .filter(({ kb }) => kb > PAGE_KB);
  expect(tooLarge).toEqual([]);
});
