import { readLocations, type ChangedRow } from "../../stations/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import { apply, type Fault } from "./load-index.ts";
import type { LocationIndex } from "./location-index.ts";
import { createNewStatuses, type NewStatuses } from "./new-statuses.ts";

const BATCH = 200;

/** Brings an index up to date with single changes: statuses that came with a signal, and locations that have to be read. */
export function createCatchUp(deps: {
  db: Queryable;
  clock: Clock;
  onFaults(faults: readonly Fault[]): void;
  /** After locations were read into the index. */
  onRead(index: LocationIndex): void;
}) {
  const { db, clock, onFaults, onRead } = deps;
  let state: { index: LocationIndex; statuses: NewStatuses } | null = null;
  const waiting = new Map<string, number>();
  /**
   * Versions of the rows that were read. The highest version of a location is not enough: one transaction draws 5, another
   * one draws 6 and commits first; after 6 was read, 5 is still missing.
   */
  const known = new Set<number>();
  let completeUpTo = 0;
  let flushing: Promise<void> | null = null;

  const note = (id: string, version: number) =>
    void waiting.set(id, Math.max(version, waiting.get(id) ?? 0));

  const remember = (rows: readonly { version: number }[]) => {
    for (const { version } of rows) if (version > completeUpTo) known.add(version);
  };

  const flush = async (index: LocationIndex, statuses: NewStatuses): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH);
      for (const [id] of batch) waiting.delete(id);
      try {
        const ids = batch.map(([id]) => id);
        const found = await readLocations(db, ids);
        onFaults(apply(index, found, clock.now(), new Map(batch)));
        for (const { row, evses } of found) remember([row, ...evses]);
        for (const { id, version } of statuses.afterRead(found, ids)) note(id, version);
      } catch (error) {
        for (const [id, version] of batch) note(id, version);
        throw error;
      }
      onRead(index);
    }
  };

  return {
    /** Until then changes only wait. */
    begin: (index: LocationIndex): void => {
      state = { index, statuses: createNewStatuses(index) };
    },
    /** From then on changes only wait. */
    end: (): void => {
      state = null;
    },
    /** The location has to be read. */
    note,
    /** The location of this row has to be read, unless the index has this version of the row. */
    noteRow: (row: ChangedRow): void => {
      if (!known.has(row.version) && !state?.statuses.has(row)) note(row.id, row.version);
    },
    /** Whether a row of this version is in the index. */
    has: (id: string, version: number): boolean =>
      known.has(version) || Boolean(state?.statuses.hasVersion(id, version)),
    /**
     * Call when these rows are in the index, and every change up to a version. Those up to it need not be remembered: nothing
     * asks for them any more.
     */
    onComplete: (rows: readonly ChangedRow[], upTo: number): void => {
      completeUpTo = upTo;
      remember(rows);
      for (const version of known) if (version <= upTo) known.delete(version);
      state?.statuses.forget(upTo);
    },
    get statuses() {
      return state?.statuses;
    },
    /** Reads what was noted. */
    settle: (): Promise<void> => {
      if (!state) return Promise.resolve();
      flushing ??= flush(state.index, state.statuses).finally(() => {
        flushing = null;
      });
      return flushing;
    },
    get isBehind() {
      return waiting.size > 0 || flushing !== null;
    },
  };
}
