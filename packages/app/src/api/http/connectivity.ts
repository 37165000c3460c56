import { readServer } from "../../native/storage.ts";

/** A service that says nothing for so long is not there. */
const PATIENCE_MS = 5000;
/** It is asked again after so long, then after twice as long, up to the last. */
const AGAIN_MS = 2000;
const LATEST_MS = 30_000;

const listeners = new Set<() => void>();
let silent = false;
let answers = 0;
let asking: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether the service can be reached. A browser knows only of its own network: behind a Wi-Fi that leads nowhere it is
 * what calls meet that counts.
 */
export const isOnline = (): boolean => navigator.onLine && !silent;

/** Tells of every change of `isOnline`. Answers how to stop it. */
export function onConnectivityChange(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    listeners.delete(changed);
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Some answer came. */
export function reportAnswer(): void {
  answers += 1;
  clearTimeout(timer);
  tell(false);
}

/** A call met no answer at all. One may be lost by chance: the service is asked before anything is said. */
export function reportNoAnswer(): void {
  if (!silent) void ask(AGAIN_MS);
}

function ask(nextMs: number): Promise<void> {
  asking ??= knock(nextMs).finally(() => (asking = null));
  return asking;
}

async function knock(nextMs: number): Promise<void> {
  clearTimeout(timer);
  const before = answers;
  try {
    await fetch(`${readServer()}/healthz`, {
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    reportAnswer();
  } catch {
    if (answers !== before) return;
    tell(true);
    timer = setTimeout(() => void ask(Math.min(nextMs * 2, LATEST_MS)), nextMs);
  }
}

function tell(now: boolean): void {
  if (silent === now) return;
  silent = now;
  for (const changed of listeners) changed();
}
