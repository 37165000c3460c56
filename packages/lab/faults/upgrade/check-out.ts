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

/** From this migration on, migrations only add. */
const FIRST = "packages/server/migrations/0021-replies-once.sql";

/**
 * The release the caller names, or the newest one since which migrations only add: by its tag, otherwise by its
 * commit.
 */
export function earlierRelease(named: string | undefined): string {
  const linesOf = (...args: string[]) =>
    git(...args)
      .toString()
      .split("\n")
      .filter(Boolean);
  const releases = [
    ...linesOf("tag", "--sort=-creatordate"),
    // A clone without tags: the commits that changed the version of the project.
    ...linesOf("log", "--format=%h", '-G"version":', "HEAD~1", "--", "package.json"),
  ];
  const ref = named ?? releases.find((each) => linesOf("ls-tree", "--name-only", each, FIRST)[0]);
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
  return ref;
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
