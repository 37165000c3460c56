import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

// `start.mjs dev`: the same for whoever changes it.
const dev = process.argv[2] === "dev";
const args = process.argv.slice(dev ? 3 : 2);
const node = install({ all: dev });
// By the channel the world notices when this process is gone, however it ended.
const world = spawn(
  node,
  [join(root, "packages", "world", "src", dev ? "dev.ts" : "start.ts"), ...args],
  {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
);
// Ctrl-C reaches the world by itself; a plain kill reaches only this process.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => world.kill(signal));
world.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
