import { readLocations } from "../../stations/index.ts";
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
  let flushing: Promise<void> | null = null;

  const note = (id: string, version: number) =>
    void waiting.set(id, Math.max(version, waiting.get(id) ?? 0));

  const flush = async (index: LocationIndex, statuses: NewStatuses): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH);
      for (const [id] of batch) waiting.delete(id);
      // A lower version than the one it has may be missing as well: its transaction drew it earlier and committed later.
      const asked = batch.filter(([id, version]) => index.versionOf(id) !== version);
      if (asked.length === 0) continue;
      try {
        const ids = asked.map(([id]) => id);
        const found = await readLocations(db, ids);
        onFaults(apply(index, found, clock.now(), new Map(asked)));
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
    /** The location has to be read, unless this is the version it was read with. */
    note,
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
