/** A number from 0 up to 1, to keep what happened together from coming back together. Never a secret. */
export const chance = (): number => Math.random();
