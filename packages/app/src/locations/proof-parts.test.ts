import { expect, test } from "vitest";
import { NOW } from "../../test/location.ts";
import { proofParts } from "./proof-parts.ts";

test("[L-18] a row says in few words what charges say, and nothing where they say nothing", () => {
  const last_charged = { at: new Date(NOW - 125 * 60_000).toISOString(), power_kw: 48 };
  const starts = { tried: 10, worked: 9 };
  const parts = (last: typeof last_charged | null, share: typeof starts | null) =>
    proofParts({ last_charged: last, starts: share }, NOW);
  expect(parts(last_charged, starts)).toEqual(["Charged here 2 h ago", "started 9 of 10 times"]);
  expect(parts(last_charged, null)).toEqual(["Charged here 2 h ago"]);
  expect(parts(null, starts)).toEqual(["started 9 of 10 times"]);
  expect(parts(null, null)).toEqual([]);
  expect(proofParts(undefined, NOW)).toEqual([]);
});
