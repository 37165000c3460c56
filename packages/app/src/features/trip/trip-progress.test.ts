import type { Session, Trip } from "@voltmarg/contract";
import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { passStop, progressOf } from "./trip-progress.ts";

const stored = installStorage();
beforeEach(() => stored.clear());

const trip = (begun_at: string | null, departs_at = "2026-11-26T04:00:00.000Z") =>
  ({
    id: "trp_1",
    begun_at,
    plan: { departs_at, stops: ["a", "b", "c"].map((id) => ({ station: { id } })) },
  }) as Trip;
const begun = trip("2026-11-26T04:00:00.000Z");
const chargesAt = (id: string) => ({ id: `ses_${id}`, location: { id } }) as Session;

test("[T-11] before a trip has begun nothing comes next", () => {
  expect(progressOf(trip(null), [chargesAt("a")])).toEqual({ at: null, next: null, session: null });
});

test("[T-11] the stop after the last one that was charged at or passed comes next", () => {
  expect(progressOf(begun, [])).toMatchObject({ at: null, next: 0 });
  const charging = chargesAt("a");
  expect(progressOf(begun, [charging])).toEqual({ at: 0, next: 1, session: charging });
  passStop(begun, "a");
  expect(progressOf(begun, [])).toMatchObject({ at: null, next: 1 });
  // Who charges at the third has left out the second.
  expect(progressOf(begun, [chargesAt("c")])).toMatchObject({ at: 2, next: null });
  passStop(begun, "c");
  expect(progressOf(begun, [])).toMatchObject({ at: null, next: null });
});

test("[T-11] a charge elsewhere is no stop, and a plan made anew has passed none", () => {
  passStop(begun, "a");
  expect(progressOf(begun, [chargesAt("elsewhere")])).toMatchObject({ at: null, next: 1 });
  expect(progressOf(trip(begun.begun_at, "2026-11-26T06:00:00.000Z"), [])).toMatchObject({
    next: 0,
  });
});
