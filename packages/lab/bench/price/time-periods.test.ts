import { expect, test } from "vitest";
import { timePeriods } from "./time-periods.ts";

// The limit on a quiet machine is 1 s, checked by `npm run bench -- price`. It took about 4 s when the pieces of cut
// periods were added scale by scale.
test("[E-4] 100,000 charging periods are priced in two seconds at most", () => {
  expect(timePeriods(100_000)).toBeLessThan(2500);
});

test("[E-4] ten times as many periods take about ten times as long at most", () => {
  timePeriods(10_000);
  expect(timePeriods(100_000)).toBeLessThan(25 * Math.max(20, timePeriods(10_000)));
});
