import type { PlugTest } from "./facets.ts";

/** What a location must be, besides near. */
export type Filter = {
  plugs: PlugTest;
  /** By owner number, 1: asked for; null: all are. */
  owners: Uint8Array | null;
  /** true: only what everybody sees; false: only what not everybody sees. */
  publish: boolean | null;
  /** Whether the driver may see a location that not everybody sees. */
  sees(slot: number): boolean;
  /** By owner number, 1: has been silent for so long that its statuses are not known. */
  silent: Uint8Array;
  /** What else a location must be; asked of those only that pass everything before. */
  also?: ((slot: number) => boolean) | null;
};

/** A bit for each owner number modulo 32 that is marked; all of them: no matter who. */
export function ownerBits(marked: Uint8Array | null): number {
  if (marked === null) return -1;
  let bits = 0;
  for (let owner = 0; owner < marked.length; owner++) if (marked[owner] === 1) bits |= 1 << owner;
  return bits;
}
