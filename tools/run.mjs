// Runs one of the project's commands (a path from the root) after installing what it needs, even right after a clone.
// `--all` before the path: it needs what tests need.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

const all = process.argv[2] === "--all";
const [command, ...args] = process.argv.slice(all ? 3 : 2);
const child = spawn(install({ all }), [join(root, command), ...args], {
  stdio: "inherit",
});
// Ctrl-C reaches the command by itself; a plain kill reaches only this process.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
