import { renderHook } from "../../../test/render-hook.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { car } from "../../../test/location.ts";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { writeServer } from "../../native/storage.ts";
import { queryClient } from "./query-client.ts";
import { tripList } from "./trip-list.ts";
import { useAlong, useLastCharge, useReach, useWay } from "./ways.ts";

const pune = { latitude: 18.5, longitude: 73.8 };
const mumbai = { latitude: 19, longitude: 72.9 };
const HOUR_MS = 3_600_000;
let service: Awaited<ReturnType<typeof startService>>;
let answer: unknown;
let leave: () => void;
beforeEach(async () => {
  installStorage();
  queryClient.clear();
  answer = { data: { straight: false } };
  service = await startService((_, response) => json(response, answer));
  writeServer(service.address);
});
afterEach(async () => {
  leave();
  queryClient.clear();
  await service.close();
});

const asked = () =>
  service.seen.map(({ url, body }) => (body === "" ? url : (JSON.parse(body) as object)));
/** What is cached was answered so long ago, ms. */
const makeOld = (ms: number) => {
  for (const query of queryClient.getQueryCache().getAll())
    query.setState({ ...query.state, dataUpdatedAt: Date.now() - ms });
};

test("[T-9] a way is asked for when both its ends are known, with the charge where that is", async () => {
  const way = renderHook(
    ({ end, charge }: { end: typeof pune | null; charge: number | null }) =>
      useWay(pune, end, charge, car),
    { end: null, charge: null } as { end: typeof pune | null; charge: number | null },
  );
  ({ leave } = way);
  way.draw({ end: mumbai, charge: null });
  await expect.poll(() => way.now().data).toEqual({ straight: false });
  expect(asked()).toEqual([{ start: pune, end: mumbai }]);
  answer = { data: { straight: true } };
  way.draw({ end: mumbai, charge: 40 });
  // The line stays until the new figures are there.
  expect(way.now()).toMatchObject({ data: { straight: false }, isPlaceholderData: true });
  await expect.poll(() => way.now().isPlaceholderData).toBe(false);
  expect(asked()[1]).toEqual({ start: pune, end: mumbai, charge_percent: 40 });
});

test("[T-9] nothing is asked while one end is missing", () => {
  const way = renderHook(() => useWay(null, mumbai, 50, undefined), null);
  ({ leave } = way);
  expect([way.now().fetchStatus, asked()]).toEqual(["idle", []]);
});

test.each([
  [false, 1],
  [true, 2],
])(
  "[T-9] after a minute a way that is a guess (%s) was asked for %i times",
  async (straight, times) => {
    answer = { data: { straight } };
    const draw = () => renderHook(() => useWay(pune, mumbai, null, car), null);
    const way = draw();
    await expect.poll(() => way.now().isSuccess).toBe(true);
    way.leave();
    makeOld(61_000);
    const again = draw();
    ({ leave } = again);
    await expect.poll(() => again.now().fetchStatus).toBe("idle");
    expect(asked()).toHaveLength(times);
  },
);

test("[T-9] stations along a line are asked for page by page, at most at a price", async () => {
  answer = { content: [], page_no: 0, page_size: 100, total_elements: 150, total_pages: 2 };
  const along = renderHook(
    ({ line, filter }: { line: string; filter: object | null }) => useAlong(line, 5, filter),
    { line: "", filter: {} } as { line: string; filter: object | null },
  );
  ({ leave } = along);
  along.draw({ line: "abc", filter: null });
  expect(asked()).toEqual([]);
  along.draw({ line: "abc", filter: { price_max: "1800", status: "AVAILABLE" } });
  await expect.poll(() => along.now().isSuccess).toBe(true);
  const first = { polyline: "abc", distance: 5, status: "AVAILABLE", price_max: 1800 };
  expect(asked()).toEqual([{ ...first, page_no: 0, page_size: 100 }]);
  along.draw({ line: "abc", filter: {} });
  await expect.poll(() => asked().length).toBe(2);
  expect(asked()[1]).toEqual({ polyline: "abc", distance: 5, page_no: 0, page_size: 100 });
});

test("[T-9] how far a charge lasts is asked for once that is known", async () => {
  answer = { data: { km: 120 } };
  const reach = renderHook((charge: number | null) => useReach(charge, car), null as number | null);
  ({ leave } = reach);
  expect(reach.now().fetchStatus).toBe("idle");
  reach.draw(0);
  await expect.poll(() => reach.now().data).toEqual({ km: 120 });
  expect(asked()).toEqual([expect.stringMatching(/\?charge_percent=0$/)]);
});

test.each([
  ["v", 12 * HOUR_MS - 60_000, 60],
  ["v", 12 * HOUR_MS + 1, null],
  ["other", 0, null],
])("[T-9] the charge of vehicle %s known %i ms ago is %s", async (vehicle_id, age, percent) => {
  const at = new Date(Date.now() - age).toISOString();
  answer = { data: { trips: [], battery: { vehicle_id, at, percent: 60 } } };
  queryClient.setQueryData(tripList.queryKey, (answer as { data: never }).data);
  const charge = renderHook(() => useLastCharge("v"), null);
  ({ leave } = charge);
  expect(charge.now().data).toBe(percent);
});

test("[T-9] without a vehicle, or news of its battery, no charge is known", () => {
  queryClient.setQueryData(tripList.queryKey, { trips: [], battery: null } as never);
  const charge = renderHook(
    (id: string | undefined) => useLastCharge(id),
    "v" as string | undefined,
  );
  ({ leave } = charge);
  expect(charge.now().data).toBeNull();
  queryClient.clear();
  charge.draw(undefined);
  expect([charge.now().fetchStatus, asked()]).toEqual(["idle", []]);
});
