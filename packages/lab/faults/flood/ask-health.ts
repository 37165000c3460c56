import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const ASK_MS = 20;

/** Asks whether a service is well until an instant of the clock, and posts how long each answer took, ms. */
const { url, until } = workerData as { url: string; until: number };
const times: number[] = [];
while (Date.now() < until) {
  const began = performance.now();
  const ok = await fetch(`${url}/healthz`).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  );
  // An answer that is none counts as very long.
  times.push(ok ? performance.now() - began : 60_000);
  await wait(ASK_MS);
}
// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort!.postMessage(times);
