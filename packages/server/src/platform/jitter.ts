/** A random number from 0 to 1, to spread retries over time. Not for secrets. */
export const randomFraction = (): number => Math.random();
