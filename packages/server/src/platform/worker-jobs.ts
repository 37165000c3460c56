import { Worker } from "node:worker_threads";

/** Work for a thread of its own, one piece after another. */
export type WorkerJobs<Jobs extends Record<string, (input: never) => unknown>> = {
  /** null: too much waits already, or it took too long. Rejects where the work throws. */
  run<Name extends keyof Jobs & string>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
  ): Promise<ReturnType<Jobs[Name]> | null>;
};

type Waiting = {
  message: { name: string; input: unknown };
  resolve(value: unknown): void;
  reject(error: Error): void;
};
/** What the thread answers. */
export type JobAnswer = { value: unknown } | { error: string };

/** A thread without work ends after so long. */
const IDLE_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };

/**
 * Starts the thread with the first work. One that takes longer than `deadlineMs` is ended with its work; `mostWaiting`
 * bounds what waits for it.
 */
export function createWorkerJobs<Jobs extends Record<string, (input: never) => unknown>>(
  file: URL,
  { mostWaiting, deadlineMs }: { mostWaiting: number; deadlineMs: number },
): WorkerJobs<Jobs> {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  const settle = (how: (job: Waiting) => void) => {
    const job = current;
    current = null;
    clearTimeout(timer);
    if (job) how(job);
    next();
  };
  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits: LIMITS });
    started.unref();
    started.on("message", (answer: JobAnswer) =>
      settle(({ resolve, reject }) =>
        "error" in answer ? reject(new Error(answer.error)) : resolve(answer.value),
      ),
    );
    const failed = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      settle(({ reject }) => reject(error));
    };
    started.on("error", failed);
    started.on("exit", () => failed(new Error("the thread ended early")));
    return started;
  };
  const next = () => {
    if (current) return;
    current = queue.shift() ?? null;
    if (!current) {
      timer = setTimeout(end, IDLE_MS).unref();
      return;
    }
    worker ??= start();
    worker.postMessage(current.message, []);
    timer = setTimeout(() => {
      end();
      settle(({ resolve }) => resolve(null));
    }, deadlineMs);
  };

  return {
    run: (name, input) =>
      new Promise((resolve, reject) => {
        if (queue.length >= mostWaiting) return resolve(null);
        queue.push({ message: { name, input }, resolve, reject });
        if (!current) clearTimeout(timer);
        next();
      }),
  };
}
