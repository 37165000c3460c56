import { expect, test } from "vitest";
import { FRESH_MS, freshAtOf } from "./staff-session.ts";

const now = new Date("2026-11-20T06:30:00Z");
const before = (ms: number) => new Date(now.getTime() - ms);

test("[D-27] a session counts as fresh from the moment at which its member signed in, never from a moment to come", () => {
  expect(freshAtOf(before(60_000), now)).toEqual(before(60_000));
  expect(freshAtOf(before(-60_000), now)).toEqual(now);
  expect(freshAtOf(now, now)).toEqual(now);
});

test("[D-27] where a company account does not say when, the session is not fresh", () => {
  expect(freshAtOf(null, now)).toEqual(before(FRESH_MS));
});
