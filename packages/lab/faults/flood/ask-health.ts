import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const ASK_MS = 20;

/** Calls the health check until a given time, and posts the duration of each call, ms. */
const { url, until } = workerData as { url: string; until: number };
const times: number[] = [];
while (Date.now() < until) {
  const began = performance.now();
  const ok = await fetch(`${url}/healthz`).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  );
  // A failed call counts as very slow.
  times.push(ok ? performance.now() - began : 60_000);
  await wait(ASK_MS);
}
// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort!.postMessage(times);
