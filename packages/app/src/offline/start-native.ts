import { startNativeApp } from "../native/capacitor.ts";
import { currentServer, knownServers } from "../native/servers.ts";
import { nativeApp } from "../native/native-app.ts";
import { followDeepLink, urlLink, pushLink } from "./deep-link.ts";

/** Starts what a phone has current the page. What fails of it is done without: the page works alone as well. */
export async function startNative(): Promise<void> {
  try {
    const servers = [currentServer(), ...Object.values(knownServers)];
    const hosts = servers.map((url) => new URL(url).hostname);
    await startNativeApp({
      onPush: (said) => followDeepLink(pushLink(said)),
      onLink: (url) => followDeepLink(urlLink(url, hosts)),
      onBack,
    });
  } finally {
    // Once the first screen is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => nativeApp()?.hideSplash()));
  }
}

/** Whatever lies over the page has an entry of its own in the history, so that one step back closes it. */
function onBack(): boolean {
  const at = history.state as { idx?: number; overlays?: number } | null;
  if (!at?.idx && !at?.overlays) return false;
  history.back();
  return true;
}
