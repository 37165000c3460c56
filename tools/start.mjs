import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

const node = install();
// By the channel the world notices when this process is gone, however it ended.
const world = spawn(
  node,
  [join(root, "packages", "world", "src", "start.ts"), ...process.argv.slice(2)],
  {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  },
);
// Ctrl-C reaches the world by itself; a plain kill reaches only this process.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => world.kill(signal));
world.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
