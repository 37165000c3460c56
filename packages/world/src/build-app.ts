import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@voltmarg/client/node";

const root = join(import.meta.dirname, "..", "..", "..");

/** Puts a build in its place while others may do the same. */
const MOST_TRIES = 20;

/** What is built for browsers, and the sources of each build. */
const PAGES = {
  app: [
    "package-lock.json",
    "packages/app/{index.html,package.json,vite.config.ts}",
    "packages/app/scripts/*",
    "packages/{app,client,contract,rules}/src/**/*",
    "packages/app/public/**/*",
  ],
  console: [
    "package-lock.json",
    "packages/console/{index.html,package.json,vite.config.ts}",
    "packages/console/scripts/*",
    "packages/{console,client,contract,rules}/src/**/*",
    "packages/console/public/**/*",
    "packages/app/src/styles/{tokens,fonts}.css",
    "packages/app/scripts/precompress.ts",
  ],
};
type Pages = keyof typeof PAGES;
type Built = { dir: string; built: boolean };

function hashOfSources(of: Pages): string {
  const hash = createHash("sha256");
  const files = globSync(PAGES[of], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // Vite puts these into the page.
  for (const name of Object.keys(process.env)
    .filter((each) => each.startsWith("VITE_"))
    .toSorted())
    hash.update(`${name}=${process.env[name]}`);
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

/** Builds the app and the console; both unless the existing build is of these sources. */
export async function buildPages(): Promise<{ app: Built; console: Built }> {
  return { app: await buildApp(), console: await build("console") };
}

/** Builds the app unless the existing build is of these sources; returns whether it built, and the folder. */
export const buildApp = (): Promise<Built> => build("app");

async function build(name: Pages): Promise<Built> {
  const folder = join(root, "packages", name);
  const dist = join(folder, "dist");
  const stampFile = join(dist, ".sources");
  const isOf = (wanted: string) =>
    existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted;
  const hash = hashOfSources(name);
  if (isOf(hash)) return { dir: dist, built: false };
  // A separate folder, as other processes may build at the same time.
  const fresh = join(folder, ".data", `build-${process.pid}`);
  const old = `${fresh}-old`;
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  // The caller may run in test mode; the app is always built as it ships.
  const env = { ...process.env, NODE_ENV: "production", NO_COLOR: "1" };
  await new Promise<void>((resolve, reject) => {
    const args = [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (!error) return resolve();
      reject(new StartError(`The ${name} could not be built:\n${(stdout + stderr).trim()}`));
    });
  });
  writeFileSync(join(fresh, ".sources"), hash);
  try {
    // Another process may have built the same meanwhile, and be reading it, or be moving its build to the same place.
    for (let tries = 1; !isOf(hash); tries += 1) {
      try {
        // Moved away at once: while it is removed file by file, another one would find it half there.
        if (existsSync(dist)) renameSync(dist, old);
        renameSync(fresh, dist);
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
      } finally {
        rmSync(old, { recursive: true, force: true });
      }
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { dir: dist, built: true };
}
