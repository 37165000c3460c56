import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

const { status } = spawnSync(
  install(),
  [join(root, "packages", "world", "src", "price.ts"), ...process.argv.slice(2)],
  { stdio: "inherit" },
);
process.exit(status ?? 1);
