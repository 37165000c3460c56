/**
 * One column per fact of a location, one row ("slot") per location. A slot keeps its number; a location that moves gets a
 * new one. Typed arrays: a search reads a few of them in order and nothing else.
 */
const KINDS = {
  /** Position on the unit sphere, x, y and z side by side: distances compare without trigonometry. */
  points: Float64Array,
  latitude: Float64Array,
  longitude: Float64Array,
  /** What some plug of it has, as bits; 0: nobody is here. See facets.ts. */
  mask: Uint32Array,
  /** What kinds of plugs of it are free, as bits. */
  ready: Uint32Array,
  /** The number of its cell in the order, counted from 1; 0: none, it came later. */
  cell: Uint32Array,
  /** Number of its operator and party. */
  owner: Uint16Array,
  /** The highest of its rows, nearly always: another one after each change, mostly the same in all replicas. */
  version: Float64Array,
  /** When it was last taken in, counted by the index's changes. */
  changed: Float64Array,
  lastUpdated: Float64Array,
  /** By chance, the same for ever: a thinned map shows the lowest. */
  rank: Uint32Array,
  plugStart: Uint32Array,
  plugCount: Uint16Array,
  wordStart: Uint32Array,
  wordCount: Uint16Array,
  /** Its JSON as record.ts keeps it. */
  recordStart: Uint32Array,
  recordLength: Uint32Array,
  /** The bytes that becomes at most, without what depends on the driver. */
  jsonLength: Uint32Array,
  total: Uint16Array,
  free: Uint16Array,
  /** State by its EVSEs alone, and power class: numbers of state-names.ts. */
  state: Uint8Array,
  power: Uint8Array,
  /** What charges say of it, see proof.ts: the last one in ms (0: none) and kW, starts of 30 days. */
  chargedAt: Float64Array,
  chargedKw: Int32Array,
  worked: Int32Array,
  failed: Int32Array,
  isProofRead: Uint8Array,
  /** Number of its opening hours and of its state or province. */
  hours: Uint32Array,
  region: Uint16Array,
} as const;

export type Slots = { [N in keyof typeof KINDS]: InstanceType<(typeof KINDS)[N]> };
export type Column = Slots[keyof Slots];

/** Entries of a row in a column, where it is not one. */
export const PER_ROW: Record<string, number> = { points: 3 };

/** Columns with room for `size` rows; the rows there were keep their values. */
export const slotColumns = (size: number, before?: Slots): Slots =>
  Object.fromEntries(
    Object.entries(KINDS).map(([name, Kind]) => {
      const column = new Kind(size * (PER_ROW[name] ?? 1));
      if (before) column.set(before[name as keyof Slots]);
      return [name, column];
    }),
  ) as Slots;
