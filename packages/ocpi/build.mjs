// Builds what is published: `npm run build -w @voltmarg/ocpi`, then `npm publish packages/ocpi/dist`.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const root = join(here, "..", "..");
const dist = process.argv[2] ?? join(here, "dist");
const tsc = join(root, "node_modules", "@typescript", "native", "bin", "tsc");

rmSync(dist, { recursive: true, force: true });
const args = [tsc, "-p", join(here, "tsconfig.build.json"), "--outDir", join(dist, "src")];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
if (status !== 0) process.exit(1);
for (const path of ["README.md", "examples"])
  cpSync(join(here, path), join(dist, path), { recursive: true });
cpSync(join(root, "LICENSE"), join(dist, "LICENSE"));
const {
  private: _,
  scripts: __,
  ...manifest
} = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
// Node reads TypeScript from source in this repository, and refuses it in node_modules.
const exports = { ".": { types: "./src/index.d.ts", default: "./src/index.js" } };
const published = { ...manifest, exports, files: ["src", "examples"] };
writeFileSync(join(dist, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
