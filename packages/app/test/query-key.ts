import type { Key } from "../src/api/queries/keys.ts";

/** A key that the app does not have. Its own are in `keys.ts`; no other array compiles as a key. */
export const testKey = (...parts: unknown[]): Key => parts as unknown as Key;
