import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const appDir = join(root, "packages", "app");
const dist = join(appDir, "dist");
const stampFile = join(dist, ".sources");

/** Puts a build in its place while others may do the same. */
const MOST_TRIES = 20;

/** The sources of the built app. */
const sources = [
  "package-lock.json",
  "packages/app/{index.html,package.json,vite.config.ts}",
  "packages/app/scripts/*",
  "packages/{app,client,contract,rules}/src/**/*",
  "packages/app/public/**/*",
];

function hashOfSources(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

const isOf = (hash: string) => existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;

/** Builds the app unless the existing build is of these sources; returns whether it built, and the folder. */
export async function buildApp(): Promise<{ dir: string; built: boolean }> {
  const hash = hashOfSources();
  if (isOf(hash)) return { dir: dist, built: false };
  // A separate folder, as other processes may build at the same time.
  const fresh = join(appDir, ".data", `build-${process.pid}`);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  // The caller may run in test mode; the app is always built as it ships.
  const env = { ...process.env, NODE_ENV: "production", NO_COLOR: "1" };
  await new Promise<void>((resolve, reject) => {
    const args = [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
    execFile(process.execPath, args, { cwd: appDir, env }, (error, stdout, stderr) => {
      if (!error) return resolve();
      reject(new StartError(`The app could not be built:\n${(stdout + stderr).trim()}`));
    });
  });
  writeFileSync(join(fresh, ".sources"), hash);
  try {
    // Another process may have built the same meanwhile, and be reading it, or be moving its build to the same place.
    for (let tries = 1; !isOf(hash); tries += 1) {
      try {
        rmSync(dist, { recursive: true, force: true });
        renameSync(fresh, dist);
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      }
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { dir: dist, built: true };
}
