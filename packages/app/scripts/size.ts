// Prints the gzipped size of what the browser loads at first, and of what each screen adds. Reads the build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** kB of 1000 bytes */
const limits = {
  start: 110,
  signedOut: 123,
  signedIn: 137.5,
  own: 15,
  whole: 43.5,
  style: 15,
  map: 300,
  worker: 150,
};
const dist = process.argv[2] ?? join(import.meta.dirname, "..", "dist");

type Chunk = {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
};
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

const gzipKb = (file: string) =>
  gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
const sum = (files: Iterable<string>) => [...files].reduce((kb, file) => kb + gzipKb(file), 0);

/** The chunks a chunk imports statically, with itself. */
function chunksOf(key: string, chunks = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[key];
  if (!chunk || chunks.has(chunk)) return chunks;
  chunks.add(chunk);
  for (const imported of chunk.imports ?? []) chunksOf(imported, chunks);
  return chunks;
}
const scriptsOf = (key: string) => [...chunksOf(key)].map(({ file }) => file);
const stylesOf = (key: string) => [...chunksOf(key)].flatMap(({ css = [] }) => css);

let tooLarge = 0;
function say(name: string, kb: number, limit: number): void {
  const mark = kb > limit ? `  MORE THAN ${limit} kB` : "";
  if (mark) tooLarge += 1;
  process.stdout.write(`${kb.toFixed(1).padStart(7)} of ${limit} kB  ${name}${mark}\n`);
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error(".vite/manifest.json has no entry; build first");
const shell = "src/shell/SignedInShell.tsx";
const login = "src/features/sign-in/LoginPage.tsx";
// A signed-in driver loads the shell on every screen; a signed-out one loads the login page.
const initial = new Set([...scriptsOf(entry), ...scriptsOf(shell)]);
const style = stylesOf(entry);

const screens = Object.keys(manifest).filter(
  (key) => manifest[key]?.isDynamicEntry && /Page[.]tsx$/.test(key),
);
const beyond = new Map(
  screens.map((key) => [key, scriptsOf(key).filter((file) => !initial.has(file))]),
);
/** What three or more screens load is counted as shared: a visit loads it once. */
const isShared = (file: string) =>
  [...beyond.values()].filter((files) => files.includes(file)).length >= 3;
for (const [key, files] of [...beyond].toSorted(([a], [b]) => a.localeCompare(b))) {
  say(`${key}, with what it shares`, sum(files), limits.whole);
  say("its own part", sum(files.filter((file) => !isShared(file))), limits.own);
}
const withStyle = screens.map((key) => sum(new Set([...style, ...stylesOf(key)])));
say("the largest screen's CSS", Math.max(...withStyle), limits.style);
const engine = "src/map/engine.ts";
// It comes to a screen that is there.
const home = new Set([...initial, ...scriptsOf("src/shell/HomePage.tsx")]);
say("the map", sum(scriptsOf(engine).filter((file) => !home.has(file))), limits.map);
const workers = Object.values(manifest).flatMap(({ assets = [] }) => assets);
say(
  "its worker",
  sum(new Set(workers.filter((file) => /worker.*[.]m?js$/.test(file)))),
  limits.worker,
);
say("initial JavaScript", sum(scriptsOf(entry)), limits.start);
say(
  "JavaScript of the first screen, signed out",
  sum(new Set([...scriptsOf(entry), ...scriptsOf(login)])),
  limits.signedOut,
);
say("JavaScript of every screen, signed in", sum(initial), limits.signedIn);
process.exitCode = tooLarge === 0 ? 0 : 1;
