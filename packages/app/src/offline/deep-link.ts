import { create } from "zustand";
import { paths } from "../paths.ts";

/** Where a notification, a link or a shortcut leads. */
export type DeepLink =
  | { push: "charging_summary" | "active_session" | "trip" | "notifications" }
  | { path: string };

const targets = ["charging_summary", "active_session", "trip"] as const;

/** The target of a notification: the two of the specification, a trip or the one under way, else the list. */
export function pushLink(said: unknown): DeepLink {
  const [, trip] = /^trip:([\w-]+)$/.exec(String(said)) ?? [];
  if (trip) return { path: paths.tripOf(trip) };
  return { push: targets.find((one) => one === said) ?? "notifications" };
}

/** Screens a link from outside may open. Opening one starts, pays and changes nothing. */
const open =
  /^\/(?:charging-details\/[^/?#]+|tabs(?:\/tab[123])?|history|billsummary\/[^/?#]+|wallet|notifications|support|faq|my-usage|my-vehicle|trip|trips\/shared\/[^/?#]+)\/?$/;

/** The screen a link leads to; null for what is no screen of ours, or none a link may open. `hosts` are ours. */
export function urlLink(url: string, hosts: readonly string[]): DeepLink | null {
  try {
    const { protocol, hostname, pathname, search, username } = new URL(url);
    if (protocol !== "https:" || username || !hosts.includes(hostname)) return null;
    return open.test(pathname) ? { path: pathname + search } : null;
  } catch {
    return null;
  }
}

const KEY = "vm.arrival";

/** Waits for the sign-in and the first screen; survives a reload. */
export const useDeepLink = create<{ link: DeepLink | null }>(() => ({ link: read() }));

export function followDeepLink(link: DeepLink | null): void {
  if (link === null) return;
  useDeepLink.setState({ link });
  write(link);
}

/** Returns the waiting link, once. */
export function takeDeepLink(): DeepLink | null {
  const { link } = useDeepLink.getState();
  useDeepLink.setState({ link: null });
  write(null);
  return link;
}

/** The service worker says that a notification was tapped, while the app was open. Call it once, at the start. */
export function listenForPushTaps(): void {
  globalThis.navigator?.serviceWorker?.addEventListener("message", ({ data }) => {
    const said = data as { push?: unknown } | null;
    if (said?.push !== undefined) followDeepLink(pushLink(said.push));
  });
}

function read(): DeepLink | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as DeepLink);
  } catch {
    return null;
  }
}

function write(link: DeepLink | null): void {
  try {
    if (link === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(link));
  } catch {
    // Then a reload forgets it.
  }
}
