import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The folders of PATH without those of this project's packages: there, `node` is the system's, if it has one. */
export function pathOfSystem(): string {
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !/node_modules|node-gyp-bin/.test(folder));
  if (!folders.some((folder) => existsSync(join(folder, "node"))))
    folders.push(dirname(process.execPath));
  return folders.join(delimiter);
}
