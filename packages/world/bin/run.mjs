// Runs one of the project's commands (a path below packages/world) with what it needs, even right after a clone.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

const [command, ...args] = process.argv.slice(2);
const { status } = spawnSync(install(), [join(root, "packages", "world", command), ...args], {
  stdio: "inherit",
});
process.exit(status ?? 1);
