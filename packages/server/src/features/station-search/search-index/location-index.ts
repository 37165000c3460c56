import { partyKey, type IndexedEvse, type IndexedLocation } from "../../stations/index.ts";
import { codesOf, TEXTS } from "../location-words.ts";
import { createChanges } from "./changes.ts";
import { createPlugNames, HERE, HIDDEN, masksOf } from "./facets.ts";
import { onSphere } from "./great-circle.ts";
import { emptyData, sortedData, type IndexData } from "./index-data.ts";
import { chanceOf, createNames } from "./names.ts";
import { createNumberTable } from "./number-table.ts";
import { forgetProof } from "./proof.ts";
import { createPieces } from "./pieces.ts";
import { addTo, giveBack, withRoom } from "./pooled-columns.ts";
import { isId, ownText } from "./record.ts";
import { createRenderer, type Rendered } from "./render.ts";
import { slotColumns } from "./slots.ts";
import { createSpatialOrder } from "./spatial-order.ts";
import { fillStates, POWERS } from "./state-names.ts";
import { createVocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

export type LocationIndex = ReturnType<typeof createLocationIndex>;

/** Words of other texts are remembered, for so many texts. */
const RARE: ReadonlySet<string> = new Set(["address", "postal_code"]);
const MOST_COMMON = 5_000;
/** Added to a version. */
const LATER = 2 ** -10;
/** Set in a word of the name. */
export const IN_NAME = 0x8000_0000;

/** Everything a search looks at, in memory. Changed in place; a search does not await, so it sees one state of it. */
export function createLocationIndex(data: IndexData = emptyData(0)) {
  const { hidden, plugKinds, hourKinds } = data;
  const text = (slot: number, nth: 0 | 1): string =>
    ownText(data.records.column, data.slots.recordStart[slot]!, nth);
  const idOf = (slot: number) => text(slot, 0);
  const ids = createNumberTable(data.ids, (slot, id) =>
    isId(data.records.column, data.slots.recordStart[slot]!, id),
  );
  const pieces = createPieces(data.pieces);
  const plugNames = createPlugNames(data);
  const render = createRenderer({ pieces, plugNames, plugKinds, hourKinds });
  const spatialOrder = createSpatialOrder(data);
  const changes = createChanges(data);
  /** `ownerKey`, by owner number. */
  const owners = createNames(65_535, data.owners);
  const regions = createNames(65_535, data.regions);
  const vocabulary = createVocabulary(data.vocabulary);

  /** Another one than before, though a change with a lower version came after one with a higher. */
  const noteVersion = (slot: number, version: number): void => {
    const before = data.slots.version[slot]!;
    data.slots.version[slot] = version > before ? version : before + LATER;
  };

  const hasMoved = (slot: number, { latitude, longitude }: IndexedLocation) =>
    data.slots.latitude[slot] !== latitude || data.slots.longitude[slot] !== longitude;

  const occupy = (): number => {
    const slot = spatialOrder.take();
    const room = data.slots.mask.length;
    if (slot >= room) data.slots = slotColumns(room * 2, data.slots);
    return slot;
  };

  const clear = (slot: number) => {
    const { slots, plugs, words, records } = data;
    giveBack(plugs, slots.plugStart[slot]!, slots.plugCount[slot]!);
    giveBack(words, slots.wordStart[slot]!, slots.wordCount[slot]!);
    giveBack(records, slots.recordStart[slot]!, slots.recordLength[slot]!);
    hidden.delete(slot);
  };

  const vacate = (slot: number) => {
    const id = idOf(slot);
    changes.left(id, hidden.has(slot));
    ids.remove(id);
    clear(slot);
    data.slots.mask[slot] = 0;
    data.slots.version[slot] = 0;
    spatialOrder.leave(slot);
  };

  const fill = (
    slot: number,
    row: IndexedLocation,
    evses: readonly IndexedEvse[],
    version: number,
    made: Rendered,
  ) => {
    const { slots } = data;
    const { x, y, z } = onSphere(row.latitude, row.longitude);
    slots.points[3 * slot] = x;
    slots.points[3 * slot + 1] = y;
    slots.points[3 * slot + 2] = z;
    slots.latitude[slot] = row.latitude;
    slots.longitude[slot] = row.longitude;
    slots.owner[slot] = owners.numberOf(ownerKey(row));
    slots.region[slot] = regions.numberOf(row.state ?? "");
    noteVersion(slot, version);
    slots.lastUpdated[slot] = row.last_updated.getTime();
    slots.changed[slot] = changes.next();
    slots.rank[slot] = chanceOf(row.id);
    slots.recordStart[slot] = addTo(data.records, made.bytes);
    slots.recordLength[slot] = made.bytes.length;
    slots.jsonLength[slot] = made.length;
    slots.plugStart[slot] = addTo(data.plugs, made.plugs);
    slots.plugCount[slot] = made.plugs.length;
    slots.hours[slot] = made.hours;
    slots.power[slot] = POWERS.indexOf(made.power);
    fillStates(slots, slot, made.states);
    const { all, free } = masksOf(made.plugs, plugNames);
    slots.mask[slot] = (HERE | (row.publish ? 0 : HIDDEN) | all) >>> 0;
    slots.ready[slot] = free;
    fillWords(slot, row, evses);
    spatialOrder.changed(slot);
  };

  const numbersIn = (words: string) => wordsOf(words).map(vocabulary.numberOf);
  /** Of names that many locations have: of their city, their operator. */
  const common = new Map<string, number[]>();
  const numbersOfCommon = (name: string) => {
    const known = common.get(name);
    if (known) return known;
    if (common.size === MOST_COMMON) common.clear();
    const numbers = numbersIn(name);
    common.set(name, numbers);
    return numbers;
  };

  /** The words of a location while they are collected. */
  let list = new Uint32Array(256);
  const fillWords = (slot: number, row: IndexedLocation, evses: readonly IndexedEvse[]) => {
    const { slots } = data;
    let count = 0;
    const has = (word: number) => {
      for (let at = 0; at < count; at++) if ((list[at]! & ~IN_NAME) === word) return true;
      return false;
    };
    const add = (words: readonly number[], mark: number) => {
      for (const word of words) {
        if (has(word)) continue;
        list = withRoom(list, count + 1);
        list[count++] = word | mark;
      }
    };
    add(numbersIn(row.name), IN_NAME);
    for (const one of TEXTS)
      add(RARE.has(one) ? numbersIn(row[one] ?? "") : numbersOfCommon(row[one] ?? ""), 0);
    add(codesOf(evses).map(vocabulary.numberOf), 0);
    slots.wordStart[slot] = addTo(data.words, list.subarray(0, count));
    slots.wordCount[slot] = count;
  };

  return {
    /** What it consists of. */
    data,
    get slots() {
      return data.slots;
    },
    /** Slots ever used. */
    get size() {
      return data.size;
    },
    /** Locations in it. */
    get count() {
      return data.ids.size;
    },
    spatialOrder,
    changes,
    pieces,
    plugNames,
    plugKinds,
    hourKinds,
    owners,
    regions,
    vocabulary,
    hidden,
    idOf,
    nameOf: (slot: number) => text(slot, 1),
    slotOf: (id: string) => ids.find(id),
    noteVersion,
    /** The ids of all locations of these operators. */
    ofOperators: (operators: ReadonlySet<string>): string[] => {
      const isOwner = owners.list.map((key) => operators.has(key.split("\n")[0]!));
      const { mask, owner } = data.slots;
      const found: string[] = [];
      for (let slot = 0; slot < data.size; slot++)
        if (mask[slot] !== 0 && isOwner[owner[slot]!]) found.push(idOf(slot));
      return found;
    },
    /** Takes a location in, or what is new of it. */
    put: (
      row: IndexedLocation,
      evses: readonly IndexedEvse[],
      version: number,
      now: Date,
    ): void => {
      let slot = ids.find(row.id);
      // First, as it may throw: until it is done the location stays what it was.
      const made = render(row, evses, now);
      const known = slot === undefined ? undefined : hidden.get(slot);
      if (slot !== undefined && hasMoved(slot, row)) {
        vacate(slot);
        slot = undefined;
      }
      const isNew = slot === undefined;
      if (slot === undefined) slot = occupy();
      else clear(slot);
      fill(slot, row, evses, version, made);
      if (isNew) {
        ids.add(row.id, slot);
        forgetProof(data.slots, slot);
      }
      if (row.publish) return;
      const publish_allowed_to = row.publish_allowed_to ?? undefined;
      const listed = JSON.stringify(publish_allowed_to);
      const same = known && JSON.stringify(known.body.publish_allowed_to) === listed;
      const since = same ? known.since : data.slots.changed[slot]!;
      hidden.set(slot, { body: { publish_allowed_to }, since });
    },
    /** Takes a location out that is not in the database any more. */
    remove: (id: string): void => {
      const slot = ids.find(id);
      if (slot !== undefined) vacate(slot);
    },
    /** Its data in the order of searches. The index is of no use afterwards: its memory is taken. */
    sorted: () => sortedData(data),
  };
}

/** Our operator's id, OCPI's id of the party, and the party with its country. */
const ownerKey = (row: Pick<IndexedLocation, "operator_id" | "country_code" | "party_id">) =>
  `${row.operator_id}\n${row.party_id}\n${partyKey(row)}`;
