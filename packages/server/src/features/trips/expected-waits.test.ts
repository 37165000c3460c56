import { expect, test } from "vitest";
import { withExpectedWaits } from "./expected-waits.ts";
import type { Candidate } from "./trip-candidates.ts";

const plug = (evseUids: string[], more: Partial<Candidate["plugs"][number]> = {}) => ({
  id: "0",
  powerKw: 60,
  current: "DC" as const,
  waitMinutes: 5,
  doubtful: false,
  evseUid: evseUids[0]!,
  evseUids,
  connectorId: "1",
  standard: "IEC_62196_T2_COMBO",
  tariff: null,
  ...more,
});
const station = (plugs: Candidate["plugs"], more: Partial<Candidate> = {}): Candidate => ({
  id: "loc",
  km: 100,
  detourKm: 0,
  timeZone: "Asia/Kolkata",
  opening: null,
  plugs,
  ...more,
});
const WAY = { departsMs: Date.parse("2026-11-23T04:30:00Z"), km: 200, minutes: 240 };

/** Minutes of waiting at each plug, where EVSEs are in use so much. */
async function waits(of: Candidate[], used: Record<string, number>) {
  const { stations } = await withExpectedWaits(
    { usuallyUsed: (at) => Promise.resolve(at.map(({ evseUid }) => used[evseUid] ?? null)) },
    { stations: of, tariffs: [] },
    WAY,
  );
  return stations.flatMap(({ plugs }) => plugs.map(({ waitMinutes }) => waitMinutes));
}

test("[T-2] one always waits for the rest of a session where the only plug is always in use", async () => {
  expect(await waits([station([plug(["a"])])], { a: 1 })).toEqual([20]);
  expect(await waits([station([plug(["a"], { current: "AC" })])], { a: 1 })).toEqual([60]);
  expect(await waits([station([plug(["a"])])], { a: 0 })).toEqual([0]);
});

test("[T-2] with more plugs all must be in use, and the first that ends is enough", async () => {
  expect(await waits([station([plug(["a", "b"])])], { a: 1, b: 1 })).toEqual([10]);
  expect(await waits([station([plug(["a", "b"])])], { a: 1, b: 0 })).toEqual([0]);
});

test("[T-2] without history the guess stays; a plug without any beside others counts as used a quarter of the time", async () => {
  expect(await waits([station([plug(["a"])])], {})).toEqual([5]);
  expect(await waits([station([plug(["a", "b"], { waitMinutes: 0 })])], {})).toEqual([0]);
  expect(await waits([station([plug(["a", "b"])])], { a: 1 })).toEqual([3]);
});

test("[T-2] the hour is the one at which the way passes the station, with time to charge before it", async () => {
  const asked: string[] = [];
  const usuallyUsed = (at: readonly { instant: Date }[]) => {
    asked.push(...at.map(({ instant }) => instant.toISOString()));
    return Promise.resolve(at.map(() => null));
  };
  const stations = [0, 100, 200].map((km) => station([plug(["a"])], { km }));
  await withExpectedWaits({ usuallyUsed }, { stations, tariffs: [] }, WAY);
  expect(asked).toEqual([
    "2026-11-23T04:30:00.000Z",
    "2026-11-23T06:54:00.000Z",
    "2026-11-23T09:18:00.000Z",
  ]);
});
