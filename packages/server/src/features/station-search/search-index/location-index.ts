import type { EvseRow, LocationRow } from "../../stations/index.ts";
import { countPlugs, pinState, type OpeningTimes } from "@voltmarg/rules";
import { locationWords } from "../location-words.ts";
import { createArena, type Arena } from "./arena.ts";
import { createChanges, type Changes } from "./changes.ts";
import {
  createPlugNames,
  freeMaskOfPlug,
  HERE,
  HIDDEN,
  maskOfPlug,
  packPlug,
  type PlugNames,
} from "./facets.ts";
import { chanceOf, createNames, placeOf, type Names } from "./names.ts";
import { renderLocation, type PlugKind, type Rendered } from "./render.ts";
import { createSpatialOrder, type SpatialOrder } from "./spatial-order.ts";
import { createPooledColumns } from "./pooled-columns.ts";
import { slotColumns, type Slots } from "./slots.ts";
import { POWERS, STATES } from "./state-names.ts";
import { onSphere } from "./great-circle.ts";

/** What is kept of a location for a driver to be told: who may see it, if not everybody. */
export type Hidden = Pick<LocationRow, "id" | "operator_id" | "body"> & {
  /** The change by which it became so. */
  since: number;
};

/** Everything a search looks at, in memory. Changed in place; a search does not await, so it sees one state of it. */
export type LocationIndex = {
  slots: Slots;
  /** Slots ever used. */
  readonly size: number;
  /** Locations in it. */
  readonly count: number;
  ids: string[];
  names: string[];
  spatialOrder: SpatialOrder;
  changes: Changes;
  arena: Arena;
  plugs: ReturnType<typeof plugColumns>;
  evses: ReturnType<typeof evseColumns>;
  words: ReturnType<typeof wordColumns>;
  plugNames: PlugNames;
  plugKinds: PlugKind[];
  hourKinds: { zone: string; times: OpeningTimes | null }[];
  /** `operator\nparty`, by owner number. */
  owners: Names;
  regions: Names;
  vocabulary: Names;
  hidden: Map<number, Hidden>;
  slotOf(id: string): number | undefined;
  versionOf(id: string): number;
  /** Takes a location in, or what is new of it; older news than what is known changes nothing. */
  put(row: LocationRow, evses: readonly EvseRow[], version: number, now: Date): void;
  remove(id: string, version: number): void;
};

const plugColumns = () =>
  createPooledColumns({ plug: Uint32Array, kind: Uint32Array, end: Uint32Array } as const, 2);
const evseColumns = () => createPooledColumns({ at: Uint32Array, length: Uint8Array } as const, 2);
const wordColumns = () => createPooledColumns({ word: Uint32Array } as const, 4);
/** Set in a word of the name. */
export const IN_NAME = 0x8000_0000;

/** `reserve`: bytes of address space the locations' JSON may take before it has to be moved. */
export function createLocationIndex(reserve: number): LocationIndex {
  let room = 1024;
  const slotById = new Map<string, number>();
  const kindByKey = new Map<string, number>();
  const hourByKey = new Map<string, number>();
  /** Versions of what was removed, so that old news does not bring it back. */
  const gone = new Map<string, number>();
  const index: LocationIndex = {
    slots: slotColumns(room),
    get size() {
      return index.spatialOrder.size;
    },
    get count() {
      return slotById.size;
    },
    ids: [],
    names: [],
    spatialOrder: createSpatialOrder(() => index.slots),
    changes: createChanges(),
    arena: createArena(reserve),
    plugs: plugColumns(),
    evses: evseColumns(),
    words: wordColumns(),
    plugNames: createPlugNames(),
    plugKinds: [],
    hourKinds: [],
    owners: createNames(65_535),
    regions: createNames(65_535),
    vocabulary: createNames(IN_NAME - 1),
    hidden: new Map(),
    slotOf: (id) => slotById.get(id),
    versionOf: (id) => {
      const slot = slotById.get(id);
      return slot === undefined ? (gone.get(id) ?? -1) : index.slots.version[slot]!;
    },
    put: (row, evses, version, now) => {
      if (index.versionOf(row.id) > version) return;
      // First, as it may throw: until it is done the location stays what it was.
      const made = renderLocation(row, evses, now);
      gone.delete(row.id);
      let slot = slotById.get(row.id);
      const before = slot === undefined ? undefined : index.hidden.get(slot);
      if (slot !== undefined && hasMoved(slot, row)) {
        vacate(slot);
        slot = undefined;
      }
      if (slot === undefined) slot = occupy(row);
      else clear(slot);
      fill(slot, row, evses, version, made);
      if (row.publish) return;
      const listed = (hidden: Pick<LocationRow, "body">) =>
        JSON.stringify(hidden.body.publish_allowed_to);
      const same = before !== undefined && listed(before) === listed(row);
      const since = same ? before.since : index.slots.changed[slot]!;
      index.hidden.set(slot, { id: row.id, operator_id: row.operator_id, body: row.body, since });
    },
    remove: (id, version) => {
      if (index.versionOf(id) > version) return;
      gone.set(id, version);
      const slot = slotById.get(id);
      if (slot !== undefined) vacate(slot);
    },
  };

  const hasMoved = (slot: number, { latitude, longitude }: LocationRow) =>
    index.slots.latitude[slot] !== latitude || index.slots.longitude[slot] !== longitude;

  const occupy = (row: LocationRow): number => {
    const slot = index.spatialOrder.take();
    if (slot >= room) {
      room *= 2;
      index.slots = slotColumns(room, index.slots);
    }
    slotById.set(row.id, slot);
    return slot;
  };

  const clear = (slot: number) => {
    const { slots, plugs, evses, words, arena } = index;
    plugs.give(slots.plugStart[slot]!, slots.plugCount[slot]!);
    evses.give(slots.evseStart[slot]!, slots.evseCount[slot]!);
    words.give(slots.wordStart[slot]!, slots.wordCount[slot]!);
    arena.give(slots.at[slot]!, slots.length[slot]!);
    index.hidden.delete(slot);
  };

  const vacate = (slot: number) => {
    index.changes.left(index.ids[slot]!, index.hidden.has(slot));
    clear(slot);
    const { slots } = index;
    slots.mask[slot] = 0;
    slotById.delete(index.ids[slot]!);
    index.spatialOrder.leave(slot);
  };

  const fill = (
    slot: number,
    row: LocationRow,
    evses: readonly EvseRow[],
    version: number,
    made: Rendered,
  ) => {
    const { slots, arena } = index;
    index.ids[slot] = row.id;
    index.names[slot] = row.name;
    const { x, y, z } = onSphere(row.latitude, row.longitude);
    slots.x[slot] = x;
    slots.y[slot] = y;
    slots.z[slot] = z;
    slots.latitude[slot] = row.latitude;
    slots.longitude[slot] = row.longitude;
    slots.owner[slot] = index.owners.numberOf(ownerKey(row.operator_id, row.party_id));
    slots.region[slot] = index.regions.numberOf(
      typeof row.body.state === "string" ? row.body.state : "",
    );
    slots.version[slot] = version;
    slots.lastUpdated[slot] = row.last_updated.getTime();
    slots.changed[slot] = index.changes.next();
    slots.hidden[slot] = row.publish ? 0 : 1;
    slots.rank[slot] = chanceOf(row.id);
    slots.nameEnd[slot] = made.nameEnd;
    slots.placeEnd[slot] = made.placeEnd;
    slots.at[slot] = arena.take(made.bytes.length);
    slots.length[slot] = made.bytes.length;
    arena.bytes.set(made.bytes, slots.at[slot]);
    slots.hours[slot] = placeOf(
      hourByKey,
      index.hourKinds,
      made.hours,
      `${made.hours.zone} ${JSON.stringify(made.hours.times)}`,
    );
    slots.power[slot] = POWERS.indexOf(made.power);
    const told = evses.map((e) => ({
      status: e.status,
      connectors: e.body.connectors as readonly unknown[],
    }));
    const counts = countPlugs(told);
    slots.total[slot] = counts.total;
    slots.free[slot] = counts.available;
    const state = pinState({
      restricted: false,
      isOpened: null,
      evseStatuses: evses.map((e) => e.status),
      statusAgeSeconds: 0,
    });
    slots.state[slot] = (STATES as readonly string[]).indexOf(state);
    slots.mask[slot] = (HERE | (row.publish ? 0 : HIDDEN) | fillPlugs(slot, made)) >>> 0;
    fillWords(slot, row);
    index.spatialOrder.changed(slot);
  };

  const fillPlugs = (slot: number, made: Rendered): number => {
    const { slots, plugs, evses, plugNames } = index;
    const start = (slots.plugStart[slot] = plugs.take(made.plugs.length));
    slots.plugCount[slot] = made.plugs.length;
    let mask = 0;
    let ready = 0;
    made.plugs.forEach((p, nth) => {
      const plug = packPlug(p.status, plugNames.classOf(p.powerType, p.standard, p.kw));
      mask |= maskOfPlug(plug);
      ready |= freeMaskOfPlug(plug);
      plugs.columns.plug[start + nth] = plug;
      plugs.columns.kind[start + nth] = placeOf(
        kindByKey,
        index.plugKinds,
        p.kind,
        keyOfKind(p.kind),
      );
      plugs.columns.end[start + nth] = p.end;
    });
    const first = (slots.evseStart[slot] = evses.take(made.evses.length));
    slots.evseCount[slot] = made.evses.length;
    made.evses.forEach(({ at, length }, nth) => {
      evses.columns.at[first + nth] = at;
      evses.columns.length[first + nth] = length;
    });
    slots.ready[slot] = ready;
    return mask;
  };

  const fillWords = (slot: number, row: LocationRow) => {
    const { slots, words, vocabulary } = index;
    const { name, other } = locationWords(row);
    const list = [
      ...name.map((word) => (vocabulary.numberOf(word) | IN_NAME) >>> 0),
      ...other.map((word) => vocabulary.numberOf(word)),
    ];
    const start = (slots.wordStart[slot] = words.take(list.length));
    slots.wordCount[slot] = list.length;
    words.columns.word.set(list, start);
  };

  return index;
}

export const ownerKey = (operatorId: string, partyId: string) => `${operatorId}\n${partyId}`;

const keyOfKind = ({ operatorId, party_id, country_code, tariffIds, physical, zone }: PlugKind) =>
  [operatorId, country_code, party_id, zone, ...Object.values(physical), ...tariffIds].join("\n");
