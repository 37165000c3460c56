import {
  readIdSteps,
  readLocations,
  readLocationsBetween,
  versionNow,
  versionsBetween,
  type Between,
  type Stored,
} from "../../stations/index.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { sortedData, type IndexData } from "./index-data.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { orderOf } from "./order.ts";

/** `version`: every change above it has still to be looked at. */
export type Loaded = { data: IndexData; version: number; faults: Fault[] };
/** A location that could not be indexed. */
export type Fault = { id: string; error: unknown };

/** Locations read at once. */
const STEP = 200;
/** So many times as many are compared at once. */
const COMPARED = 25;
/** While one batch is taken in, the database makes the next ones. */
const LANES = 2;

/** About how many locations there are, and the ids between which they are read. */
export async function stepsOf(late: ReplicaReads): Promise<{ count: number; steps: string[] }> {
  const steps = await late((on) => readIdSteps(on, STEP));
  return { count: steps.length * STEP, steps };
}

/** Reads all locations, `late` perhaps as they were a moment ago, and sorts them. */
export async function loadIndex(
  { db, late }: { db: Queryable; late: ReplicaReads },
  steps: readonly string[],
  now: Date,
): Promise<Loaded> {
  const version = await versionNow(db);
  const index = createLocationIndex();
  const faults: Fault[] = [];
  await inLanes(stretches(steps, 1), async (between) => {
    const stored = await late((on) => readLocationsBetween(on, between));
    faults.push(...apply(index, stored, now));
  });
  // What was read first may be some seconds old, and a transaction may have been under way: everything is compared once.
  await inLanes(stretches(steps, COMPARED), async (between) => {
    const changed = (await versionsBetween(db, between)).filter(
      (one) => index.versionOf(one.id) < one.version,
    );
    const asked = new Map(changed.map((one) => [one.id, one.version]));
    if (asked.size === 0) return;
    faults.push(...apply(index, await readLocations(db, [...asked.keys()]), now, asked));
  });
  const { latitude, longitude } = index.spatialOrder.positions();
  return { data: sortedData(index.data(), orderOf(latitude, longitude)), version, faults };
}

/** All ids, cut at every so manyth step. */
function stretches(steps: readonly string[], every: number): Between[] {
  const cuts = steps.filter((_, nth) => (nth + 1) % every === 0);
  return [...cuts, null].map((upTo, nth) => ({ above: cuts[nth - 1] ?? "", upTo }));
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < all.length) await work(all[next++]!);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Takes in what was read; of `asked`, by id and version, what was not found is gone. */
export function apply(
  index: LocationIndex,
  stored: readonly Stored[],
  now: Date,
  asked: ReadonlyMap<string, number> = new Map(),
): Fault[] {
  const faults: Fault[] = [];
  for (const { row, evses, version } of stored) {
    try {
      index.put(row, evses, version, now);
    } catch (error) {
      // One operator's slip must not hide everybody's stations.
      faults.push({ id: row.id, error });
      index.remove(row.id, version);
    }
  }
  const found = new Set(stored.map(({ row }) => row.id));
  for (const [id, version] of asked) if (!found.has(id)) index.remove(id, version);
  return faults;
}
