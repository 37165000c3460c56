import { every } from "../interval.ts";

/** How much one caller may send: so many calls a second with some in reserve, and so many at once. */
export type InboundLimits = { perSecond: number; burst: number; atOnce: number };

type Bucket = { left: number; filledAt: number; inside: number; untold: number };

/** How the entrances of all replicas tell each other what came in: together they keep the limit of one. */
export type SharedSpending = {
  tell(key: string, calls: number): void;
  onTold(listener: (key: string, calls: number) => void): void;
};
const TOLD_EVERY_MS = 1_000;

export type Entrance = {
  /** Lets a call in, to be ended with `leave`; or says after how many whole seconds to come again. */
  enter(key: string): { ok: true; leave: () => void } | { ok: false; retryAfterSeconds: number };
};

/**
 * Back-pressure by caller: one that floods is told so, the others do not notice. `now` in milliseconds. What other
 * replicas let in counts here within a second; how many may be inside at once is each replica's own.
 */
export function createEntrance(
  limits: InboundLimits,
  now: () => number = () => performance.now(),
  shared?: SharedSpending,
): Entrance {
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
    every(TOLD_EVERY_MS, () => {
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
