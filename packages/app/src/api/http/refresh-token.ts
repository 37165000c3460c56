import type { Tokens } from "@voltmarg/contract";
import { readServer, readTokens, writeTokens } from "../../native/storage.ts";
import { refusalOf } from "./refusal.ts";
import { send } from "./send.ts";

let underWay: Promise<boolean> | null = null;
let onRejected: () => void = () => {};

/** Called when the service rejects the refresh token. */
export function onRefreshRejected(listener: () => void): void {
  onRejected = listener;
}

async function exchange(staleToken: string): Promise<boolean> {
  const held = readTokens();
  if (held === null) return false;
  // Another tab, or another request of this one, has refreshed already.
  if (held.access_token !== staleToken) return true;
  // In the body, since addresses are logged by proxies.
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
  // A failing service does not sign the driver out.
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
