import { vehicles } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { drawingOf } from "./bodies.ts";

const bodies = vehicles.BodyType.options;

test("[V-8] every body has a drawing of its own, whose body takes the paint", () => {
  const drawings = bodies.map((body) => drawingOf("FOUR_WHEELER", body)(100));
  expect(new Set(drawings).size).toBe(bodies.length);
  for (const drawing of drawings) {
    expect(drawing).toContain("--veh-paint");
    expect(drawing).not.toMatch(/NaN|undefined/);
  }
});

test("[V-8] an unknown body is drawn as most of its kind", () => {
  for (const [kind, body] of [
    ["TWO_WHEELER", "SCOOTER"],
    ["THREE_WHEELER", "RICKSHAW"],
    ["FOUR_WHEELER", "SUV"],
  ] as const)
    for (const unknown of [null, undefined])
      expect(drawingOf(kind, unknown)(90)).toBe(drawingOf(kind, body)(90));
});
