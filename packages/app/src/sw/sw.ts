import { isAppPage } from "@voltmarg/contract/app-pages";
import { DEFAULT_NAME } from "@voltmarg/contract/provider-name";
import { driverSession, whatToShow } from "../offline/push-text.ts";

type Entry = { url: string; revision: string | null };
declare const self: ServiceWorkerGlobalScope;
/** The build puts the list in its place (scripts/service-worker.ts). */
declare const STORED_FILES: readonly Entry[];

/**
 * The app as it was built, whole: any of its screens opens without a network. Every file lies under its address with
 * what says its content, so that two versions lie beside each other until the newer one takes over.
 */
const CACHE = "vm.app";
/** The service puts the provider's name in its place, as it does in the page: with another name that is another page. */
const NAME = DEFAULT_NAME;
const keys = new Map(
  STORED_FILES.map(({ url, revision }) => [
    `/${url}`,
    revision === null ? `/${url}` : `/${url}?${revision}-${encodeURIComponent(NAME)}`,
  ]),
);

/** Cached at first use: fonts of other scripts, the reader of QR codes. */
const NEEDED = "vm.needed";
const isNeeded = /^\/assets\/.+\.(?:woff2|wasm)$/;

self.addEventListener("install", (event) => event.waitUntil(stock()));

async function stock(): Promise<void> {
  const shelf = await caches.open(CACHE);
  const there = new Set((await shelf.keys()).map(({ url }) => url));
  const missing = [...keys].filter(([, key]) => !there.has(new URL(key, self.origin).href));
  const fill = async () => {
    for (let next = missing.pop(); next; next = missing.pop()) {
      const [path, key] = next;
      // A name that says its content may come from the browser's own cache.
      const answer = await fetch(path, path === key ? {} : { cache: "reload" });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await shelf.put(key, answer);
    }
  };
  await Promise.all([fill(), fill(), fill(), fill()]);
}

// A newer worker waits until the driver reloads; the very first one serves the page that made it.
self.addEventListener("message", ({ data }) => {
  if (data === "TAKE_OVER") void self.skipWaiting();
});
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([clearShelf(), self.clients.claim()])),
);

async function clearShelf(): Promise<void> {
  const shelf = await caches.open(CACHE);
  const wanted = new Set([...keys.values()].map((key) => new URL(key, self.origin).href));
  for (const request of await shelf.keys())
    if (!wanted.has(request.url)) await shelf.delete(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.origin) return;
  const isPage = request.mode === "navigate" && isAppPage(pathname);
  const key = keys.get(isPage ? "/index.html" : pathname);
  if (key !== undefined) event.respondWith(fromShelf(key, request));
  else if (isNeeded.test(pathname)) event.respondWith(onceNeeded(request));
});

/** A browser short of room may have taken something away. */
const fromShelf = async (key: string, request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(key)) ?? fetch(request);

async function onceNeeded(request: Request): Promise<Response> {
  const kept = await caches.open(NEEDED);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => event.waitUntil(show(readPayload(event.data))));

function readPayload(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function show(payload: unknown): Promise<void> {
  const { title, text, tag, data } = await whatToShow(payload, await driverSession(), NAME);
  await self.registration.showNotification(title, {
    body: text,
    tag,
    data,
    icon: "/icon-192.png",
    badge: "/badge.png",
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const said = event.notification.data as { push?: unknown } | null;
  event.waitUntil(open(typeof said?.push === "string" ? said.push : "notifications"));
});

/** To the app where it is open, else in a new window; the app itself looks at what it may open. */
async function open(push: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const best = windows.find(({ focused }) => focused) ?? windows[0];
  if (!best) {
    await self.clients.openWindow(`/tabs?push=${encodeURIComponent(push)}`);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of ours is of our origin
  best.postMessage({ push });
  await best.focus().catch(() => undefined);
}
