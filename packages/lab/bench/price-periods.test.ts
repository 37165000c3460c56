import { expect, test } from "vitest";
import { timePeriods } from "./price-periods.ts";

// Under 1 s on a quiet machine, which `npm run bench -- price` demands; where the pieces of
// cut periods were added up scale by scale, it took some 4 s.
test("[E-4] 100,000 charging periods are priced in one or two seconds at most", () => {
  expect(timePeriods(100_000)).toBeLessThan(2500);
}, 60_000);

test("[E-4] and ten times as many periods take no more than some ten times as long", () => {
  timePeriods(10_000);
  expect(timePeriods(100_000)).toBeLessThan(25 * Math.max(20, timePeriods(10_000)));
}, 60_000);
