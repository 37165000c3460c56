import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";

type Source = { name: string; text: string };
let sources: Source[];

beforeAll(async () => {
  const src = new URL("../../", import.meta.url);
  const names = await readdir(src, { recursive: true });
  sources = await Promise.all(
    names
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
      .map(async (name) => ({ name, text: await readFile(new URL(name, src), "utf8") })),
  );
});

/** The files outside `folder` in which `pattern` occurs. */
const filesWith = (pattern: RegExp, folder: string): string[] =>
  sources
    .filter(({ name, text }) => !name.startsWith(folder) && pattern.test(text))
    .map(({ name }) => name)
    .toSorted();

// Two would differ: in what is persisted, and in what they make of an answer that comes late.
test("[N-1] [L-6] what is cached under a key is fetched in one place", () => {
  const found = new Map<string, Set<string>>();
  for (const { name, text } of sources)
    for (const [, key] of text.matchAll(
      /queryKey: keys\.(\w+)[^,]*,\s*(?:[\w]+: [^,]*,\s*)*queryFn/g,
    ))
      found.set(key!, (found.get(key!) ?? new Set()).add(name));
  expect(found.has("location")).toBe(true);
  const several = [...found].filter(([, files]) => files.size > 1);
  expect(several.map(([key, files]) => `${key}: ${[...files].join(", ")}`)).toEqual([]);
});

test("[N-1] [T-9] what the service answers is cached under one key", () => {
  const found = new Map<string, Set<string>>();
  for (const { text } of sources)
    for (const [, key, route] of text.matchAll(
      /queryKey: keys\.(\w+)[^;]{0,160}?queryFn: [^;]{0,80}?\bcall\((\w+)/g,
    ))
      found.set(route!, (found.get(route!) ?? new Set()).add(key!));
  expect(found.has("listTrips")).toBe(true);
  const several = [...found].filter(([, keys]) => keys.size > 1);
  expect(several.map(([route, keys]) => `${route}: ${[...keys].join(", ")}`)).toEqual([
    // Of the second only the total is asked for.
    "searchLocations: nearbyOf, locationCount",
    "listNotifications: notificationsIn, unread",
  ]);
});

test("every query of the service is in api/queries", () => {
  expect(filesWith(/\bqueryFn\b/, "api/queries/")).toEqual([
    // Asks the server this page came from, which may not be the one in use.
    "features/info/ServerPage.tsx",
    // Asks the device.
    "offline/use-push-state.ts",
  ]);
});

test("the service is called through api/http alone", () => {
  expect(filesWith(/\bfetch\(|new XMLHttpRequest|new EventSource/, "api/http/")).toEqual([
    // The bundled map.
    "map/demo-tiles.ts",
    // A file of the phone.
    "native/capacitor.ts",
    // Servers the app does not use yet.
    "native/servers.ts",
    // The service worker, which has no page to borrow from.
    "offline/push-text.ts",
    "sw/sw.ts",
  ]);
  expect(filesWith(/http\/(?:request|send)\.ts"/, "api/")).toEqual([]);
});
