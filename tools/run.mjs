// Runs one of the project's commands (a path from the root) after installing what it needs, even right after a clone.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

const [command, ...args] = process.argv.slice(2);
const child = spawn(install(), [join(root, command), ...args], {
  stdio: "inherit",
});
// Ctrl-C reaches the command by itself; a plain kill reaches only this process.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
