// What the browser must load before it can show anything: the entry and all it imports statically. Dynamic imports
// (screens, the map) come later and are listed for information.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const limitKb = 125;
const screenLimitKb = 30;
const dist = new URL("../dist/", import.meta.url);

type Chunk = {
  file: string;
  name?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
};
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8")) as Record<
  string,
  Chunk
>;

const gzipKb = (file: string) => gzipSync(readFileSync(new URL(file, dist))).length / 1000;

/** The files of a chunk and of all it imports statically. */
function filesOf(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, files);
  return files;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const sum = (files: Iterable<string>) => [...files].reduce((kb, file) => kb + gzipKb(file), 0);

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error("dist/.vite/manifest.json has no entry; build first");
const initial = filesOf(entry);

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry) continue;
  const own = [...filesOf(key)].filter((file) => !initial.has(file));
  const kb = sum(own);
  const mark = kb > screenLimitKb ? `  more than ${screenLimitKb} kB` : "";
  say(`${kb.toFixed(1).padStart(7)} kB  ${key}${mark}`);
}

const kb = sum(initial);
say(`${kb.toFixed(1).padStart(7)} kB  initial JavaScript, gzip (limit ${limitKb} kB)`);
if (kb > limitKb) {
  say(`Initial JavaScript is ${(kb - limitKb).toFixed(1)} kB above its limit.`);
  process.exitCode = 1;
}
