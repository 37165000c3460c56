import type { Found } from "@voltmarg/ocpi";
import { keyOf, kindOf, MOST_KINDS } from "./findings.ts";
import { WORST_FIRST, type Kind } from "./findings.store.ts";

/** Counts of the objects in one module's list, by what happened to them. */
export type Read = {
  module: string;
  /** How many objects the list had, and how many of them were stored. */
  listed: number;
  taken: number;
  /** Stored without some of their fields, or with another value for a field. */
  left_out: number;
  read_as: number;
  refused: number;
};
/** A kind of finding, the number of objects that have it, and one of them. */
export type Reason = Kind & { objects: number; object: string };
export type TallySummary = { read: Read[]; kinds: number; reasons: Reason[] };

export type Tally = {
  note(found: Found): void;
  listed(module: string, objects: number): void;
  refused(module: string, objects: number): void;
  /** With the first five reasons. */
  summary(): TallySummary;
};

const REASONS = 5;

/** Counts objects, not fields, over the pulls of one synchronisation. */
export function createTally(): Tally {
  const all = new Map<string, Read>();
  const kinds = new Map<string, Reason>();
  const of = (module: string) => {
    const known = all.get(module) ?? {
      module,
      listed: 0,
      taken: 0,
      left_out: 0,
      read_as: 0,
      refused: 0,
    };
    all.set(module, known);
    return known;
  };
  const count = (module: string, { object, findings }: Found) => {
    const own = new Map(findings.map((each) => kindOf(module, each)).map((k) => [keyOf(k), k]));
    for (const [key, kind] of own) {
      const known = kinds.get(key);
      if (known) known.objects++;
      else if (kinds.size < MOST_KINDS) kinds.set(key, { ...kind, objects: 1, object });
    }
  };
  return {
    note: (found) => {
      const { module, findings } = found;
      count(module, found);
      const has = (wanted: string) => findings.some(({ outcome }) => outcome === wanted);
      if (has("LEFT_OUT")) of(module).left_out++;
      if (has("READ_AS")) of(module).read_as++;
    },
    listed: (module, objects) => {
      of(module).listed += objects;
      of(module).taken += objects;
    },
    refused: (module, objects) => {
      of(module).refused += objects;
      of(module).taken -= objects;
    },
    summary: () => ({
      read: [...all.values()],
      kinds: kinds.size,
      reasons: [...kinds.values()]
        .toSorted(
          (a, b) =>
            WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome) ||
            b.objects - a.objects,
        )
        .slice(0, REASONS),
    }),
  };
}
