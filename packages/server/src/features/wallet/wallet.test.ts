import { expect, test } from "vitest";
import { filterOf } from "./wallet.ts";

const NONE = { kind: null, from: null, until: null, perSession: false };
const day = (text: string) => new Date(text);

test("[B-1] movements of a day are those of that day in India, from its first instant to its last", () => {
  expect(filterOf({ from: "2026-11-20", until: "2026-11-20" })).toEqual({
    ...NONE,
    from: day("2026-11-19T18:30:00Z"),
    until: day("2026-11-20T18:30:00Z"),
  });
  expect(filterOf({ from: "2026-11-20" })).toEqual({ ...NONE, from: day("2026-11-19T18:30:00Z") });
  expect(filterOf({ until: "2026-02-28" })).toEqual({
    ...NONE,
    until: day("2026-02-28T18:30:00Z"),
  });
});

test("[B-1] an instant is used as it is", () => {
  const from = "2026-11-20T06:30:00.000Z";
  expect(filterOf({ from, until: from })).toEqual({ ...NONE, from: day(from), until: day(from) });
});

test("[B-1] what is no date asks for nothing", () => {
  for (const wrong of [
    { from: "2026-13-01" },
    { until: "yesterday" },
    { from: "2026-11-20", until: "x" },
  ])
    expect(filterOf(wrong), JSON.stringify(wrong)).toBeNull();
});

test("[B-1] movements of a kind, or one for each session", () => {
  expect(filterOf({})).toEqual(NONE);
  expect(filterOf({ kind: "TOP_UP", per: "session" })).toEqual({
    ...NONE,
    kind: "TOP_UP",
    perSession: true,
  });
});
