import type { QueryKey } from "@tanstack/react-query";

/** A key that the app does not have. Its own are in `src/api/queries/keys.ts`; no other array compiles as a key. */
export const testKey = (...parts: unknown[]): QueryKey => parts as unknown as QueryKey;
