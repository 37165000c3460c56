import { beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { readInstallPutAway, readVisits, writeVisits } from "../native/storage.ts";
import { install, listenForInstall, putInstallAway } from "./install.ts";
import { type InstallOffer, useUpdateBar } from "./update-bar-store.ts";

const NOW = Date.parse("2026-11-20T05:00:00Z");
const DAY = 86_400_000;
let page: EventTarget;
let visit: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  installStorage();
  page = new EventTarget();
  visit = new Map();
  useUpdateBar.setState({ offer: null });
  Object.assign(globalThis, {
    Capacitor: undefined,
    addEventListener: page.addEventListener.bind(page),
    sessionStorage: {
      getItem: (key: string) => visit.get(key) ?? null,
      setItem: (key: string, value: string) => void visit.set(key, value),
    },
  });
});

const offered = () => useUpdateBar.getState().offer;
function browserOffers(): InstallOffer {
  const prompts: number[] = [];
  const prompt = async () => prompts.push(1);
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
    prompt,
    prompts,
  });
  page.dispatchEvent(offer);
  return offer;
}
/** The driver is on their so-many-th visit, has pressed something and stayed a while. */
async function settle(visits: number, kind = "pointerdown"): Promise<InstallOffer> {
  writeVisits(visits - 1);
  listenForInstall();
  const offer = browserOffers();
  page.dispatchEvent(new Event(kind));
  await vi.advanceTimersByTimeAsync(2000);
  return offer;
}

test("[N-1] the browser's own offer is kept back, and ours comes with the second visit", async () => {
  expect((await settle(1)).defaultPrevented).toBe(true);
  expect(offered()).toBeNull();
  visit.clear();
  const offer = await settle(2, "keydown");
  expect(offered()).toBe(offer);
});

test("[N-1] the offer waits for the first press and two seconds more", async () => {
  writeVisits(1);
  listenForInstall();
  browserOffers();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(offered()).toBeNull();
  page.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(1999);
  expect(offered()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(offered()).not.toBeNull();
});

test("[N-1] a reload is no visit", () => {
  listenForInstall();
  listenForInstall();
  expect(readVisits()).toBe(1);
  visit.clear();
  listenForInstall();
  expect(readVisits()).toBe(2);
});

test("[N-1] where no visit can be stored the offer does not come", async () => {
  Object.assign(globalThis, { sessionStorage: undefined });
  await settle(1);
  expect(offered()).toBeNull();
});

test("[N-1] an offer that was put away does not come back for 30 days", async () => {
  await settle(2);
  putInstallAway();
  const putAway = readInstallPutAway();
  expect([offered(), putAway]).toEqual([null, Date.now()]);
  vi.setSystemTime(putAway + 30 * DAY);
  browserOffers();
  await vi.advanceTimersByTimeAsync(0);
  expect(offered()).toBeNull();
  vi.setSystemTime(putAway + 30 * DAY + 1);
  browserOffers();
  await vi.advanceTimersByTimeAsync(0);
  expect(offered()).not.toBeNull();
});

test("[N-1] the offer goes when the app is installed, also by the browser's menu", async () => {
  const offer = (await settle(2)) as InstallOffer & { prompts: number[] };
  await install(offer);
  expect([offered(), offer.prompts]).toEqual([null, [1]]);
  browserOffers();
  await vi.advanceTimersByTimeAsync(0);
  expect(offered()).not.toBeNull();
  page.dispatchEvent(new Event("appinstalled"));
  expect(offered()).toBeNull();
});

test("[N-1] a phone's app offers nothing and counts nothing", async () => {
  Object.assign(globalThis, { Capacitor: { getPlatform: () => "ios" } });
  const offer = await settle(5);
  expect([offered(), offer.defaultPrevented, readVisits()]).toEqual([null, false, 4]);
});
