import {
  type IndexedEvse,
  type IndexedLocation,
  factsOf,
  hoursOf,
  physicalOf,
  plugPowerKw,
  statusOf,
} from "../../stations/index.ts";
import type { Connector } from "@voltmarg/ocpi";
import { powerClass, powerTypeName, type OpeningTimes, type PowerClass } from "@voltmarg/rules";
import { packPlug, statusNumber, type PlugNames } from "./facets.ts";
import { placeOf } from "./names.ts";
import type { Pieces } from "./pieces.ts";
import { createRecordWriter } from "./record.ts";

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

/** Opening hours and the zone they are in. */
export type HourKind = { zone: string; times: OpeningTimes | null };

/** A location's JSON with everything that is the same for every driver, and what a search asks of it. */
export type Rendered = {
  /** Until the next location is rendered. */
  bytes: Uint8Array;
  length: number;
  /** As packed by facets.ts. */
  plugs: number[];
  power: PowerClass;
  /** Number of what its opening follows from. */
  hours: number;
};

/** Connectors of one shape differ in nothing but their id and status. */
type Shape = { json: string; kind: number; kw: number };

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
  const kinds = new Map(plugKinds.map((kind, at) => [json(kind), at]));
  const hours = new Map(
    hourKinds.map(({ zone, times }, number) => {
      const text = json(times);
      return [`${zone} ${text}`, { number, times: text }];
    }),
  );
  const shapes = new Map<string, Shape>();

  const hoursOfRow = ({ body }: IndexedLocation, now: Date) => {
    const key = `${body.time_zone} ${json(body.opening_times ?? null)}`;
    let found = hours.get(key);
    if (!found) {
      const { zone, times } = hoursOf(body, now);
      const number = hourKinds.push({ zone, times }) - 1;
      hours.set(key, (found = { number, times: json(times) }));
    }
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
    const number = placeOf(kinds, plugKinds, kind, json(kind));
    plugNames.classOfKind[number] = plugClass;
    const text = json({ standard, format, ...physical, powerTypeName: powerTypeName(power_type) });
    const shape = {
      json: `",${text.slice(1, -1)},`,
      kind: number,
      kw: kw ?? 0,
    };
    shapes.set(key, shape);
    return shape;
  };

  /** A string of its own, or null. */
  const value = (text: string | null) => {
    if (text === null) return record.shared("null");
    record.shared(`"`);
    record.own(inner(text));
    record.shared(`"`);
  };

  const facts = (row: IndexedLocation, zone: string, times: string) => {
    const { address, city, state, postal_code, time_zone, operator, ...rest } = factsOf(
      row,
      zone,
      null,
    );
    record.shared(`},"address":`);
    value(address);
    record.piece(`,"city":${json(city)},"state":${json(state)},"postal_code":`);
    value(postal_code);
    record.piece(`,"time_zone":${json(time_zone)},"operator":${json(operator)},"opening_times":`);
    record.piece(times);
    record.shared(`,"charging_when_closed":${rest.charging_when_closed},"photo_url":`);
    value(rest.photo_url);
  };

  return (row: IndexedLocation, evses: readonly IndexedEvse[], now: Date): Rendered => {
    const { number: hour, times } = hoursOfRow(row, now);
    const { zone } = hourKinds[hour]!;
    const plugs: Rendered["plugs"] = [];
    let strongest = 0;
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
      const since = e.status_since.toISOString();
      record.shared(nth === 0 ? BEFORE_UID : `,${BEFORE_UID}`);
      value(e.uid);
      record.shared(`,"evse_id":`);
      value(e.body.evse_id ?? null);
      record.shared(`,"physical_reference":`);
      value(e.body.physical_reference ?? null);
      record.shared(`${BEFORE_SINCE}${since.slice(0, DAY)}`);
      record.own(since.slice(DAY));
      record.status(status);
      record.shared(`,"connectors":[`);
      e.body.connectors.forEach((c, at) => {
        const shape = shapeOf(row, zone, c);
        record.shared(at === 0 ? `{"id":"` : `},{"id":"`);
        // A digit belongs to the shape, so that most connectors are one piece.
        if (c.id.length === 1) record.shared(inner(c.id));
        else record.own(inner(c.id));
        record.shared(shape.json);
        record.plug();
        plugs.push(packPlug(status, shape.kind));
        strongest = Math.max(strongest, shape.kw);
      });
      record.shared(e.body.connectors.length === 0 ? "]}" : "}]}");
    });
    const power = powerClass(strongest);
    record.shared(`],"power_class":"${power}"`);
    return { ...record.end(), plugs, power, hours: hour };
  };
}

/** What stands before the id of an EVSE and before the instant since when it has its status. */
export const BEFORE_UID = `{"uid":`;
export const BEFORE_SINCE = `,"status_since":"`;
/** Characters of an instant up to its hour. */
export const DAY = "2026-11-20T".length;

const json = (value: unknown) => JSON.stringify(value);
// Quotes, backslashes, control characters and halves of characters.
const ESCAPED = /["\\]|[^ -\ud7ff\ue000-\uffff]/;
/** A string as it stands in JSON between its quotes. */
export const inner = (text: string) =>
  ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
