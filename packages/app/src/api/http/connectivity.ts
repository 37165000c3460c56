import { readServer } from "../../native/storage.ts";

/** Without an answer for this long the service counts as unreachable. */
const PATIENCE_MS = 5000;
/** First and longest interval between two checks; each is twice the one before. */
const AGAIN_MS = 2000;
const LATEST_MS = 30_000;

const listeners = new Set<() => void>();
let silent = false;
let answers = 0;
let asking: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether the service can be reached. The browser knows only its own network; behind a Wi-Fi without internet the outcome
 * of calls decides.
 */
export const isOnline = (): boolean => navigator.onLine && !silent;

/** Calls back at every change of `isOnline`. Returns how to stop it. */
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

/** A call was answered. */
export function reportAnswer(): void {
  answers += 1;
  clearTimeout(timer);
  tell(false);
}

/** A call had no answer. One may be lost by chance, so the service is checked before `isOnline` changes. */
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
