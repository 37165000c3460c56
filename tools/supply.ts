import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { faultsOfPackages, secretsIn, type Lock } from "./supply-rules.ts";

const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Checks third-party packages (licences and checksums of the lockfile) and tracked files (secrets), without a
 * network. Known vulnerabilities need the registry's advisories: `npm audit --omit=dev`, where it has them.
 */
export function checkSupply(root: string): { faults: string[]; packages: number; files: number } {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  const faults = faultsOfPackages(lock);
  let files = 0;
  for (const file of tracked.split("\0")) {
    const path = join(root, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > MOST_BYTES) continue;
    const text = readFileSync(path, "latin1");
    if (text.includes("\0")) continue;
    files++;
    faults.push(...secretsIn(file, text));
  }
  return { faults, packages: Object.keys(lock.packages).length, files };
}
