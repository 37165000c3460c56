import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "@voltmarg/client/node";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 30 });

/** What a release from 0.9 on has: the last migration before the baseline, or the baseline. */
const SINCE_BASELINE = [
  "packages/server/migrations/0145-built-in-texts.sql",
  "packages/server/migrations/baseline",
];

/**
 * The releases to start one after the other, before this one: the one that the caller names, or the newest one; after one
 * from before 0.9, 0.9 itself.
 */
export function earlierReleases(named: string | undefined): string[] {
  const linesOf = (...args: string[]) =>
    git(...args)
      .toString()
      .split("\n")
      .filter(Boolean);
  const knowsBaseline = (ref: string) =>
    linesOf("ls-tree", "--name-only", ref, ...SINCE_BASELINE).length > 0;
  const releases = [
    ...linesOf("tag", "--sort=-creatordate"),
    // A clone without tags: the commits that changed the version of the project.
    ...linesOf("log", "--format=%h", '-G"version":', "HEAD~1", "--", "package.json"),
  ].filter(knowsBaseline);
  const newest = releases[0];
  const ref = named ?? newest;
  if (!ref) {
    throw new StartError(
      "No release is young enough to run beside this release: say which commit with --from REF.",
    );
  }
  try {
    git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  } catch {
    throw new StartError(`${ref} is no commit here.`);
  }
  if (knowsBaseline(ref)) return [ref];
  // The oldest one that knows the baseline.
  return [ref, releases.at(-1)!];
}

/**
 * An earlier release in its own folder, with its own workspaces and the currently installed packages; those that this one
 * does not use any more are installed there.
 */
export function checkOut(ref: string, dir: string): void {
  mkdirSync(dir, { recursive: true });
  execFileSync("tar", ["-x", "-C", dir], {
    input: git("archive", ref, "packages", "package.json"),
  });
  const modules = join(dir, "node_modules");
  mkdirSync(join(modules, "@voltmarg"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@voltmarg") symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(dir, "packages"))) {
    symlinkSync(join(dir, "packages", name), join(modules, "@voltmarg", name));
    const own = join(root, "packages", name, "node_modules");
    try {
      readdirSync(own);
      symlinkSync(own, join(dir, "packages", name, "node_modules"));
    } catch {
      // Most packages have no node_modules folder.
    }
  }
  installLeft(dir);
}

function installLeft(dir: string): void {
  const left: Record<string, string> = {};
  for (const name of readdirSync(join(dir, "packages"))) {
    const file = join(dir, "packages", name, "package.json");
    const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as {
      dependencies?: Record<string, string>;
    };
    for (const [each, version] of Object.entries(dependencies)) {
      const places = [join(dir, "packages", name), dir];
      if (!places.some((place) => existsSync(join(place, "node_modules", each))))
        left[each] = version;
    }
  }
  if (Object.keys(left).length === 0) return;
  const own = join(dir, "left");
  mkdirSync(own);
  writeFileSync(join(own, "package.json"), JSON.stringify({ dependencies: left }));
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: own });
  for (const name of Object.keys(left)) {
    const target = join(dir, "node_modules", name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(own, "node_modules", name), target);
  }
}
