import type { Tokens } from "@voltmarg/contract";
import { readServer, readTokens, writeTokens } from "../../native/storage.ts";
import { refusalOf } from "./refusal.ts";
import { send } from "./send.ts";

let underWay: Promise<boolean> | null = null;
let onRejected: () => void = () => {};

/** The refresh was refused for good: whoever owns the signed-in state hears of it here. */
export function onRefreshRejected(listener: () => void): void {
  onRejected = listener;
}

async function exchange(staleToken: string): Promise<boolean> {
  const held = readTokens();
  if (held === null) return false;
  // Another tab, or a request that waited with us, was faster.
  if (held.access_token !== staleToken) return true;
  // In the body: an address is written into logs on its way.
  const response = await send(`${readServer()}/auth/oauth/token?grant_type=refresh_token`, "POST", {
    body: { refresh_token: held.refresh_token },
  });
  if (response.ok) {
    const fresh = (await response.json()) as Tokens;
    writeTokens({ access_token: fresh.access_token, refresh_token: fresh.refresh_token });
    return true;
  }
  if (response.status === 400 || response.status === 401 || response.status === 403) {
    onRejected();
    return false;
  }
  // The service is in trouble, which says nothing about the driver: stay signed in.
  throw await refusalOf(response);
}

/**
 * New tokens in exchange for the ones `staleToken` belongs to. One at a time: callers in this tab share one promise,
 * tabs take turns by a lock and look again before asking. Answers whether a repeat of the call makes sense.
 */
export function refreshAccess(staleToken: string): Promise<boolean> {
  underWay ??= withLock(() => exchange(staleToken)).finally(() => {
    underWay = null;
  });
  return underWay;
}

function withLock<T>(task: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request("vm.refresh", task) as Promise<T>) : task();
}
