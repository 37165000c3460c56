import {
  type EvseRow,
  type LocationRow,
  factsOf,
  hoursOf,
  physicalOf,
  plugPowerKw,
  statusOf,
} from "../../stations/index.ts";
import { powerClass, powerTypeName, type OpeningTimes, type PowerClass } from "@voltmarg/rules";
import { CHARGING, statusNumber } from "./facets.ts";

/** A plug without its status, which comes and goes: what its price and power follow from. */
export type PlugKind = {
  operatorId: string;
  country_code: string;
  party_id: string;
  tariffIds: readonly string[];
  physical: ReturnType<typeof physicalOf>;
  zone: string;
};

export type RenderedPlug = {
  status: number;
  kind: PlugKind;
  standard: string;
  powerType: string;
  /** kW whatever the vehicle */
  kw: number | null;
  /** Where in the bytes what depends on status, driver and clock is put in. */
  end: number;
};

/** A location's JSON with everything that is the same for every driver, and where the rest goes. */
export type Rendered = {
  bytes: Buffer;
  nameEnd: number;
  placeEnd: number;
  plugs: RenderedPlug[];
  /** Where an EVSE's status stands, and how long it is: a silent operator's is overwritten. */
  evses: { at: number; length: number }[];
  power: PowerClass;
  /** What its opening follows from. */
  hours: { zone: string; times: OpeningTimes | null };
};

/** What an EVSE of a silent operator says instead; never longer than what it replaces. */
export const SILENT_EVSE = `"status":"UNKNOWN","charging_info":null`;
/** From the name's end to the position's beginning. */
export const BEFORE_PLACE = `,"coordinates":{`;

/** The part of a location's JSON that is stored; `to-wire.ts` says the same with everything filled in. */
export function renderLocation(row: LocationRow, evses: readonly EvseRow[], now: Date): Rendered {
  const body = row.body;
  const { zone, times } = hoursOf(body, now);
  const parts: Buffer[] = [];
  let size = 0;
  const add = (text: string) => {
    const part = Buffer.from(text);
    parts.push(part);
    size += part.length;
  };
  add(`{"id":${json(row.id)},"name":${json(row.name)}`);
  const nameEnd = size;
  add(`${BEFORE_PLACE}"latitude":${row.latitude},"longitude":${row.longitude}`);
  const placeEnd = size;
  const rest = factsOf(row, zone, times);
  add(`},${json(rest).slice(1, -1)},"evses":[`);

  const plugs: RenderedPlug[] = [];
  const places: Rendered["evses"] = [];
  let strongest = 0;
  evses.forEach((e, nth) => {
    const evse = e.body;
    const since = json(e.status_since.toISOString());
    const status = statusOf(e.status);
    const number = statusNumber(status);
    const head = {
      uid: e.uid,
      evse_id: evse.evse_id ?? null,
      physical_reference: evse.physical_reference ?? null,
    };
    add(`${nth === 0 ? "" : ","}${json(head).slice(0, -1)},"status_since":${since},`);
    const said = `"status":"${status}","charging_info":${number === CHARGING ? `{"since":${since}}` : "null"}`;
    places.push({ at: size, length: said.length });
    add(`${said},"connectors":[`);
    evse.connectors.forEach((c, at) => {
      const { id, standard, format } = c;
      const physical = physicalOf(c);
      const fixed = {
        id,
        standard,
        format,
        ...physical,
        powerTypeName: powerTypeName(c.power_type),
      };
      add(`${at === 0 ? "" : "},"}${json(fixed).slice(0, -1)},`);
      const kw = plugPowerKw(c);
      strongest = Math.max(strongest, kw ?? 0);
      const kind: PlugKind = {
        operatorId: row.operator_id,
        country_code: row.country_code,
        party_id: row.party_id,
        tariffIds: c.tariff_ids ?? [],
        physical,
        zone,
      };
      plugs.push({ status: number, kind, standard, powerType: c.power_type, kw, end: size });
    });
    add(evse.connectors.length === 0 ? "]}" : "}]}");
  });
  const power = powerClass(strongest);
  add(`],"power_class":"${power}"`);
  return {
    bytes: Buffer.concat(parts, size),
    nameEnd,
    placeEnd,
    plugs,
    evses: places,
    power,
    hours: { zone, times },
  };
}

const json = (value: unknown) => JSON.stringify(value);
