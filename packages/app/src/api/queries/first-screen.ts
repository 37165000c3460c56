import { queryClient } from "./query-client.ts";

/** Waits at most this long for running queries. */
const LATEST_MS = 3000;

const idle = () =>
  new Promise<void>((resolve) =>
    "requestIdleCallback" in globalThis
      ? requestIdleCallback(() => resolve(), { timeout: 500 })
      : setTimeout(resolve, 50),
  );

let settled: Promise<void> | undefined;

/**
 * Settles when the queries of the first screen are done and the browser is idle, after 3000 ms at the latest. Call it after
 * something has been drawn.
 */
export const whenFirstScreenLoaded = (): Promise<void> => (settled ??= wait());

async function wait(): Promise<void> {
  const until = performance.now() + LATEST_MS;
  do await idle();
  while (queryClient.isFetching() > 0 && performance.now() < until);
}
