import { readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect } from "vitest";
import { hashOf } from "./hash-of.ts";

/** What a test file called. */
export type Called = {
  test: string;
  /** Of the test file's text. */
  hash: string;
  seconds: number;
  /** Names of called functions, by file. A function without a name counts as "". */
  files: Record<string, string[]>;
};

const kept = globalThis as { calls?: Session };
if (!kept.calls) {
  kept.calls = new Session();
  kept.calls.connect();
  await kept.calls.post("Profiler.enable");
  await kept.calls.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
}
const session = kept.calls;
// What the files before it called.
await session.post("Profiler.takePreciseCoverage");
const began = performance.now();

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const root = process.cwd();
  const test = expect.getState().testPath!;
  const files: Record<string, string[]> = {};
  for (const { url, functions } of result) {
    const file = relative(root, url.replace(pathToFileURL("/").href, "/"));
    if (!/^packages\/[^/]+\/(?:src|migrations)\//.test(file)) continue;
    const names = functions.filter(({ ranges }) => ranges[0]!.count > 0);
    if (names.length > 0) files[file] = [...new Set(names.map((each) => each.functionName))];
  }
  const called: Called = {
    test: relative(root, test),
    hash: hashOf(readFileSync(test, "utf8")),
    seconds: (performance.now() - began) / 1000,
    files,
  };
  const to = join(process.env.MUTATION_COVERAGE!, `${hashOf(called.test)}.json`);
  writeFileSync(to, JSON.stringify(called));
});
