import { startInterval } from "../interval.ts";

/** Limits of one caller: calls per second with a burst, and calls at the same time. */
export type RateLimits = { perSecond: number; burst: number; atOnce: number };

type Bucket = { left: number; filledAt: number; inside: number; untold: number };

/** Shares counts between replicas, so that all together keep the limit of one. */
export type SharedCounts = {
  tell(key: string, calls: number): void;
  onTold(listener: (key: string, calls: number) => void): void;
};
const TOLD_EVERY_MS = 1_000;

export type RateLimiter = {
  /** Admits a call, which must end with `leave`; or returns the whole seconds to wait. */
  enter(key: string): { ok: true; leave: () => void } | { ok: false; retryAfterSeconds: number };
};

/**
 * Rate limit per caller: a caller above its limit is refused, others are not affected. `now` in milliseconds. Calls
 * that other replicas admitted count here within a second; the limit of concurrent calls is per replica.
 */
export function createRateLimiter(
  limits: RateLimits,
  now: () => number = () => performance.now(),
  shared?: SharedCounts,
): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const filled = (key: string): Bucket => {
    const at = now();
    const bucket = buckets.get(key) ?? { left: limits.burst, filledAt: at, inside: 0, untold: 0 };
    buckets.set(key, bucket);
    bucket.left = Math.min(
      limits.burst,
      bucket.left + ((at - bucket.filledAt) / 1000) * limits.perSecond,
    );
    bucket.filledAt = at;
    return bucket;
  };
  if (shared) {
    startInterval(TOLD_EVERY_MS, () => {
      for (const [key, bucket] of buckets) {
        if (bucket.untold > 0) shared.tell(key, bucket.untold);
        bucket.untold = 0;
      }
    });
    shared.onTold((key, calls) => {
      const bucket = filled(key);
      bucket.left = Math.max(-limits.burst, bucket.left - calls);
    });
  }
  return {
    enter: (key) => {
      const bucket = filled(key);
      if (bucket.inside >= limits.atOnce) return { ok: false, retryAfterSeconds: 1 };
      if (bucket.left < 1) {
        return {
          ok: false,
          retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.left) / limits.perSecond)),
        };
      }
      bucket.left -= 1;
      bucket.untold += 1;
      bucket.inside += 1;
      return { ok: true, leave: () => void (bucket.inside -= 1) };
    },
  };
}
