import type { QueryKey } from "@tanstack/react-query";

/** A key that the app does not have; the app's own are in `src/api/keys.ts`, and no other array compiles as a key there. */
export const testKey = (...parts: unknown[]): QueryKey => parts as unknown as QueryKey;
