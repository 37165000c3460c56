import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@voltmarg/client/node";

/** Prevents two worlds from using one data folder; returns the function that releases it. */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, "world.pid");
  const other = holder(file);
  if (other) {
    throw new StartError(
      `${dataDir} is in use by another Voltmarg (pid ${other}); stop it, or choose another DATA_DIR.`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function holder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    if (pid === process.pid) return undefined;
    process.kill(pid, 0);
    // After a kill -9 the process id may belong to another program.
    if (process.platform === "linux" && !/node/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8")))
      return undefined;
    return pid;
  } catch {
    return undefined;
  }
}
