import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { writeServer } from "../../native/storage.ts";
import { reportAnswer, isOnline, onConnectivityChange } from "./connectivity.ts";
import { request } from "./request.ts";

// What a browser with a network says, wherever that leads.
const browser = Object.assign(new EventTarget(), { onLine: true });
Object.defineProperty(globalThis, "navigator", { value: browser });
Object.assign(globalThis, {
  addEventListener: browser.addEventListener.bind(browser),
  removeEventListener: browser.removeEventListener.bind(browser),
});
const network = (onLine: boolean) => {
  browser.onLine = onLine;
  browser.dispatchEvent(new Event(onLine ? "online" : "offline"));
};

let service: Awaited<ReturnType<typeof startService>>;
let stop: () => void;
const told: boolean[] = [];

beforeEach(async () => {
  installStorage();
  service = await startService((incoming, response) => {
    if (incoming.url === "/api/lost") incoming.socket.destroy();
    else json(response, { status: "ok" });
  });
  writeServer(service.address);
  told.length = 0;
  stop = onConnectivityChange(() => told.push(isOnline()));
});
afterEach(async () => {
  reportAnswer();
  stop();
  await service.close();
});

const call = (path: string) => request(path, "GET").catch(() => undefined);

test("[N-1] a call lost by chance says nothing: the service is asked first", async () => {
  await call("/api/lost");
  await expect.poll(() => service.seen.map(({ url }) => url)).toContain("/healthz");
  expect(isOnline()).toBe(true);
  expect(told).toEqual([]);
});

test("[N-1] a network that leads nowhere is none, is said once, and is over with the next answer", async () => {
  await service.close();
  await Promise.all([call("/api/a"), call("/api/b")]);
  await expect.poll(isOnline).toBe(false);
  await call("/api/c");
  expect(told).toEqual([false]);

  service = await startService((_, response) => json(response, { status: "ok" }));
  writeServer(service.address);
  await call("/api/d");
  expect(isOnline()).toBe(true);
  expect(told).toEqual([false, true]);
});

test("[N-1] a service that was silent is asked again by itself", async () => {
  const { port } = new URL(service.address);
  await service.close();
  await call("/api/a");
  await expect.poll(isOnline).toBe(false);
  service = await startService((_, response) => json(response, { status: "ok" }), Number(port));
  await expect.poll(isOnline, { timeout: 10_000 }).toBe(true);
  expect(service.seen.map(({ url }) => url)).toEqual(["/healthz"]);
});

test("[N-1] a device without a network says so at once, and again when it has one", () => {
  network(false);
  expect([isOnline(), told]).toEqual([false, [false]]);
  network(true);
  expect([isOnline(), told]).toEqual([true, [false, true]]);
});

test("[N-1] who stopped listening hears of neither the network nor the service", async () => {
  stop();
  network(false);
  network(true);
  await service.close();
  await call("/api/a");
  await expect.poll(isOnline).toBe(false);
  reportAnswer();
  expect(told).toEqual([]);
});
