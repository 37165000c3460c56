import { expect, test } from "vitest";
import type { Seller } from "../../tariffs/index.ts";
import { createViews } from "./views.ts";

const now = new Date("2026-11-20T06:30:00Z");

test("[L-1] a view with prices of old rules is not used for a request with new rules", () => {
  const views = createViews({
    kinds: [],
    hourKinds: [],
    tariffs: () => new Map(),
  });
  const driver = { customerType: "PERSONAL", vehicle: null, onlyNow: false } as const;
  const before: Seller = (tariff) => tariff;
  const after: Seller = (tariff) => tariff;
  const first = views.of(driver, before, now);
  expect(views.of(driver, before, now)).toBe(first);
  const second = views.of(driver, after, now);
  expect(second).not.toBe(first);
  expect(views.of(driver, after, now)).toBe(second);
});
