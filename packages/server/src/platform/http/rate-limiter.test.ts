import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

test("a caller above its limit gets a retry time; others are not affected", () => {
  let at = 0;
  const entrance = createRateLimiter({ perSecond: 10, burst: 3, atOnce: 100 }, () => at);
  const tries = Array.from({ length: 5 }, () => entrance.enter("a").ok);
  expect(tries).toEqual([true, true, true, false, false]);
  expect(entrance.enter("a")).toEqual({ ok: false, retryAfterSeconds: 1 });
  expect(entrance.enter("b").ok).toBe(true);
  at = 100;
  expect([entrance.enter("a").ok, entrance.enter("a").ok]).toEqual([true, false]);
});

test("concurrent calls are limited", () => {
  const entrance = createRateLimiter({ perSecond: 1000, burst: 1000, atOnce: 2 }, () => 0);
  const first = entrance.enter("a");
  entrance.enter("a");
  expect(entrance.enter("a").ok).toBe(false);
  if (first.ok) first.leave();
  expect(entrance.enter("a").ok).toBe(true);
});

test("calls to one replica count at the others", () => {
  const listeners: ((key: string, calls: number) => void)[] = [];
  const shared = {
    tell: () => {},
    onTold: (listener: (key: string, calls: number) => void) => void listeners.push(listener),
  };
  let at = 0;
  const entrance = createRateLimiter({ perSecond: 10, burst: 5, atOnce: 100 }, () => at, shared);
  for (const hear of listeners) hear("a", 7);
  expect(entrance.enter("a")).toEqual({ ok: false, retryAfterSeconds: 1 });
  expect(entrance.enter("b").ok).toBe(true);
  // Calls at other replicas count against it, but never more than one burst.
  for (const hear of listeners) hear("a", 1_000);
  at = 600;
  expect(entrance.enter("a").ok).toBe(true);
});
