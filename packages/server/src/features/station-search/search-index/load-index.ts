import {
  changesEnded,
  readIdSteps,
  readOperators,
  readLocations,
  readLocationsBetween,
  versionNow,
  versionsBetween,
  type Between,
  type OperatorNow,
  type Stored,
  type Summed,
  type Versions,
} from "../../stations/index.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import { emptyData } from "./index-data.ts";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { readSnapshot, writeSnapshot, type Snapshot } from "./snapshot.ts";

export type Loaded = Snapshot & { faults: Fault[]; fresh: Fresh };
/** Whether all of it was read from the database and has been written to the file, which takes a moment longer. */
export type Fresh = Promise<boolean>;
/** A location that could not be indexed. */
export type Fault = { id: string; error: unknown };

/** Locations read at once. */
const STEP = 200;
/** So many times as many are compared at once. */
const COMPARED = 25;
/** How long a load waits for transactions that began before it. After that, their changes are known only from signals. */
const PATIENCE_MS = 60_000;
/** The same with a file, which says up to which version it is complete: from there on, all is looked at again. */
const PATIENCE_WITH_FILE_MS = 2_000;
/** So many connections read: while rows of one are taken in, the database makes those of the others. */
export const LANES = 3;

/** About how many locations there are, and the ids between which they are read. */
export async function stepsOf(late: ReplicaReads): Promise<{ count: number; steps: string[] }> {
  const steps = await late((on) => readIdSteps(on, STEP));
  return { count: steps.length * STEP, steps };
}

/** Reads all locations and sorts them; with `file`, what it does not hold. */
export async function loadIndex(
  { db, late, logger }: { db: Queryable; late: ReplicaReads; logger: Logger },
  steps: readonly string[],
  now: Date,
  file: string | null,
): Promise<Loaded> {
  const version = await versionNow(db);
  const faults: Fault[] = [];
  const take = (...what: Parameters<typeof apply>) => {
    faults.push(...apply(...what));
  };
  const read =
    file === null
      ? null
      : await readSnapshot(db, file, now).catch((error: unknown) => {
          logger.info({ err: error }, "no snapshot of the search index is used");
          return null;
        });
  const kept = read && createLocationIndex(read.data);
  const room = (steps.length + 1) * STEP;
  // Reading most locations by their ids would take longer than reading all of them.
  const [before, index] =
    kept !== null && kept.size * 2 >= (steps.length - 1) * STEP
      ? [read, kept]
      : [null, createLocationIndex(emptyData(room))];
  // Of the database whose names are in what is read: who was renamed since is noticed later.
  const operators = await (before ? readOperators(db) : late(readOperators));
  // If so, what is read from here on has every change up to `version`.
  const isCurrent = await changesEnded(db);
  const isKnown = !before && isCurrent && !late.isLate;
  /** For each slot: the sum of the versions of the location and its EVSEs as read. */
  const sums = new Float64Array(isKnown || before ? 0 : room);
  const takeOne = (one: Summed) => {
    take(index, [one], now);
    const slot = isKnown ? undefined : index.slotOf(one.row.id);
    if (slot !== undefined) sums[slot] = one.sum;
  };
  if (before) {
    const known = new Map(before.operators.map((each) => [each.id, each]));
    for (const slot of slotsOfRenamed(index, known, operators)) index.slots.version[slot] = -1;
  } else {
    // Where the standby fails halfway, the database hands all of them over again; each replaces itself.
    await inLanes(stretches(steps, 1), (between) =>
      late((on) => readLocationsBetween(on, between, takeOne)),
    );
  }
  let differs: boolean | undefined;
  let haveEnded = isCurrent;
  if (!isKnown) {
    haveEnded ||= await changesEnded(db, before ? PATIENCE_WITH_FILE_MS : PATIENCE_MS);
    if (!haveEnded)
      logger.warn({}, "a transaction that changes stations outlasts the load of the search index");
    const isOther = (theirs: Versions, slot: number | undefined) =>
      before ? theirs.version > before.version : slot !== undefined && sums[slot] !== theirs.sum;
    differs = await compareVersions(db, index, steps, isOther, (stored, asked) =>
      take(index, stored, now, asked),
    );
  }
  const readAt = before?.readAt ?? now;
  const completeUpTo = before && !haveEnded ? before.version : version;
  const loaded = { operators, readAt, version: completeUpTo, faults };
  if (before && !differs) return { ...loaded, data: index.data, fresh: Promise.resolve(false) };
  const data = index.sorted();
  const made = { data, operators, readAt, version: completeUpTo };
  const written = file === null ? Promise.resolve(false) : keep(db, file, made, logger);
  return { ...loaded, data, fresh: before ? written.then(no) : written };
}

const no = () => false;

/** Says whether it succeeded. A function of its own, so that it does not keep the rest of the load in memory. */
async function keep(db: Queryable, path: string, made: Snapshot, logger: Logger): Promise<boolean> {
  try {
    await writeSnapshot(db, path, made);
    return true;
  } catch (error) {
    logger.warn({ err: error }, "the search index could not be written to its file");
    return false;
  }
}

/**
 * Takes in what differs from the database, by the versions of all locations; says whether something did. `isOther` decides
 * for locations whose highest version is not above the index's.
 */
async function compareVersions(
  db: Queryable,
  index: LocationIndex,
  steps: readonly string[],
  isOther: (theirs: Versions, slot: number | undefined) => boolean,
  take: (stored: readonly Stored[], asked: ReadonlyMap<string, number>) => void,
): Promise<boolean> {
  const { size } = index;
  const seen = new Uint8Array(size);
  let differs = false;
  await inLanes(stretches(steps, COMPARED), async (between) => {
    const changed: [string, number][] = [];
    await versionsBetween(db, between, (theirs) => {
      const { id, version, shown } = theirs;
      const slot = index.slotOf(id);
      if (slot !== undefined) seen[slot] = 1;
      else if (!shown) return;
      if (index.versionAt(id, slot) < version || isOther(theirs, slot)) changed.push([id, version]);
    });
    differs ||= changed.length > 0;
    for (let at = 0; at < changed.length; at += STEP) {
      const asked = new Map(changed.slice(at, at + STEP));
      take(await readLocations(db, [...asked.keys()]), asked);
      // What is new or has moved may have taken a vacant slot.
      for (const id of asked.keys()) {
        const slot = index.slotOf(id);
        if (slot !== undefined && slot < size) seen[slot] = 1;
      }
    }
  });
  for (let slot = 0; slot < size; slot++) {
    if (seen[slot] === 1 || index.slots.mask[slot] === 0) continue;
    index.remove(index.idOf(slot), index.slots.version[slot]!);
    differs = true;
  }
  return differs;
}

/** Locations of operators that are new or called otherwise now; no version tells of it. */
export function slotsOfRenamed(
  { owners, slots, size }: LocationIndex,
  before: ReadonlyMap<string, OperatorNow>,
  operators: readonly OperatorNow[],
): number[] {
  const renamed = new Set(
    operators
      .filter(({ id, name, phone }) => {
        const old = before.get(id);
        return !old || old.name !== name || old.phone !== phone;
      })
      .map(({ id }) => id),
  );
  const isOwner = owners.list.map((key) => renamed.has(key.split("\n")[0]!));
  const found: number[] = [];
  for (let slot = 0; renamed.size > 0 && slot < size; slot++)
    if (slots.mask[slot] !== 0 && isOwner[slots.owner[slot]!]) found.push(slot);
  return found;
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
  for (const { row, evses, version, isGone } of stored) {
    if (isGone) {
      index.remove(row.id, version);
      continue;
    }
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
