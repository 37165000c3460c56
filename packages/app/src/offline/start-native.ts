import { startShell } from "../native/capacitor.ts";
import { currentServer, knownServers } from "../native/servers.ts";
import { shell } from "../native/native-app.ts";
import { arrive, linkArrival, pushArrival } from "./deep-link.ts";

/** Starts what a phone has around the page. What fails of it is done without: the page works alone as well. */
export async function startPhone(): Promise<void> {
  try {
    const servers = [currentServer(), ...Object.values(knownServers)];
    const hosts = servers.map((url) => new URL(url).hostname);
    await startShell({
      onPush: (said) => arrive(pushArrival(said)),
      onLink: (url) => arrive(linkArrival(url, hosts)),
      onBack,
    });
  } finally {
    // Once the first screen is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => shell()?.hideSplash()));
  }
}

/** Whatever lies over the page has an entry of its own in the history, so that one step back closes it. */
function onBack(): boolean {
  const at = history.state as { idx?: number; overlays?: number } | null;
  if (!at?.idx && !at?.overlays) return false;
  history.back();
  return true;
}
