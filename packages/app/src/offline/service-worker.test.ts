import { give, takeBack } from "../../test/browser-parts.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerWorker, reloadToNewest } from "./service-worker.ts";
import { useUpdateBar } from "./update-bar-store.ts";

const HOUR = 60 * 60_000;
const worker = () => Object.assign(new EventTarget(), { told: [] as unknown[], postMessage });
function postMessage(this: { told: unknown[] }, message: unknown) {
  this.told.push(message);
}
type Worker = ReturnType<typeof worker>;

/** What the browser's registration does, and was asked. */
class Registration extends EventTarget {
  waiting: Worker | null = null;
  installing: Worker | null = null;
  updates = 0;
  onUpdate: () => Promise<void> = async () => undefined;
  async update() {
    this.updates += 1;
    await this.onUpdate();
  }
}
let registration: Registration;
let registered: string[];
let answer: () => Promise<Registration | undefined>;
let reloads: number;
let container: EventTarget & { controller: object | null };
/** Called when the page asks for a file. */
let onFile: () => void;
let watching: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("PROD", true);
  registration = new Registration();
  answer = async () => registration;
  [registered, reloads, watching] = [[], 0, false];
  container = Object.assign(new EventTarget(), {
    controller: {},
    register: async (file: string) => {
      registered.push(file);
      return answer();
    },
    getRegistration: () => answer(),
  });
  give("navigator", { serviceWorker: container });
  give("location", { reload: () => (reloads += 1) });
  give(
    "PerformanceObserver",
    class {
      constructor(seen: () => void) {
        onFile = seen;
      }
      observe({ type }: { type: string }) {
        watching = type === "resource";
      }
      disconnect() {
        watching = false;
      }
    },
  );
  useUpdateBar.setState({ waiting: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  takeBack();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const waiting = () => useUpdateBar.getState().waiting;

test("[N-1] it is registered once the page has asked for nothing for half a second", async () => {
  const done = registerWorker();
  await pass(400);
  expect(watching).toBe(true);
  onFile();
  await pass(499);
  expect(registered).toEqual([]);
  await pass(1);
  await done;
  expect([registered, watching]).toEqual([["/sw.js"], false]);
  await pass(30_000);
  expect(registered).toHaveLength(1);
});

test("[N-1] a page that is never idle registers it after 30000 ms", async () => {
  const asked: unknown[] = [];
  give("requestIdleCallback", (_: unknown, options: unknown) => asked.push(options));
  const done = registerWorker();
  await pass(29_999);
  expect([registered, asked]).toEqual([[], [{ timeout: 2000 }]]);
  await pass(1);
  await done;
  expect(registered).toEqual(["/sw.js"]);
});

test("[N-1] an idle moment is used where the browser tells of one", async () => {
  give("requestIdleCallback", (then: () => void) => then());
  give("PerformanceObserver", undefined);
  Reflect.deleteProperty(globalThis, "PerformanceObserver");
  const done = registerWorker();
  await pass(500);
  await done;
  expect(registered).toEqual(["/sw.js"]);
});

test.each([
  ["under work", () => vi.stubEnv("PROD", false)],
  ["in a phone's app", () => give("Capacitor", { getPlatform: () => "android" })],
  ["in a browser without service workers", () => give("navigator", {})],
])("[N-1] %s there is none", async (_, change) => {
  change();
  await registerWorker();
  expect([registered, watching]).toEqual([[], false]);
});

test.each([
  ["refused", () => Promise.reject(new Error("storage is full"))],
  ["switched off", async () => undefined],
])("[N-1] the app works where it is %s", async (_, refusal) => {
  answer = refusal;
  const done = registerWorker();
  await pass(500);
  expect(await done).toBeUndefined();
  await pass(HOUR);
  expect([registration.updates, waiting()]).toEqual([0, null]);
});

const register = async () => {
  const done = registerWorker();
  await pass(500);
  await done;
};

test("[A-10] a newer version that waits already is offered", async () => {
  registration.waiting = worker();
  await register();
  expect(waiting()).toBe(registration.waiting);
});

test("[A-10] the first version replaces none", async () => {
  container.controller = null;
  registration.waiting = worker();
  await register();
  expect(waiting()).toBeNull();
});

test("[A-10] a newer version is looked for each hour, and offered once it is loaded", async () => {
  await register();
  await pass(HOUR - 1);
  expect(registration.updates).toBe(0);
  registration.onUpdate = () => Promise.reject(new Error("no network"));
  await pass(1);
  await pass(HOUR);
  expect(registration.updates).toBe(2);
  registration.installing = worker();
  registration.dispatchEvent(new Event("updatefound"));
  const { installing } = registration;
  installing.dispatchEvent(new Event("statechange"));
  expect(waiting()).toBeNull();
  registration.waiting = installing;
  installing.dispatchEvent(new Event("statechange"));
  expect(waiting()).toBe(installing);
});

test("[A-10] a page without a worker is simply loaded anew", async () => {
  give("navigator", {});
  await reloadToNewest();
  give("navigator", { serviceWorker: container });
  answer = async () => undefined;
  await reloadToNewest();
  expect(reloads).toBe(2);
});

test("[A-10] the version that waits takes over before the page is loaded anew", async () => {
  registration.waiting = worker();
  const done = reloadToNewest();
  await pass(0);
  expect([registration.waiting.told, reloads, registration.updates]).toEqual([["TAKE_OVER"], 0, 0]);
  container.dispatchEvent(new Event("controllerchange"));
  await done;
  expect(reloads).toBe(1);
});

test("[A-10] a version that does not take over is waited for 3 s", async () => {
  registration.waiting = worker();
  const done = reloadToNewest();
  await pass(2999);
  expect(reloads).toBe(0);
  await pass(1);
  await done;
  expect(reloads).toBe(1);
});

test("[A-10] a version that is found only now is loaded first, within 10 s", async () => {
  registration.onUpdate = async () => void (registration.installing = worker());
  const found = reloadToNewest();
  await pass(9_000);
  expect(reloads).toBe(0);
  registration.waiting = registration.installing;
  registration.installing!.dispatchEvent(new Event("statechange"));
  await pass(0);
  expect(registration.waiting!.told).toEqual(["TAKE_OVER"]);
  container.dispatchEvent(new Event("controllerchange"));
  await found;
  registration.waiting = null;
  const slow = reloadToNewest();
  await pass(9_999);
  expect(reloads).toBe(1);
  await pass(1);
  await slow;
  expect([reloads, registration.updates]).toEqual([2, 2]);
});

test("[A-10] nothing newer, or no network, does not delay it", async () => {
  await reloadToNewest();
  registration.onUpdate = () => Promise.reject(new Error("no network"));
  registration.installing = worker();
  await reloadToNewest();
  expect(reloads).toBe(2);
});
