import {
  readChanged,
  readIdSteps,
  readLocations,
  type ChangedRow,
  type Look,
} from "../../stations/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import { apply, readAll, STEP, type Fault } from "./load-index.ts";
import type { LocationIndex } from "./location-index.ts";
import { setStatus } from "./set-status.ts";

/**
 * Keeps an index as the database is, by one rule: what is in it is all that was visible in one snapshot of PostgreSQL's. A
 * look takes in what was written by transactions that are visible now and were not then. So it does not matter in which
 * order they committed, how long they took, or what was said of them. Looks must not overlap.
 */
export function followChanges(
  deps: { db: Queryable; clock: Clock; onFaults(faults: readonly Fault[]): void },
  index: LocationIndex,
  first: Look,
): () => Promise<void> {
  const { db, clock, onFaults } = deps;
  let seen = first;

  /** Nothing but statuses is new: they are written into its record. */
  const takeStatus = ({ id, uid, version, is_status, status, since }: ChangedRow): boolean => {
    if (!is_status) return false;
    const slot = index.slotOf(id!);
    if (slot === undefined) return false;
    if (!setStatus(index, slot, { uid: uid!, status: status!, since: new Date(since!) }))
      return false;
    index.noteVersion(slot, version!);
    return true;
  };

  const read = async (ids: readonly string[]) => {
    for (let at = 0; at < ids.length; at += STEP) {
      const asked = ids.slice(at, at + STEP);
      onFaults(apply(index, await readLocations(db, asked), clock.now(), asked));
    }
  };

  /** Transactions are counted elsewhere: what is in the index may never have been there. */
  const readEverything = async (place: string) => {
    const { count } = index.changes;
    const steps = await readIdSteps(db, STEP);
    const { snapshot, faults } = await readAll((work) => work(db), index, steps, clock.now());
    onFaults(faults);
    for (let slot = 0; slot < index.size; slot++)
      if (index.slots.mask[slot] !== 0 && index.slots.changed[slot]! <= count)
        index.remove(index.idOf(slot));
    return { snapshot, place };
  };

  return async () => {
    const { changed, ...now } = await readChanged(db, seen.snapshot);
    if (now.place !== seen.place) {
      seen = await readEverything(now.place);
      return;
    }
    const ids = new Set<string>();
    const operators = new Set<string>();
    for (const row of changed)
      if (row.operator_id !== null) operators.add(row.operator_id);
      else if (!takeStatus(row)) ids.add(row.id!);
    if (operators.size > 0) for (const id of index.ofOperators(operators)) ids.add(id);
    await read([...ids]);
    seen = now;
  };
}
