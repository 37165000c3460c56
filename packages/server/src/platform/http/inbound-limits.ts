/** How much one caller may send: so many calls a second with some in reserve, and so many at once. */
export type InboundLimits = { perSecond: number; burst: number; atOnce: number };

type Bucket = { left: number; filledAt: number; inside: number };

export type Entrance = {
  /** Lets a call in, to be ended with `leave`; or says after how many whole seconds to come again. */
  enter(key: string): { ok: true; leave: () => void } | { ok: false; retryAfterSeconds: number };
};

/** Back-pressure by caller: one that floods is told so, the others do not notice. `now` in milliseconds. */
export function createEntrance(
  limits: InboundLimits,
  now: () => number = () => performance.now(),
): Entrance {
  const buckets = new Map<string, Bucket>();
  return {
    enter: (key) => {
      const at = now();
      const bucket = buckets.get(key) ?? { left: limits.burst, filledAt: at, inside: 0 };
      buckets.set(key, bucket);
      bucket.left = Math.min(
        limits.burst,
        bucket.left + ((at - bucket.filledAt) / 1000) * limits.perSecond,
      );
      bucket.filledAt = at;
      if (bucket.inside >= limits.atOnce) return { ok: false, retryAfterSeconds: 1 };
      if (bucket.left < 1) {
        return {
          ok: false,
          retryAfterSeconds: Math.max(1, Math.ceil((1 - bucket.left) / limits.perSecond)),
        };
      }
      bucket.left -= 1;
      bucket.inside += 1;
      return { ok: true, leave: () => void (bucket.inside -= 1) };
    },
  };
}
