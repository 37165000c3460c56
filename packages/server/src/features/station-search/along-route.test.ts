import { kmAlong, legsOf, offLegs, type Position } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { randomFrom } from "@voltmarg/testkit/random-stations";
import { createEventLoopYield } from "../../platform/event-loop.ts";
import { legsOfRoute, readRoute } from "./find-along-route.ts";

/** A road that bends gently, a point each 40 m: 400 km of them. */
function road(random: () => number): Position[] {
  let heading = 0;
  let here = { latitude: 18.5, longitude: 73.8 };
  return Array.from({ length: 10_000 }, () => {
    heading += (random() - 0.5) * 0.05;
    here = {
      latitude: here.latitude + 0.00036 * Math.cos(heading),
      longitude: here.longitude + 0.00036 * Math.sin(heading),
    };
    return here;
  });
}

describe("[L-1] a route of 10,000 points", () => {
  test("is reduced to about a hundred legs, with an error of metres", () => {
    const points = road(randomFrom(1));
    const legs = legsOfRoute(points);
    expect(legs.length).toBeLessThan(1_200);
    const [exact, thin] = [offLegs(legsOf(points, 20)), offLegs(legs)];
    const random = randomFrom(2);
    for (let nth = 0; nth < 300; nth++) {
      const near = points[Math.floor(random() * points.length)]!;
      const at = {
        latitude: near.latitude + (random() - 0.5) / 20,
        longitude: near.longitude + (random() - 0.5) / 20,
      };
      expect(Math.abs(exact(at).km - thin(at).km)).toBeLessThan(0.05);
    }
    expect(legs.at(-1)!.fromKm + legs.at(-1)!.km).toBeCloseTo(kmAlong(points).at(-1)!, 6);
  });

  test("is reduced to no more legs if it turns at every point", () => {
    const random = randomFrom(3);
    const zigzag = Array.from({ length: 10_000 }, () => ({
      latitude: 18.5 + random() / 200,
      longitude: 73.8 + random() / 200,
    }));
    expect(readRoute(undefined, zigzag)).not.toBeNull();
    expect(legsOfRoute(zigzag).length).toBeLessThan(1_200);
  });
});

test("a long computation yields to the event loop", async () => {
  const breathe = createEventLoopYield(2);
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const end = performance.now() + 60;
  while (performance.now() < end) await breathe();
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
});
