import { Worker } from "node:worker_threads";
import type { Queryable } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import { loadIndex, type Loaded } from "./load-index.ts";

/** Addresses of the databases a thread of its own connects to; `standby` null: there is none. */
export type Sources = { primary: string; standby: string | null };
/** So few are loaded before a thread has started. */
const FEW = 20_000;
/**
 * What it keeps is outside of this heap, all but some 25 MB. A small young generation is enough, as rows are taken one by one.
 * V8 lets a heap grow further between collections the larger it may become: with 256 the load takes a second more.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1000 };

const ENDED = new Error("the thread that loads the index ended early");

export type ToLoad = {
  sources: Sources;
  steps: readonly string[];
  now: Date;
  logLevel: string;
};

/** Loads many locations in a thread of its own: requests go on meanwhile, and what the work leaves behind goes with it. */
export function loadInThread(toLoad: ToLoad): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./load.worker.ts", import.meta.url), {
      workerData: toLoad,
      resourceLimits: LIMITS,
    });
    worker.unref();
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(ENDED));
  });
}

/** Loads in a thread of its own, unless there are few, or it fails there. */
export async function loadWhereBest(
  deps: { db: Queryable; replicaReads: ReplicaReads; logger: Logger; sources: Sources },
  { count, steps, now }: Pick<ToLoad, "steps" | "now"> & { count: number },
): Promise<Loaded> {
  const { logger, sources } = deps;
  if (count <= FEW) return loadIndex(deps, steps, now);
  try {
    return await loadInThread({ sources, steps, now, logLevel: logger.level });
  } catch (error) {
    logger.warn({ err: error }, "the search index is not loaded in a thread of its own");
    return loadIndex(deps, steps, now);
  }
}
