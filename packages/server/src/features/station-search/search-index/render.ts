import {
  type IndexedEvse,
  type IndexedLocation,
  hoursOf,
  plugPowerKw,
  statusOf,
} from "../../stations/index.ts";
import type { Connector } from "@voltmarg/ocpi";
import {
  physicalOf,
  powerClass,
  powerTypeName,
  type OpeningTimes,
  type PowerClass,
} from "@voltmarg/rules";
import { packPlug, statusNumber, type PlugNames } from "./facets.ts";
import { placeOf } from "./names.ts";
import type { Pieces } from "./pieces.ts";
import { DAY_MS, dayText, timeText } from "./instant-text.ts";
import { BEFORE_ID, createRecordWriter, inner } from "./record.ts";

/** A plug without its status, which comes and goes: what its price and power follow from. */
export type PlugKind = {
  operatorId: string;
  country_code: string;
  party_id: string;
  tariffIds: readonly string[];
  physical: ReturnType<typeof physicalOf>;
  zone: string;
  /** What filters ask for, by number. */
  plugClass: number;
};

type Told = Parameters<typeof hoursOf>[0]["opening_times"];

/** Opening hours and the zone they are in. */
export type HourKind = { zone: string; times: OpeningTimes | null };

/** A location's JSON with everything that is the same for every driver, and what a search asks of it. */
export type Rendered = {
  /** Until the next location is rendered. */
  bytes: Uint8Array;
  length: number;
  /** As packed by facets.ts. */
  plugs: number[];
  /** What the state of the location follows from. */
  states: { status: string; connectors: readonly unknown[] }[];
  power: PowerClass | null;
  /** Number of what its opening follows from. */
  hours: number;
};

/** All connectors of an EVSE, as part of a record; it is as long as said in JSON. `kinds` of its plugs, `kw` of the strongest. */
type Block = { bytes: Uint8Array; length: number; kinds: number[]; kw: number | null };
/** Remembered ones: where operators number connectors through, each is another one. */
const MOST_BLOCKS = 10_000;
/** Nobody is shown when a connector was updated; connectors that differ in nothing else are the same. */
const UPDATED = /"last_updated": "[^"]*"(?:, )?/g;

/** Connectors of one shape differ in nothing but their id and status. */
type Shape = { json: string; kind: number; kw: number | null };

/**
 * Renders the part of a location's JSON that is stored; `to-wire.ts` says the same with everything filled in. New kinds of
 * plugs and hours are added to the lists.
 */
export function createRenderer(lists: {
  pieces: Pieces;
  plugNames: PlugNames;
  plugKinds: PlugKind[];
  hourKinds: HourKind[];
}) {
  const { plugNames, plugKinds, hourKinds } = lists;
  const record = createRecordWriter(lists.pieces);
  const block = createRecordWriter(lists.pieces);
  const kindNumbers = new Map(plugKinds.map((kind, at) => [json(kind), at]));
  const hourNumbers = new Map(hourKinds.map((kind, at) => [json(kind), at]));
  /** By what was told, then by time zone. */
  const hours = new Map<string | null, Map<string, { number: number; times: string }>>();
  const shapes = new Map<string, Shape>();
  /** By operator and zone, then by what the operator said of the connectors. */
  const blocks = new Map<string, Map<string, Block>>();
  let blockCount = 0;

  const hoursOfRow = ({ time_zone, opening_times }: IndexedLocation, now: Date) => {
    const zones = hours.get(opening_times) ?? new Map<string, { number: number; times: string }>();
    const known = zones.get(time_zone);
    if (known) return known;
    const told = opening_times === null ? undefined : (JSON.parse(opening_times) as Told);
    const { zone, times } = hoursOf({ time_zone, opening_times: told }, now);
    const kind = { zone, times };
    const number = placeOf(hourNumbers, hourKinds, kind, json(kind));
    const found = { number, times: json(times) };
    hours.set(opening_times, zones.set(time_zone, found));
    return found;
  };

  const shapeOf = (row: IndexedLocation, zone: string, c: Connector): Shape => {
    const { operator_id: operatorId, country_code, party_id } = row;
    const { standard, format, power_type, max_electric_power, max_voltage, max_amperage } = c;
    const key =
      `${operatorId}\n${country_code}\n${party_id}\n${zone}\n${standard}\n${format}\n${power_type}\n` +
      `${max_electric_power}\n${max_voltage}\n${max_amperage}\n${c.tariff_ids?.join("\n") ?? ""}`;
    const known = shapes.get(key);
    if (known) return known;
    const physical = physicalOf(c);
    const tariffIds = c.tariff_ids ?? [];
    const kw = plugPowerKw(c);
    const plugClass = plugNames.classOf(power_type, standard, kw);
    const kind = { operatorId, country_code, party_id, tariffIds, physical, zone, plugClass };
    const number = placeOf(kindNumbers, plugKinds, kind, json(kind));
    plugNames.classOfKind[number] = plugClass;
    const text = json({ format, ...physical, powerTypeName: powerTypeName(power_type) });
    const shape = {
      json: `",${text.slice(1, -1)},`,
      kind: number,
      kw,
    };
    shapes.set(key, shape);
    return shape;
  };

  /** A field whose value is a string of its own, or null. */
  const field = ({ quoted, none }: Label, text: string | null) => {
    if (text === null) return record.shared(none);
    record.shared(quoted);
    record.own(inner(text));
    record.shared(`"`);
  };

  const facts = (row: IndexedLocation, zone: string, times: string) => {
    const { shared, sharedValue, cut } = record;
    field(ADDRESS, row.address ?? "");
    cut();
    shared(`,"city":`);
    sharedValue(row.city ?? "");
    shared(`,"state":`);
    sharedValue(row.state);
    field(POSTAL_CODE, row.postal_code);
    cut();
    shared(`,"time_zone":`);
    sharedValue(zone);
    shared(`,"operator":{"id":`);
    sharedValue(row.operator_id);
    shared(`,"name":`);
    sharedValue(row.operator_name);
    shared(`,"party_id":`);
    sharedValue(row.party_id);
    shared(`,"phone":`);
    sharedValue(row.operator_phone);
    shared(`},"opening_times":`);
    cut();
    shared(times);
    cut();
    shared(`,"charging_when_closed":${row.charging_when_closed ?? true}`);
    field(PHOTO_URL, row.photo_url);
  };

  /** Connectors of a location's EVSEs, as far as they are remembered. */
  const blocksOf = (row: IndexedLocation, zone: string) => {
    if (blockCount >= MOST_BLOCKS) {
      blocks.clear();
      blockCount = 0;
    }
    const of = `${row.operator_id}\n${row.country_code}\n${row.party_id}\n${zone}`;
    const known = blocks.get(of) ?? new Map<string, Block>();
    if (known.size === 0) blocks.set(of, known);
    return known;
  };

  /** An EVSE's connectors as they stand in a record. */
  const blockOf = (known: Map<string, Block>, row: IndexedLocation, zone: string, text: string) => {
    const key = text.replace(UPDATED, "");
    const found = known.get(key);
    if (found) return found;
    const made = writeBlock(row, zone, JSON.parse(text) as Connector[]);
    blockCount++;
    known.set(key, made);
    return made;
  };

  const writeBlock = (row: IndexedLocation, zone: string, connectors: Connector[]): Block => {
    const kinds: number[] = [];
    let kw: number | null = null;
    block.begin();
    block.shared(`,"connectors":[`);
    connectors.forEach((c, at) => {
      const shape = shapeOf(row, zone, c);
      block.shared(at === 0 ? `{"id":"` : `},{"id":"`);
      // A digit belongs to the shape, so that most connectors are one piece.
      if (c.id.length === 1) block.shared(inner(c.id));
      else block.own(inner(c.id));
      block.shared(shape.json);
      block.plug();
      kinds.push(shape.kind);
      kw = strongerOf(kw, shape.kw);
    });
    block.shared(connectors.length === 0 ? "]}" : "}]}");
    const { bytes, length } = block.end();
    return { bytes: Uint8Array.from(bytes), length: length - BEFORE_ID.length, kinds, kw };
  };

  return (row: IndexedLocation, evses: readonly IndexedEvse[], now: Date): Rendered => {
    const { number: hour, times } = hoursOfRow(row, now);
    const { zone } = hourKinds[hour]!;
    const plugs: Rendered["plugs"] = [];
    const states: Rendered["states"] = [];
    const blocksKnown = blocksOf(row, zone);
    let strongest: number | null = null;
    record.begin();
    record.own(inner(row.id));
    record.shared(`","name":"`);
    record.own(inner(row.name));
    record.shared(`","coordinates":{"latitude":`);
    record.own(`${row.latitude}`);
    record.shared(`,"longitude":`);
    record.own(`${row.longitude}`);
    facts(row, zone, times);
    record.shared(`,"evses":[`);
    evses.forEach((e, nth) => {
      const status = statusNumber(statusOf(e.status));
      const day = Math.floor(e.since / DAY_MS);
      const { bytes, length, kinds, kw } = blockOf(blocksKnown, row, zone, e.connectors);
      field(nth === 0 ? UID : NEXT_UID, e.uid);
      field(EVSE_ID, e.evse_id);
      field(PHYSICAL_REFERENCE, e.physical_reference);
      record.shared(BEFORE_SINCE);
      record.shared(dayText(day));
      record.own(timeText(e.since - day * DAY_MS));
      record.status(status);
      record.copy(bytes, length);
      for (const kind of kinds) plugs.push(packPlug(status, kind));
      states.push({ status: e.status, connectors: kinds });
      strongest = strongerOf(strongest, kw);
    });
    const power = powerClass(strongest);
    record.shared(`],"power_class":${json(power)}`);
    return { ...record.end(), plugs, states, power, hours: hour };
  };
}

/** kW; null: not known. */
const strongerOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** What stands before the id of an EVSE and before the instant since when it has its status. */
export const BEFORE_UID = `{"uid":`;
export const BEFORE_SINCE = `,"status_since":"`;
/** A field's name as it stands before a string, and all of it where there is none. */
const label = (before: string) => ({ quoted: `${before}"`, none: `${before}null` });
type Label = ReturnType<typeof label>;
const ADDRESS = label(`},"address":`);
const POSTAL_CODE = label(`,"postal_code":`);
const PHOTO_URL = label(`,"photo_url":`);
const UID = label(BEFORE_UID);
const NEXT_UID = label(`,${BEFORE_UID}`);
const EVSE_ID = label(`,"evse_id":`);
const PHYSICAL_REFERENCE = label(`,"physical_reference":`);

const json = (value: unknown) => JSON.stringify(value);
