import { readFileSync } from "node:fs";
import { sum } from "./report.ts";

/** MB that a process has resident now, or had at most. */
export const residentMb = (pid: number, which: "now" | "most" = "now"): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = which === "now" ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/;
  return Number(field.exec(status)?.[1] ?? 0) / 1024;
};

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export type Spent = { replicas: number; database: number };
/** The processes whose time is counted. */
export type Processes = { databasePid(): number; replicas: readonly { readonly pid: number }[] };

/** Processor milliseconds used so far by the replicas, and by the database with its children. */
export function spent({ databasePid, replicas }: Processes): Spent {
  return {
    replicas: sum(replicas.map(({ pid }) => processorMs(pid))),
    database: databaseMs(databasePid()),
  };
}

/** Processor milliseconds used so far by a PostgreSQL server and its processes. */
export function databaseMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return sum([pid, ...children.map(Number)].map(processorMs));
}

/**
 * proc(5): user and system time are fields 14 and 15, followed by those of ended children; the name before them may
 * contain blanks.
 */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Includes ended children, whose time would otherwise be lost.
    return sum(fields.slice(11, 15).map(Number)) * TICK_MS;
  } catch {
    // The process ended in between.
    return 0;
  }
}
