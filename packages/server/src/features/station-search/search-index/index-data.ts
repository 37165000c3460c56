import type { LocationBody } from "../../stations/index.ts";
import type { PlugClass } from "./facets.ts";
import { noNumbers } from "./number-table.ts";
import { orderOf } from "./order.ts";
import { emptyPool, memoryFor, sortedPool } from "./pooled-columns.ts";
import type { HourKind, PlugKind } from "./render.ts";
import { PER_ROW, slotColumns, type Slots } from "./slots.ts";
import { emptyVocabulary } from "./vocabulary.ts";

/** Who may see a location, if not everybody. */
export type Hidden = {
  body: Pick<LocationBody, "publish_allowed_to">;
  /** The change by which it became so. */
  since: number;
};

/**
 * What an index consists of, without functions: it can be handed from one thread to another. Changes with its index. Has
 * room for so many locations as they usually are, and grows: memory that was never written to costs nothing.
 */
export const emptyData = (locations: number) => ({
  slots: slotColumns(locations + 1024),
  /** Slots ever used. */
  size: 0,
  /** How many there were. */
  changes: 0,
  records: emptyPool(new Uint8Array(memoryFor((locations + 256) * 384)), 16),
  /** As packed by facets.ts. */
  plugs: emptyPool(new Uint32Array(memoryFor((locations + 256) * 24)), 2),
  /** Numbers of the vocabulary, with a mark on those of the name. */
  words: emptyPool(new Uint32Array(memoryFor((locations + 256) * 96)), 4),
  ids: noNumbers(),
  vocabulary: emptyVocabulary(),
  pieces: [] as string[],
  standards: [] as string[],
  powerTypes: ["AC_1_PHASE", "AC_2_PHASE", "AC_2_PHASE_SPLIT", "AC_3_PHASE", "DC"],
  plugClasses: [] as PlugClass[],
  plugKinds: [] as PlugKind[],
  hourKinds: [] as HourKind[],
  owners: [] as string[],
  regions: [] as string[],
  hidden: new Map<number, Hidden>(),
});

export type IndexData = ReturnType<typeof emptyData>;

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
  const records = sortedPool(data.records, lists("record"));
  const plugs = sortedPool(data.plugs, lists("plug"));
  const words = sortedPool(data.words, lists("word"));
  const slots = slotColumns(Math.ceil(from.length * 1.25) + 1024);
  for (const name of Object.keys(slots) as (keyof Slots)[]) {
    const before = data.slots[name];
    const after = slots[name];
    const per = PER_ROW[name] ?? 1;
    for (let nth = 0; nth < from.length; nth++)
      for (let at = 0; at < per; at++) after[nth * per + at] = before[from[nth]! * per + at]!;
    before.buffer.transfer(0);
  }
  slots.recordStart.set(records.starts);
  slots.plugStart.set(plugs.starts);
  slots.wordStart.set(words.starts);
  const slotOf = new Uint32Array(data.size);
  from.forEach((old, slot) => {
    slotOf[old] = slot;
  });
  const { ids } = data;
  ids.places.forEach((one, at) => {
    if (one !== 0) ids.places[at] = slotOf[one - 1]! + 1;
  });
  const hidden = new Map<number, Hidden>();
  from.forEach((old, slot) => {
    const one = data.hidden.get(old);
    if (one) hidden.set(slot, one);
  });
  return {
    ...data,
    slots,
    size: from.length,
    records: records.pool,
    plugs: plugs.pool,
    words: words.pool,
    ids,
    hidden,
  };
}
