import {
  proofsChanged,
  proofSince,
  readAllProofs,
  readStationProofs,
} from "../../stations/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import type { LocationIndex } from "./location-index.ts";
import { fillProof, NO_PROOF } from "./proof.ts";

/** When the figures of more locations changed, all are read. */
const MOST_READ = 5_000;
/** Looked at again: no transaction takes that long. */
const SLACK_MS = 120_000;

/**
 * Keeps the figures of charges in step with the database. They are numbers beside a location's record and no change of
 * the location: a charge moves no version, sends no signal and renders nothing. Each call costs one look at two indexes
 * by the time of change, and one read when something changed; all is read at the start and when another day leaves the 30
 * that count.
 */
export function followProofs(db: Queryable, clock: Clock): (index: LocationIndex) => Promise<void> {
  /** Null: all is to be read. */
  let since: string | null = null;
  let mark = new Date(0);

  const readAll = async (index: LocationIndex, day: string) => {
    const { size } = index;
    index.slots.isProofRead.fill(1, 0, size);
    const seen = new Uint8Array(size);
    await readAllProofs(db, day, (row) => {
      const slot = index.slotOf(row.location_id);
      if (slot === undefined) return;
      fillProof(index.slots, slot, row);
      seen[slot] = 1;
    });
    // Not those that came to a slot meanwhile.
    for (let slot = 0; slot < size; slot++)
      if (seen[slot] === 0 && index.slots.isProofRead[slot] === 1)
        fillProof(index.slots, slot, NO_PROOF);
  };

  const readSome = async (index: LocationIndex, ids: readonly string[], day: string) => {
    const found = await readStationProofs(db, ids, day);
    const byId = new Map(found.map((row) => [row.location_id, row]));
    for (const id of ids) {
      const slot = index.slotOf(id);
      if (slot !== undefined) fillProof(index.slots, slot, byId.get(id) ?? NO_PROOF);
    }
  };

  return async (index) => {
    const day = proofSince(clock.now());
    const isSameDay = since === day;
    since = null;
    const { ids: changed, now } = await proofsChanged(db, isSameDay ? mark : null);
    const ids = isSameDay ? [...new Set([...changed, ...newcomers(index)])] : [];
    if (!isSameDay || ids.length > MOST_READ) await readAll(index, day);
    else if (ids.length > 0) await readSome(index, ids, day);
    mark = new Date(now.getTime() - SLACK_MS);
    since = day;
  };
}

function newcomers({ slots, size, idOf }: LocationIndex): string[] {
  const found: string[] = [];
  for (let slot = 0; slot < size; slot++)
    if (slots.isProofRead[slot] === 0 && slots.mask[slot] !== 0) found.push(idOf(slot));
  return found;
}
