import { deviceType } from "../native/device.ts";
import { useUpdateBar } from "./update-bar-store.ts";

/** The service worker is part of the product as it ships, not of one under work; a phone's app has its files already. */
const isWanted = () =>
  import.meta.env.PROD && deviceType() === "web" && "serviceWorker" in navigator;

/** Nothing asked for in so long: the app stands. */
const QUIET_MS = 500;
/** Registered by then whatever happens. */
const LATEST_MS = 30_000;
/** A page that stays open looks for a newer version now and then. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** Registers the service worker once the app is stable, at the latest after 30000 ms. Call it once. */
export async function registerWorker(): Promise<void> {
  if (!isWanted()) return;
  await stable();
  try {
    // Nothing comes back where somebody switched service workers off.
    const registration = (await navigator.serviceWorker.register("/sw.js")) as
      | ServiceWorkerRegistration
      | undefined;
    if (registration) follow(registration);
  } catch {
    // Storage is full or forbidden: the app works with a network.
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first service worker replaces none.
    if (registration.waiting && navigator.serviceWorker.controller)
      useUpdateBar.setState({ waiting: registration.waiting });
  };
  look();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
  setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS);
}

/** Opens the app anew, in the newest version there is. */
export async function reloadToNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration && !registration.waiting)
    await registration.update().then(
      () => settled(registration),
      () => undefined,
    );
  const { waiting } = registration ?? {};
  if (waiting) {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    waiting.postMessage("TAKE_OVER");
    await Promise.race([taken, after(3000)]);
  }
  location.reload();
}

/** What is being loaded is there, or is not going to be. */
async function settled({ installing }: ServiceWorkerRegistration): Promise<void> {
  if (!installing) return;
  const changed = new Promise((resolve) =>
    installing.addEventListener("statechange", resolve, { once: true }),
  );
  await Promise.race([changed, after(10_000)]);
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Settles when the page asked for nothing for a while and has a moment to spare. */
function stable(): Promise<void> {
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout>;
    const done = () => {
      clearTimeout(quiet);
      clearTimeout(latest);
      seen?.disconnect();
      resolve();
    };
    // A map that is being drawn leaves no moment to spare for long.
    const idle = () =>
      "requestIdleCallback" in globalThis
        ? requestIdleCallback(() => done(), { timeout: 2000 })
        : done();
    const again = () => {
      clearTimeout(quiet);
      quiet = setTimeout(idle, QUIET_MS);
    };
    const latest = setTimeout(done, LATEST_MS);
    const seen = "PerformanceObserver" in globalThis ? new PerformanceObserver(again) : null;
    seen?.observe({ type: "resource" });
    again();
  });
}
