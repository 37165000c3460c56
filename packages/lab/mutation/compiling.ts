import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Mistake, withMistake } from "./mistakes.ts";
import type { Tree } from "./tree.ts";

const PROJECTS = ["tsconfig.json", "packages/app/tsconfig.json"];

/**
 * The first so many mistakes that compile: what the compiler refuses, nobody commits. One of each file is looked at at a
 * time, since a file's errors do not say which mistake made them.
 */
export function compiling(tree: Tree, mistakes: readonly Mistake[], wanted: number): Mistake[] {
  const refused = new Set<Mistake>();
  const accepted = new Set<Mistake>();
  for (;;) {
    const chosen = mistakes.filter((each) => !refused.has(each)).slice(0, wanted);
    const unknown = chosen.filter((each) => !accepted.has(each));
    const together = new Map(unknown.map((each) => [each.file, each]));
    if (together.size === 0) return chosen;
    const originals = [...together.keys()].map((file) => [file, tree.read(file)] as const);
    for (const [file, text] of originals) tree.write(file, withMistake(text, together.get(file)!));
    const wrong = filesWithErrors(tree.dir);
    for (const [file, text] of originals) tree.write(file, text);
    for (const [file, each] of together) (wrong.has(file) ? refused : accepted).add(each);
  }
}

function filesWithErrors(dir: string): Set<string> {
  const tsc = join("node_modules", "@typescript", "native", "bin", "tsc");
  const printed = PROJECTS.map(
    (project) =>
      spawnSync(process.execPath, [tsc, "-p", project, "--pretty", "false"], {
        cwd: dir,
        encoding: "utf8",
      }).stdout,
  );
  return new Set(
    Array.from(printed.join("\n").matchAll(/^(\S+?)\(\d+,\d+\): error/gm), ([, f]) => f!),
  );
}
