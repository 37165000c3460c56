import { queryClient } from "./query-client.ts";

/** Whatever is still being asked for. */
const LATEST_MS = 3000;

const idle = () =>
  new Promise<void>((resolve) =>
    "requestIdleCallback" in globalThis
      ? requestIdleCallback(() => resolve(), { timeout: 500 })
      : setTimeout(resolve, 50),
  );

let settled: Promise<void> | undefined;

/**
 * Settles when the first screen has what it asked for and the phone a moment to spare, at the latest after 3000 ms. To be
 * called once something has been drawn.
 */
export const whenFirstScreenLoaded = (): Promise<void> => (settled ??= wait());

async function wait(): Promise<void> {
  const until = performance.now() + LATEST_MS;
  do await idle();
  while (queryClient.isFetching() > 0 && performance.now() < until);
}
