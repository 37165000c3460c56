import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Postmaster = { pid: number; ready: boolean };

/**
 * The postmaster that serves this cluster now, read from its pid file.
 * A pid that died, or that another program got since, is no postmaster.
 */
export function livingPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  // The eighth line is the state, padded with blanks.
  if (!Number.isInteger(pid) || pid <= 0 || !commandOf(pid).includes(cluster)) return undefined;
  return { pid, ready: lines[7]?.trim() === "ready" };
}

/** Empty for a process that is gone, or gone and not yet reaped. */
function commandOf(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
