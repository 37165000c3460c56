import { newSecret } from "../../../platform/ids.ts";

/** The changes of one index, counted as they are taken in: by them it is known what is new since a list was made. */
export type Changes = {
  /** Of this index and no other replica's. */
  readonly name: string;
  /** How many there were. */
  readonly count: number;
  /** The number of one more. */
  next(): number;
  /** A location left its place. `secret`: not everybody may know that it was there. */
  left(id: string, secret: boolean): void;
  /** Who left after so many changes; null: that is not known any more, or not for everybody. */
  leftSince(count: number): readonly string[] | null;
};

const MOST = 4096;

/** Counts them in `data`. */
export function createChanges(data: { changes: number }): Changes {
  /** Below this, who left is forgotten. */
  let forgotten = data.changes;
  let log: { at: number; id: string; secret: boolean }[] = [];
  return {
    name: newSecret().slice(0, 8),
    get count() {
      return data.changes;
    },
    next: () => ++data.changes,
    left: (id, secret) => {
      log.push({ at: ++data.changes, id, secret });
      if (log.length <= MOST) return;
      log = log.slice(MOST / 2);
      forgotten = log[0]!.at - 1;
    },
    leftSince: (since) => {
      if (since < forgotten || since > data.changes) return null;
      const gone = log.filter(({ at }) => at > since);
      return gone.some(({ secret }) => secret) ? null : gone.map(({ id }) => id);
    },
  };
}
