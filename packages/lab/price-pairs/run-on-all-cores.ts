import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Difference } from "./try-pairs.ts";

const portion = 2000;

type Report = { count: number; differences: Difference[] };

/** Tries pairs with one process per core, in batches; reports progress after each batch. */
export async function runOnAllCores(
  firstSeed: number,
  pairs: number,
  onProgress: (tried: number) => void,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  let asked = 0;
  let tried = 0;
  const work = async () => {
    const child = fork(join(import.meta.dirname, "pairs-process.ts"));
    try {
      while (asked < pairs) {
        const count = Math.min(portion, pairs - asked);
        child.send({ firstSeed: firstSeed + asked, count });
        asked += count;
        const report = await reportOf(child);
        differences.push(...report.differences);
        tried += report.count;
        onProgress(tried);
      }
    } finally {
      if (child.connected) child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return differences.toSorted((a, b) => a.seed - b.seed);
}

/** The answer of the process; if it exits instead, nothing was tried. */
function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error("a process that tries pairs ended before its time"));
    child.once("exit", onExit);
    child.once("message", (report) => {
      child.off("exit", onExit);
      resolve(report as Report);
    });
  });
}
