import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bruteForce,
  costOf,
  station,
  trip as input,
  tripsWith,
  way,
} from "../test/trip-brute-force.ts";
import { planTrip, type TripPlan } from "./plan-trip.ts";
import type { TripAim, TripInput, TripStation } from "./trip-input.ts";

function planned(asked: TripInput): TripPlan {
  const plan = planTrip(asked);
  if ("gap" in plan) throw new Error(JSON.stringify(plan));
  return plan;
}

const trips = tripsWith([1, 0.7]);

describe("planTrip", () => {
  test("[T-2] no plan of up to eight stations is 0.5 % better, whatever is wanted", () => {
    let compared = 0;
    fc.assert(
      fc.property(tripsWith([1]), (asked) => {
        const plan = planTrip(asked);
        if ("gap" in plan) {
          expect(bruteForce(asked, 100, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
          return;
        }
        const bound = costOf(asked, plan) / 1.005;
        const best = bruteForce(asked, 5, bound);
        if (best === null) return;
        compared += 1;
        expect(best).toBe(bound);
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(20);
  });

  test("[T-2] nor where prices turn on the way", () => {
    let compared = 0;
    for (const trip of fc.sample(tripsWith([1, 0.7, 1.4]), { numRuns: 200, seed: 7 })) {
      const asked: TripInput = { ...trip, aim: "CHEAPEST" };
      const plan = planTrip(asked);
      if ("gap" in plan) continue;
      const bound = costOf(asked, plan) / 1.005;
      const best = bruteForce(asked, 5, bound);
      if (best === null) continue;
      compared += 1;
      expect(best).toBe(bound);
    }
    expect(compared).toBeGreaterThan(100);
  });

  test("[T-2] what is left is never below the reserve, nor at the end below what is wanted", () => {
    fc.assert(
      fc.property(trips, (asked) => {
        const plan = planTrip(asked);
        if ("gap" in plan) return;
        for (const { arriveKwh, leaveKwh } of plan.stops) {
          expect(arriveKwh).toBeGreaterThanOrEqual(asked.reserveKwh - 1e-9);
          expect(leaveKwh).toBeGreaterThan(arriveKwh);
          expect(leaveKwh).toBeLessThanOrEqual(asked.batteryKwh);
        }
        expect(plan.arriveKwh).toBeGreaterThanOrEqual(asked.endKwh - 1e-9);
      }),
    );
  });

  test("[T-2] a bigger battery is never slower, with as much left at the start and the end", () => {
    fc.assert(
      fc.property(trips, (asked) => {
        const small = planTrip({ ...asked, aim: "QUICKEST" });
        const big = planTrip({ ...asked, aim: "QUICKEST", batteryKwh: asked.batteryKwh * 1.25 });
        if ("gap" in small) return;
        if ("gap" in big) throw new Error("the bigger one finds no way");
        expect(costOf({ ...asked, aim: "QUICKEST" }, big)).toBeLessThanOrEqual(
          costOf({ ...asked, aim: "QUICKEST" }, small) * 1.005,
        );
      }),
    );
  });

  test("[T-2] a short trip needs no stop, and a long one is charged where it is quick", () => {
    expect(planned(input({ way: way(150), stations: [station(70)] })).stops).toEqual([]);
    const slow = station(180, 7.4);
    const plan = planned(input({ way: way(320), stations: [station(100), slow, station(185)] }));
    expect(plan.stops.map(({ station: { id } }) => id)).toEqual(["at-185"]);
  });

  test("[T-2] few stops and little money are other plans than little time", () => {
    const dear = station(150, 120);
    const cheap = station(155, 25);
    const price = (place: TripStation, _: unknown, __: number, kwh: number) =>
      kwh * (place === dear ? 3_000 : 900);
    const asked = input({ way: way(330), stations: [dear, cheap], price });
    const at = (aim: TripAim) => planned({ ...asked, aim }).stops.map((stop) => stop.station.id);
    expect(at("QUICKEST")).toEqual(["at-150"]);
    expect(at("CHEAPEST")).toEqual(["at-155"]);
    const many = input({
      way: way(330),
      stations: [station(80, 60), station(170, 30), station(270, 60)],
    });
    const stops = (aim: TripAim) => planned({ ...many, aim }).stops.length;
    expect(stops("FEWEST_STOPS")).toBeLessThan(stops("QUICKEST"));
  });

  test("[T-3] a doubtful plug is used only where no certain one is, and a stop names a spare station", () => {
    const doubted = (km: number) =>
      station(km, 120, { plugs: [{ ...station(km).plugs[0]!, doubtful: true }] });
    const both = planned(input({ way: way(330), stations: [doubted(160), station(165, 30)] }));
    expect(both.stops.map((stop) => [stop.station.id, stop.spare?.id])).toEqual([
      ["at-165", "at-160"],
    ]);
    const only = planned(input({ way: way(330), stations: [doubted(160)] }));
    expect(only.stops.map((stop) => [stop.station.id, stop.spare])).toEqual([["at-160", null]]);
  });

  test("[T-4] without a way through, the gap is said, how much is missing, and what helps", () => {
    const asked = input({ way: way(500), stations: [station(150), station(450)] });
    expect(planTrip(asked)).toEqual({
      gap: { fromKm: 150, toKm: 450, missingKwh: expect.closeTo(12.16, 2), helps: [] },
    });
    expect(planTrip(input({ way: way(215), stations: [] }))).toEqual({
      gap: {
        fromKm: 0,
        toKm: 215,
        missingKwh: expect.closeTo(6.4, 2),
        helps: [],
      },
    });
    expect(planTrip(input({ way: way(184), stations: [] }))).toEqual({
      gap: {
        fromKm: 0,
        toKm: 184,
        missingKwh: expect.closeTo(1.44, 2),
        helps: ["START_FULLER", "SLOWER", "LESS_AT_END"],
      },
    });
  });

  test("[T-2] 800 stations on 3,000 km are planned within the time of a request", () => {
    const many = Array.from({ length: 800 }, (_, nth) =>
      station(3 + nth * 3.74, [30, 50, 60, 120][nth % 4]),
    );
    const before = process.cpuUsage();
    const plan = planned(input({ way: way(3_000), stations: many, startKwh: 40 }));
    const { user, system } = process.cpuUsage(before);
    expect(plan.stops.length).toBeGreaterThan(10);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});
