import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installStorage } from "../test/memory-storage.ts";
import { testKey } from "../test/query-key.ts";
import { startService } from "../test/service.ts";
import { request } from "./api/http/request.ts";
import { queryClient, tick } from "./api/queries/query-client.ts";
import { onClockCorrected, serviceNow, serviceTimeOf } from "./clock.ts";
import { readServiceAhead, writeServer } from "./native/storage.ts";

const MINUTE_MS = 60_000;
let service: Awaited<ReturnType<typeof startService>>;
/** How far the service's clock is ahead of the device's, ms. */
let ahead = 0;

beforeEach(async () => {
  installStorage();
  service = await startService((_, response) => {
    response.writeHead(200, {
      date: new Date(Date.now() + ahead).toUTCString(),
      "cache-control": "no-store",
    });
    response.end("{}");
  });
  writeServer(service.address);
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

const aheadNow = () => serviceNow() - Date.now();

test("[S-2] [N-1] every answer says what time it is at the service; it is kept for a start without a network", async () => {
  const corrected = vi.fn<() => void>();
  const stop = onClockCorrected(corrected);
  for (ahead of [20 * MINUTE_MS, -180 * MINUTE_MS]) {
    await request("/api/a", "GET");
    expect(Math.abs(aheadNow() - ahead)).toBeLessThan(2000);
    expect(Math.abs(readServiceAhead() - ahead)).toBeLessThan(2000);
    expect(serviceTimeOf(0)).toBeCloseTo(aheadNow(), -2);
  }
  expect(corrected).toHaveBeenCalledTimes(2);
  await request("/api/a", "GET");
  expect(corrected).toHaveBeenCalledTimes(2);
  stop();
});

test("[S-2] when the phone's clock is set, everything is asked for again, once", async () => {
  ahead = 0;
  await request("/api/a", "GET");
  const asked = () => queryClient.getQueryState(testKey("stations"))!.isInvalidated;
  queryClient.setQueryData(testKey("stations"), []);
  tick();
  expect(asked()).toBe(false);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 180 * MINUTE_MS });
  tick();
  expect(asked()).toBe(true);
  expect(Math.abs(aheadNow() - 180 * MINUTE_MS)).toBeLessThan(2000);
  queryClient.setQueryData(testKey("stations"), []);
  tick();
  expect(asked()).toBe(false);
});
