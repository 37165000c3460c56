import { newSecret } from "../../../platform/ids.ts";

const MOST = 4096;

/**
 * The changes of one index, counted in `data` as they are taken in: by them it is known what is new since a list was made.
 */
export function createChanges(data: { changes: number }) {
  /** Below this, who left is forgotten. */
  let forgotten = data.changes;
  let log: { at: number; id: string; secret: boolean }[] = [];
  return {
    /** Of this index and no other replica's. */
    name: newSecret().slice(0, 8),
    /** How many there were. */
    get count() {
      return data.changes;
    },
    /** The number of one more. */
    next: () => ++data.changes,
    /** A location left its place. `secret`: not everybody may know that it was there. */
    left: (id: string, secret: boolean): void => {
      log.push({ at: ++data.changes, id, secret });
      if (log.length <= MOST) return;
      log = log.slice(MOST / 2);
      forgotten = log[0]!.at - 1;
    },
    /** Who left after so many changes; null: that is not known any more, or not for everybody. */
    leftSince: (since: number): readonly string[] | null => {
      if (since < forgotten || since > data.changes) return null;
      const gone = log.filter(({ at }) => at > since);
      return gone.some(({ secret }) => secret) ? null : gone.map(({ id }) => id);
    },
  };
}
