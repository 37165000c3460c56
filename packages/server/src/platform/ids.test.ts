import fc from "fast-check";
import { expect, test } from "vitest";
import { newId, newSecret } from "./ids.ts";

const instant = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });

test("an id sorts by its time, has its kind as prefix and fits OCPI's 36 characters", () => {
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [first, second] = [newId("ses", a), newId("ses", b)];
      expect(first).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{26}$/);
      expect(first.length).toBeLessThanOrEqual(36);
      if (a.getTime() !== b.getTime()) expect(first < second).toBe(a < b);
    }),
  );
});

test("ids and secrets of one moment are all different", () => {
  const at = new Date("2026-11-20T06:30:00Z");
  expect(new Set(Array.from({ length: 20_000 }, () => newId("ses", at))).size).toBe(20_000);
  const secrets = Array.from({ length: 20_000 }, newSecret);
  expect(new Set(secrets).size).toBe(20_000);
  expect(secrets.every((secret) => /^[0-9a-z]{32}$/.test(secret))).toBe(true);
});
