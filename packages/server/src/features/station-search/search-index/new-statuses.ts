import type { ChangedRow, NewStatus, Stored } from "../../stations/index.ts";
import type { LocationIndex } from "./location-index.ts";
import { chanceOf } from "./names.ts";
import { setStatus } from "./set-status.ts";

/**
 * Statuses that came with a signal, since their locations were last read. The version of a location in the index stays
 * that of its last reading: a status above it is newer than what was read. A status is a fact about one row, whose versions
 * only grow; so neither order nor loss of signals makes an older one win.
 */
export function createNewStatuses(index: LocationIndex) {
  const byLocation = new Map<string, Map<string, NewStatus>>();
  const show = (status: NewStatus): boolean => {
    const slot = index.slotOf(status.id);
    return slot !== undefined && setStatus(index, slot, status);
  };
  /** By it a list is another one than before, and the same one as in another replica. */
  const mark = (id: string): void => {
    const slot = index.slotOf(id);
    if (slot === undefined) return;
    let all = 0;
    for (const { version } of byLocation.get(id)?.values() ?? []) all ^= chanceOf(`${version}`);
    index.slots.statuses[slot] = all;
  };

  return {
    /** True: it is in the index, or a newer one of the same EVSE. False: its location has to be read. */
    add: (status: NewStatus): boolean => {
      const { id, uid, version } = status;
      const ofLocation = byLocation.get(id);
      const before = ofLocation?.get(uid);
      if (before && before.version >= version) return true;
      // What was read may hold it already, and something newer of the same EVSE.
      if (version <= index.versionOf(id) || !show(status)) return false;
      if (ofLocation) ofLocation.set(uid, status);
      else byLocation.set(id, new Map([[uid, status]]));
      mark(id);
      return true;
    },

    /** Whether the change with this version is in the index. */
    hasVersion: (id: string, version: number): boolean => {
      for (const status of byLocation.get(id)?.values() ?? [])
        if (status.version === version) return true;
      return false;
    },

    /** Whether this row is in the index as it is now. */
    has: ({ id, uid, version }: ChangedRow): boolean =>
      uid !== null && byLocation.get(id)?.get(uid)?.version === version,

    /**
     * Call when locations were read and put into the index, of `asked` some perhaps not found, before anything is awaited:
     * what was read may be older than a status that had come. Returns what has to be read again.
     */
    afterRead: (stored: readonly Stored[], asked: Iterable<string>) => {
      const again: { id: string; version: number }[] = [];
      const found = new Map(stored.map(({ row, evses }) => [row.id, evses]));
      for (const id of asked) {
        const ofLocation = byLocation.get(id);
        if (!ofLocation) continue;
        for (const status of ofLocation.values()) {
          const read = found.get(id)?.find(({ uid }) => uid === status.uid);
          const isOlder = read !== undefined && read.version < status.version;
          if (isOlder && show(status)) continue;
          ofLocation.delete(status.uid);
          if (isOlder) again.push({ id, version: status.version });
        }
        if (ofLocation.size === 0) byLocation.delete(id);
        mark(id);
      }
      return again;
    },

    /** Forgets statuses up to this version, when everything up to it was compared and no transaction is left of it. */
    forget: (upTo: number): void => {
      for (const [id, ofLocation] of byLocation) {
        const slot = index.slotOf(id);
        for (const { uid, version } of ofLocation.values()) {
          if (version > upTo) continue;
          ofLocation.delete(uid);
          // A signal that comes twice must not bring it back.
          if (slot !== undefined)
            index.slots.version[slot] = Math.max(index.slots.version[slot]!, version);
        }
        if (ofLocation.size === 0) byLocation.delete(id);
        mark(id);
      }
    },
  };
}

export type NewStatuses = ReturnType<typeof createNewStatuses>;
