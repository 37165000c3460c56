export type ServiceClock = {
  /** The service's time, ms since the epoch. */
  now: () => number;
  /** Takes the time from an answer. `sent`: what the steady clock showed before its request left. */
  learn: (answer: Pick<Response, "headers">, sent: number) => void;
  /**
   * Whether the device's clock was changed, or the device slept, since the last answer or the last call of this function.
   * If so, only the next answer shows which of the two happened, and what time it is.
   */
  hasJumped: () => boolean;
};

type Options = {
  /** By how much the service's time was ahead of the device's clock when it was known last, ms. */
  ahead?: number;
  /** After an answer: how far the service's time is ahead now, and by how much the assumed time was wrong. */
  onLearned?: (ahead: number, wrongBy: number) => void;
  /** The device's clock: wrong by minutes or hours on some devices, and may be set at any time. */
  wall?: () => number;
  /** Never set, but on some devices it stands still while they sleep (W3C High Resolution Time, 4.1). */
  steady?: () => number;
};

const JUMP_MS = 5000;

/**
 * The time of the service, with which its timestamps are compared. Each answer's `Date` (whole seconds, RFC 9110, 6.6.1)
 * lies between request and arrival, so it gives a lower and an upper bound; several answers narrow the bounds further.
 */
export function createServiceClock({
  ahead = 0,
  onLearned = () => {},
  wall = () => Date.now(),
  steady = () => performance.now(),
}: Options = {}): ServiceClock {
  /** The service's time at one moment, and what both clocks of the device showed then. */
  const mark = (at: number) => ({ at, wall: wall(), steady: steady() });
  let known = mark(wall() + ahead);
  /** Bounds of the service's time less the steady clock. */
  let least = -Infinity;
  let most = Infinity;
  const byWall = () => wall() - known.wall;
  const bySteady = () => steady() - known.steady;
  // The larger one, because a clock that was set back or that slept lags behind. If the clock was set forward, data looks
  // older than it is until the next answer, never newer.
  const now = () => known.at + Math.max(byWall(), bySteady());
  return {
    now,
    learn: ({ headers }, sent) => {
      // An answer that a cache may store can be of any age.
      if (!headers.get("cache-control")?.includes("no-store")) return;
      const date = Date.parse(headers.get("date") ?? "");
      const arrived = steady();
      const low = date - arrived;
      const high = date + 1000 - sent;
      if (!(low <= high)) return;
      // If the new bounds contradict the old ones, the device slept or a clock drifted: only the new answer counts.
      const agree = low <= most && high >= least;
      least = agree ? Math.max(least, low) : low;
      most = agree ? Math.min(most, high) : high;
      const at = arrived + (least + most) / 2;
      const wrongBy = at - now();
      known = mark(at);
      onLearned(at - known.wall, wrongBy);
    },
    hasJumped: () => {
      if (Math.abs(byWall() - bySteady()) < JUMP_MS) return false;
      known = mark(now());
      return true;
    },
  };
}
