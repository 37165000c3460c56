import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Postmaster = { pid: number; ready: boolean };

/**
 * The postmaster that runs this cluster now, from its pid file. A pid that is dead, or that another program has since,
 * does not count.
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

/** Empty for a process that has ended, even if it is not yet reaped. */
function commandOf(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
