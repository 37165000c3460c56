import { expect, test } from "vitest";
import { freshness } from "./freshness.ts";

const now = Date.parse("2026-11-20T05:00:00Z");
const known = {
  check: { answer: "now", at: now } as const,
  asking: false,
  online: true,
  stale: false,
  updatedAt: "2026-11-20T04:56:00Z",
  now,
};

test("a station whose operator answered was checked, and says how long ago", () => {
  expect(freshness(known)).toEqual({ words: "Checked just now", warning: null });
  expect(freshness({ ...known, now: now + 130_000 }).words).toBe("Checked 2 min ago");
  expect(freshness({ ...known, asking: true }).words).toBe("Checking");
});

test("a silent operator's station says so, and what age its words have", () => {
  expect(freshness({ ...known, check: { answer: "failed", at: now } })).toEqual({
    words: "Updated 4 min ago",
    warning: "The operator did not answer just now. This is what it said 4 min ago.",
  });
});

test("without a network, or without the service, nothing is called checked", () => {
  expect(freshness({ ...known, online: false })).toEqual({
    words: "Updated 4 min ago",
    warning: "You are offline. This is from 4 min ago.",
  });
  const unanswered = { ...known, check: undefined };
  expect(freshness(unanswered)).toEqual({ words: "Updated 4 min ago", warning: null });
  expect(freshness({ ...unanswered, stale: true }).warning).toContain(
    "There is no update newer than 4 min ago",
  );
});
