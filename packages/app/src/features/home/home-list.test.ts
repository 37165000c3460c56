import { give, takeBack } from "../../../test/browser-parts.ts";
import { renderHook } from "../../../test/render-hook.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { car, location, NOW } from "../../../test/location.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { NO_FILTER } from "../../locations/filter.ts";
import type { View } from "../../locations/view.ts";
import { writeServer } from "../../native/storage.ts";
import { useHomeList } from "./home-list.ts";

const view = {
  area: { lat: 18.53, lon: 73.83, km: 10 },
  text: "",
  filter: NO_FILTER,
  sort: "near",
  bounds: null,
  me: null,
} as unknown as View;
const near = location({ id: "near" });
const far = location({
  id: "far",
  name: "Sahyadri Plaza",
  distance: 9,
  coordinates: { latitude: 18.6, longitude: 73.9 },
});
const page = { onLine: true, language: "en-GB" };

let service: Awaited<ReturnType<typeof startService>>;
let status: number;
let body: object;
let list: { now: () => ReturnType<typeof useHomeList>; draw: (view: View) => void };
let leave: () => void;
/** Whether the answer is held back. */
let held: (() => void)[] | null;
beforeEach(async () => {
  installStorage();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: "always" } });
  page.onLine = true;
  give("navigator", page);
  [status, held] = [200, null];
  body = { content: [far, near], total_elements: 7, place: null };
  service = await startService((_, response) => {
    const answer = () => json(response, status === 200 ? body : { code: "INTERNAL" }, status);
    if (held) held.push(answer);
    else answer();
  });
  writeServer(service.address);
});
afterEach(async () => {
  leave();
  queryClient.clear();
  await service.close();
  takeBack();
});

function open(
  first: View = view,
  isWaiting = false,
  vehicle = undefined as typeof car | undefined,
) {
  const drawn = renderHook((of: View) => useHomeList(of, vehicle, { now: NOW, isWaiting }), first);
  ({ leave } = drawn);
  list = drawn;
}
const ids = () => list.now().stations?.map(({ id }) => id);

test("[L-1] the list is the service's answer, in its order and with its count", async () => {
  open();
  expect(list.now()).toMatchObject({ stations: undefined, total: 0, seenAt: null, cutOff: false });
  await expect.poll(ids).toEqual(["far", "near"]);
  expect(list.now()).toMatchObject({
    total: 7,
    seenAt: null,
    isOld: false,
    place: null,
    asked: {},
  });
});

test("[L-1] nothing is asked while it is not known what fits", () => {
  open(view, true);
  expect([service.seen, list.now().asked]).toEqual([[], null]);
});

test("[L-1] while another search is under way the list is still the one before", async () => {
  body = { ...body, place: { name: "Pune", latitude: 18.5, longitude: 73.8 } };
  open();
  await expect.poll(ids).toHaveLength(2);
  expect(list.now().place).toMatchObject({ name: "Pune" });
  held = [];
  list.draw({ ...view, text: "plaza" });
  expect(list.now()).toMatchObject({ isOld: true, place: null, cutOff: false });
  await expect.poll(() => held?.length).toBe(1);
  held[0]!();
  await expect.poll(() => list.now().isOld).toBe(false);
  expect(list.now().place).toMatchObject({ name: "Pune" });
});

test("[N-1] an answer to this very question stays when the service goes silent, with its age", async () => {
  open();
  await expect.poll(ids).toHaveLength(2);
  status = 503;
  list.now().retry();
  await expect.poll(() => list.now().cutOff).toBe(true);
  expect(ids()).toEqual(["far", "near"]);
  expect(list.now()).toMatchObject({ total: 7, place: null });
  expect(list.now().seenAt).toBeGreaterThan(Date.now() - 60_000);
  status = 200;
  list.now().retry();
  await expect.poll(() => list.now().cutOff).toBe(false);
});

test("[N-1] without the service the list is made of what was seen, the nearest first", async () => {
  open();
  await expect.poll(ids).toHaveLength(2);
  status = 500;
  list.draw({ ...view, filter: { ...NO_FILTER, km: 50 }, area: { ...view.area, km: 50 } });
  await expect.poll(() => list.now().cutOff).toBe(true);
  expect(ids()).toEqual(["near", "far"]);
  expect(list.now()).toMatchObject({ total: 2, isOld: false, place: null });
  expect(list.now().seenAt).toBeGreaterThan(Date.now() - 60_000);
  // The words of its name and address, and the filter, hold there too.
  list.draw({ ...view, text: "sahyadri" });
  await expect.poll(ids).toEqual(["far"]);
  list.draw({ ...view, filter: { ...NO_FILTER, current: "AC" } });
  await expect.poll(ids).toEqual([]);
  expect(list.now().total).toBe(0);
});

test("[N-1] a phone without a network asks nobody whether the service is there", async () => {
  open();
  await expect.poll(ids).toHaveLength(2);
  page.onLine = false;
  held = [];
  list.draw({ ...view, area: { lat: 18.6, lon: 73.9, km: 5 } });
  expect(list.now().cutOff).toBe(true);
  expect(ids()).toEqual(["far", "near"]);
});

test("[L-1] a refusal is an answer, and no reason to show what was seen before", async () => {
  status = 422;
  open();
  await expect.poll(() => list.now().error).toMatchObject({ status: 422 });
  expect(list.now()).toMatchObject({ cutOff: false, stations: undefined, seenAt: null });
});

test("[N-1] where nothing was seen yet, nothing is shown and nothing is dated", async () => {
  status = 500;
  open();
  await expect.poll(() => list.now().cutOff).toBe(true);
  expect(list.now()).toMatchObject({ stations: undefined, seenAt: null, total: 0 });
});

test("[L-10] what is asked is what fits the vehicle", async () => {
  open(view, false, car);
  expect(list.now().asked).toEqual({ standard: "IEC_62196_T2_COMBO,IEC_62196_T2" });
  await expect.poll(() => service.seen.length).toBe(1);
  expect(service.seen[0]!.url).toContain("standard=");
});
