import type { IndexedEvse, IndexedLocation } from "../../stations/index.ts";
import { locationWords } from "../location-words.ts";
import { createChanges, type Changes } from "./changes.ts";
import { createPlugNames, HERE, HIDDEN, masksOf } from "./facets.ts";
import type { PlugNames } from "./facets.ts";
import { onSphere } from "./great-circle.ts";
import { emptyData, sortedData, type Hidden, type IndexData } from "./index-data.ts";
import { chanceOf, createNames, type Names } from "./names.ts";
import { createNumberTable } from "./number-table.ts";
import { forgetProof } from "./proof.ts";
import { createPieces, type Pieces } from "./pieces.ts";
import { addTo, giveBack } from "./pooled-columns.ts";
import { isId, ownText } from "./record.ts";
import { createRenderer, type HourKind, type PlugKind, type Rendered } from "./render.ts";
import { slotColumns, type Slots } from "./slots.ts";
import { createSpatialOrder, type SpatialOrder } from "./spatial-order.ts";
import { fillStates, POWERS } from "./state-names.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** Everything a search looks at, in memory. Changed in place; a search does not await, so it sees one state of it. */
export type LocationIndex = {
  /** What it consists of. */
  readonly data: IndexData;
  readonly slots: Slots;
  /** Slots ever used. */
  readonly size: number;
  /** Locations in it. */
  readonly count: number;
  spatialOrder: SpatialOrder;
  changes: Changes;
  pieces: Pieces;
  plugNames: PlugNames;
  plugKinds: readonly PlugKind[];
  hourKinds: readonly HourKind[];
  /** `operator\nparty`, by owner number. */
  owners: Names;
  regions: Names;
  vocabulary: Vocabulary;
  hidden: Map<number, Hidden>;
  idOf(slot: number): string;
  nameOf(slot: number): string;
  slotOf(id: string): number | undefined;
  versionOf(id: string): number;
  /** Takes a location in, or what is new of it; older news than what is known changes nothing. */
  put(row: IndexedLocation, evses: readonly IndexedEvse[], version: number, now: Date): void;
  remove(id: string, version: number): void;
  /** Its data in the order of searches. The index is of no use afterwards: its memory is taken. */
  sorted(): IndexData;
};

/** Set in a word of the name. */
export const IN_NAME = 0x8000_0000;

export function createLocationIndex(data: IndexData = emptyData()): LocationIndex {
  const { hidden, gone, plugKinds, hourKinds } = data;
  const text = (slot: number, nth: 0 | 1) =>
    ownText(data.records.column, index.slots.recordStart[slot]!, nth);
  const idOf = (slot: number) => text(slot, 0);
  const ids = createNumberTable(data.ids, {
    textOf: idOf,
    isText: (slot, id) => isId(data.records.column, index.slots.recordStart[slot]!, id),
  });
  const pieces = createPieces(data.pieces);
  const plugNames = createPlugNames(data);
  const render = createRenderer({ pieces, plugNames, plugKinds, hourKinds });
  const index: LocationIndex = {
    data,
    get slots() {
      return data.slots;
    },
    get size() {
      return data.size;
    },
    get count() {
      return data.ids.size;
    },
    spatialOrder: createSpatialOrder(data),
    changes: createChanges(data),
    pieces,
    plugNames,
    plugKinds,
    hourKinds,
    owners: createNames(65_535, data.owners),
    regions: createNames(65_535, data.regions),
    vocabulary: createVocabulary(data.vocabulary),
    hidden,
    idOf,
    nameOf: (slot) => text(slot, 1),
    slotOf: (id) => ids.find(id),
    versionOf: (id) => {
      const slot = ids.find(id);
      return slot === undefined ? (gone.get(id) ?? -1) : index.slots.version[slot]!;
    },
    put: (row, evses, version, now) => {
      if (index.versionOf(row.id) > version) return;
      // First, as it may throw: until it is done the location stays what it was.
      const made = render(row, evses, now);
      gone.delete(row.id);
      let slot = ids.find(row.id);
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
        forgetProof(index.slots, slot);
      }
      if (row.publish) return;
      const { publish_allowed_to } = row.body;
      const listed = JSON.stringify(publish_allowed_to);
      const same = known && JSON.stringify(known.body.publish_allowed_to) === listed;
      const since = same ? known.since : index.slots.changed[slot]!;
      hidden.set(slot, { body: { publish_allowed_to }, since });
    },
    remove: (id, version) => {
      if (index.versionOf(id) > version) return;
      gone.set(id, version);
      const slot = ids.find(id);
      if (slot !== undefined) vacate(slot);
    },
    sorted: () => sortedData(data),
  };

  const hasMoved = (slot: number, { latitude, longitude }: IndexedLocation) =>
    index.slots.latitude[slot] !== latitude || index.slots.longitude[slot] !== longitude;

  const occupy = (): number => {
    const slot = index.spatialOrder.take();
    const room = index.slots.mask.length;
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
    index.changes.left(id, hidden.has(slot));
    ids.remove(id);
    clear(slot);
    index.slots.mask[slot] = 0;
    index.spatialOrder.leave(slot);
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
    slots.points.set([x, y, z], 3 * slot);
    slots.latitude[slot] = row.latitude;
    slots.longitude[slot] = row.longitude;
    slots.owner[slot] = index.owners.numberOf(ownerKey(row.operator_id, row.party_id));
    slots.region[slot] = index.regions.numberOf(
      typeof row.body.state === "string" ? row.body.state : "",
    );
    slots.version[slot] = version;
    slots.statuses[slot] = 0;
    slots.lastUpdated[slot] = row.last_updated.getTime();
    slots.changed[slot] = index.changes.next();
    slots.rank[slot] = chanceOf(row.id);
    slots.recordStart[slot] = addTo(data.records, made.bytes);
    slots.recordLength[slot] = made.bytes.length;
    slots.jsonLength[slot] = made.length;
    slots.plugStart[slot] = addTo(data.plugs, made.plugs);
    slots.plugCount[slot] = made.plugs.length;
    slots.hours[slot] = made.hours;
    slots.power[slot] = POWERS.indexOf(made.power);
    const states = evses.map((e) => ({ status: e.status, connectors: e.body.connectors }));
    fillStates(slots, slot, states);
    const { all, free } = masksOf(made.plugs, plugNames);
    slots.mask[slot] = (HERE | (row.publish ? 0 : HIDDEN) | all) >>> 0;
    slots.ready[slot] = free;
    fillWords(slot, row, evses);
    index.spatialOrder.changed(slot);
  };

  const fillWords = (slot: number, row: IndexedLocation, evses: readonly IndexedEvse[]) => {
    const { slots, vocabulary } = index;
    const { name, other } = locationWords(row, evses);
    const list = [
      ...name.map((word) => (vocabulary.numberOf(word) | IN_NAME) >>> 0),
      ...other.map((word) => vocabulary.numberOf(word)),
    ];
    slots.wordStart[slot] = addTo(data.words, list);
    slots.wordCount[slot] = list.length;
  };

  return index;
}

export const ownerKey = (operatorId: string, partyId: string) => `${operatorId}\n${partyId}`;
