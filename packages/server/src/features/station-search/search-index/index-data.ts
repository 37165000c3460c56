import type { LocationBody } from "../../stations/index.ts";
import type { PlugClass } from "./facets.ts";
import { createNumberTable, noNumbers, type NumberTableData } from "./number-table.ts";
import { orderOf } from "./order.ts";
import { emptyPool, sortedPool, type PoolData } from "./pooled-columns.ts";
import { ownText } from "./record.ts";
import type { HourKind, PlugKind } from "./render.ts";
import { slotColumns, type Slots } from "./slots.ts";
import { emptyVocabulary, type VocabularyData } from "./vocabulary.ts";

export const PLUG_COLUMNS = { plug: Uint32Array, kind: Uint32Array } as const;
export const WORD_COLUMNS = { word: Uint32Array } as const;
export const RECORD_COLUMNS = { bytes: Uint8Array } as const;
/** What a stretch of each pool is rounded up to. */
export const UNITS = { plugs: 2, words: 4, records: 16 } as const;

/** Who may see a location, if not everybody. */
export type Hidden = {
  body: Pick<LocationBody, "publish_allowed_to">;
  /** The change by which it became so. */
  since: number;
};

/** What an index consists of, without functions: it can be handed from one thread to another. Changes with its index. */
export type IndexData = {
  slots: Slots;
  /** Slots ever used. */
  size: number;
  /** How many there were. */
  changes: number;
  records: PoolData<typeof RECORD_COLUMNS>;
  plugs: PoolData<typeof PLUG_COLUMNS>;
  words: PoolData<typeof WORD_COLUMNS>;
  ids: NumberTableData;
  vocabulary: VocabularyData;
  pieces: string[];
  standards: string[];
  powerTypes: string[];
  plugClasses: PlugClass[];
  plugKinds: PlugKind[];
  hourKinds: HourKind[];
  owners: string[];
  regions: string[];
  hidden: Map<number, Hidden>;
  /** Versions of what was removed, so that old news does not bring it back. */
  gone: Map<string, number>;
};

export const emptyData = (): IndexData => ({
  slots: slotColumns(1024),
  size: 0,
  changes: 0,
  records: emptyPool(RECORD_COLUMNS, 1 << 16),
  plugs: emptyPool(PLUG_COLUMNS, 1024),
  words: emptyPool(WORD_COLUMNS, 1024),
  ids: noNumbers(),
  vocabulary: emptyVocabulary(),
  pieces: [],
  standards: [],
  powerTypes: ["AC_1_PHASE", "AC_2_PHASE", "AC_2_PHASE_SPLIT", "AC_3_PHASE", "DC"],
  plugClasses: [],
  plugKinds: [],
  hourKinds: [],
  owners: [],
  regions: [],
  hidden: new Map(),
  gone: new Map(),
});

/**
 * The same index with its slots in the order in which searches look at them, so that neighbours lie side by side in memory.
 */
export function sortedData(data: IndexData): IndexData {
  const { slots: from } = orderOf(data.slots, data.size);
  const lists = (kind: "plug" | "word" | "record") => {
    const starts = data.slots[`${kind}Start`];
    const counts = kind === "record" ? data.slots.recordLength : data.slots[`${kind}Count`];
    return { starts, counts, slots: from };
  };
  const records = sortedPool(RECORD_COLUMNS, UNITS.records, data.records, lists("record"));
  const plugs = sortedPool(PLUG_COLUMNS, UNITS.plugs, data.plugs, lists("plug"));
  const words = sortedPool(WORD_COLUMNS, UNITS.words, data.words, lists("word"));
  const slots = slotColumns(Math.ceil(from.length * 1.25) + 1024);
  for (const name of Object.keys(slots) as (keyof Slots)[]) {
    const before = data.slots[name];
    const after = slots[name];
    for (let nth = 0; nth < from.length; nth++) after[nth] = before[from[nth]!]!;
  }
  slots.recordStart.set(records.starts);
  slots.plugStart.set(plugs.starts);
  slots.wordStart.set(words.starts);
  const ids = noNumbers();
  const idOf = (slot: number) => ownText(records.data.columns.bytes, slots.recordStart[slot]!, 0);
  const numbers = createNumberTable(ids, { textOf: idOf, isText: (slot, id) => idOf(slot) === id });
  for (let slot = 0; slot < from.length; slot++) numbers.add(idOf(slot), slot);
  const hidden = new Map<number, Hidden>();
  from.forEach((old, slot) => {
    const one = data.hidden.get(old);
    if (one) hidden.set(slot, one);
  });
  return {
    ...data,
    slots,
    size: from.length,
    records: records.data,
    plugs: plugs.data,
    words: words.data,
    ids,
    hidden,
  };
}

/** The memory it can be handed over with instead of being copied. */
export function buffersOf(data: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(data)) return [data.buffer as ArrayBuffer];
  if (data === null || typeof data !== "object" || Array.isArray(data) || data instanceof Map)
    return [];
  return Object.values(data).flatMap(buffersOf);
}
