import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Difference } from "./try-pairs.ts";

const portion = 2000;

type Report = { count: number; differences: Difference[] };

/** Tries pairs with one worker a core, portion by portion; tells after each portion how far it is. */
export async function tryOnAllCores(
  firstSeed: number,
  pairs: number,
  onProgress: (tried: number) => void,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  let asked = 0;
  let tried = 0;
  const work = async () => {
    const worker = new Worker(new URL("./pairs-worker.ts", import.meta.url));
    try {
      while (asked < pairs) {
        const count = Math.min(portion, pairs - asked);
        worker.postMessage({ firstSeed: firstSeed + asked, count });
        asked += count;
        const [report] = (await once(worker, "message")) as [Report];
        differences.push(...report.differences);
        tried += report.count;
        onProgress(tried);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return differences.toSorted((a, b) => a.seed - b.seed);
}
