import {
  changedSince,
  readIdSteps,
  readLocations,
  readLocationsBetween,
  versionNow,
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
  let next = 0;
  const lane = async () => {
    while (next <= steps.length) {
      const above = steps[next - 1] ?? "";
      const upTo = steps[next++] ?? null;
      faults.push(...apply(index, await late((on) => readLocationsBetween(on, above, upTo)), now));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // What was read first may be some seconds old, and a transaction may have been under way: everything is compared once.
  const changed = (await changedSince(db, 0)).filter(
    (one) => index.versionOf(one.id) < one.version,
  );
  for (let at = 0; at < changed.length; at += STEP) {
    const asked = new Map(changed.slice(at, at + STEP).map((one) => [one.id, one.version]));
    faults.push(...apply(index, await readLocations(db, [...asked.keys()]), now, asked));
  }
  const { latitude, longitude } = index.spatialOrder.positions();
  return { data: sortedData(index.data(), orderOf(latitude, longitude)), version, faults };
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
