import { fork } from "node:child_process";
import { join } from "node:path";
import type { SeedReport, Trial } from "./try-seed.ts";

/** Distributes seeds to processes, each with its own database; a faster process tries more of them. */
export async function runInWorkers(
  trial: Trial,
  options: { workers: number; next(): number | null; tried(report: SeedReport): void },
): Promise<void> {
  await Promise.all(Array.from({ length: options.workers }, () => oneWorker(trial, options)));
}

async function oneWorker(
  trial: Trial,
  options: { next(): number | null; tried(report: SeedReport): void },
): Promise<void> {
  for (let left = true; left; left = await untilItEnds(trial, options));
}

/** Returns whether seeds may be left: a crashed process takes one seed with it, and the next process continues. */
function untilItEnds(
  trial: Trial,
  { next, tried }: { next(): number | null; tried(report: SeedReport): void },
): Promise<boolean> {
  const worker = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(trial)], {
    // Each start of the service leaves memory behind that lives as long as the seed.
    execArgv: [...process.execArgv, "--max-semi-space-size=64"],
  });
  let seed: number | null = null;
  const goOn = () => {
    seed = next();
    if (seed === null) worker.disconnect();
    else worker.send(seed);
  };
  worker.on("message", (told: "ready" | SeedReport) => {
    if (told !== "ready") tried(told);
    goOn();
  });
  return new Promise((resolve, reject) => {
    let ready = false;
    worker.on("error", reject);
    worker.once("message", () => (ready = true));
    worker.on("exit", (code, signal) => {
      if (!ready) return reject(new Error(`a worker ended before it began: ${signal ?? code}`));
      if (seed === null) return resolve(false);
      const wrongs = [`the process ended: ${signal ?? code}`];
      tried({ seed, step: 0, turns: 0, hash: "", again: null, wrongs });
      resolve(true);
    });
  });
}
