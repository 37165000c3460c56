import { expect, test } from "vitest";
import { NOW } from "../../test/location.ts";
import { proofLine } from "./proof-line.ts";

const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

test("[L-18] a row says in one line what charges say, and nothing where they say nothing", () => {
  const last_charged = { at: at(125), power_kw: 48 };
  const starts = { tried: 10, worked: 9 };
  const line = (last: typeof last_charged | null, share: typeof starts | null) =>
    proofLine({ last_charged: last, starts: share }, NOW);
  expect(line(last_charged, starts)).toBe("Charged here 2 h ago · 9 of 10 starts worked");
  expect(line(last_charged, null)).toBe("Charged here 2 h ago");
  expect(line(null, starts)).toBe("9 of 10 starts worked");
  expect(line(null, null)).toBeNull();
  expect(proofLine(undefined, NOW)).toBeNull();
});
