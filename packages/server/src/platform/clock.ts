/** The only source of time. Rules and SQL receive instants; nothing else reads the system clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Monotonic milliseconds, for durations. Not related to the time of day. */
export const monotonicMs = (): number => performance.now();
