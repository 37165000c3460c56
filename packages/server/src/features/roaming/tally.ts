import type { Found } from "@voltmarg/ocpi";

/** What became of the objects of one module's list. */
export type Read = {
  module: string;
  /** How many the list named, and how many of them were taken. */
  listed: number;
  taken: number;
  /** Taken without some of their fields, and with another value in a field's place. */
  left_out: number;
  read_as: number;
  refused: number;
};

export type Tally = {
  note(found: Found): void;
  listed(module: string, objects: number): void;
  refused(module: string, objects: number): void;
  list(): Read[];
};

/** Counts objects, not their fields, over the pulls of one synchronisation. */
export function createTally(): Tally {
  const all = new Map<string, Read>();
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
  return {
    note: ({ module, findings }) => {
      const has = (wanted: string) => findings.some(({ outcome }) => outcome === wanted);
      if (has("REFUSED")) return;
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
    list: () => [...all.values()],
  };
}
