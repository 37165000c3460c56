import {
  placeNow,
  readIdSteps,
  readLocationsBetween,
  snapshotBelow,
  type Between,
  type Look,
  type Stored,
} from "../../stations/index.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { emptyData, type IndexData } from "./index-data.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";

/** `seen`: what is in it is all that was visible in that snapshot, and some of what came later. */
export type Loaded = { data: IndexData; seen: Look; faults: Fault[] };
/** A location that could not be indexed. */
export type Fault = { id: string; error: unknown };

/** Locations read at once. */
export const STEP = 200;
/** So many connections read: while rows of one are taken in, the database makes those of the others. */
export const LANES = 3;

/** About how many locations there are, and the ids between which they are read. */
export async function stepsOf(
  replicaReads: ReplicaReads,
): Promise<{ count: number; steps: string[] }> {
  const steps = await replicaReads((on) => readIdSteps(on, STEP));
  return { count: steps.length * STEP, steps };
}

/** Reads all locations and sorts them. */
export async function loadIndex(
  { db, replicaReads }: { db: Queryable; replicaReads: ReplicaReads },
  steps: readonly string[],
  now: Date,
): Promise<Loaded> {
  // First: whatever is read may be of another place already.
  const place = await placeNow(db);
  const index = createLocationIndex(emptyData((steps.length + 1) * STEP));
  const { snapshot, faults } = await readAll(replicaReads, index, steps, now);
  return { data: index.sorted(), seen: { snapshot, place }, faults };
}

/**
 * Reads all locations into an index, from one server or from several that are behind by different times, or fail halfway: the
 * one that was behind the most says what has been seen.
 */
export async function readAll(
  replicaReads: ReplicaReads,
  index: LocationIndex,
  steps: readonly string[],
  now: Date,
): Promise<{ snapshot: string; faults: Fault[] }> {
  const faults: Fault[] = [];
  let mark = Infinity;
  const take = (one: Stored) => void faults.push(...apply(index, [one], now));
  const onMark = (of: number) => (mark = Math.min(mark, of));
  // Where the standby fails halfway, the database hands all of them over again; each replaces itself.
  await inLanes(rangesOf(steps), (between) =>
    replicaReads((on) => readLocationsBetween(on, between, take, onMark)),
  );
  return { snapshot: snapshotBelow(mark), faults };
}

/** All ids, cut at every step. */
const rangesOf = (steps: readonly string[]): Between[] =>
  [...steps, null].map((upTo, nth) => ({ above: steps[nth - 1] ?? "", upTo }));

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < all.length) await work(all[next++]!);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Takes in what was read; of `asked`, what was not found is gone. */
export function apply(
  index: LocationIndex,
  stored: readonly Stored[],
  now: Date,
  asked: readonly string[] = [],
): Fault[] {
  const faults: Fault[] = [];
  const gone = new Set(asked);
  for (const { row, evses, version, isGone } of stored) {
    if (isGone) index.remove(row.id);
    else
      try {
        index.put(row, evses, version, now);
        gone.delete(row.id);
      } catch (error) {
        // One operator's slip must not hide everybody's stations.
        faults.push({ id: row.id, error });
        index.remove(row.id);
      }
  }
  for (const id of gone) index.remove(id);
  return faults;
}
