import type { Assume, Form, Forms, Raw } from "./hints.ts";
import { zoneOfCountry } from "./time-zones.ts";

// Shapes of OCPI 2.1.1 that can mean only one thing, and defaults for missing fields.

const isMissing = (raw: Raw, key: string) =>
  raw[key] === undefined || raw[key] === null || raw[key] === "";

/** Renamed fields, unless the new name is present as well. */
const renamed =
  (names: Record<string, string>) =>
  (raw: Raw): Form[] =>
    Object.entries(names).flatMap(([from, to]) =>
      isMissing(raw, from) || !isMissing(raw, to) ? [] : [{ from, to, value: raw[from] }],
    );

const connectorNames = renamed({
  voltage: "max_voltage",
  amperage: "max_amperage",
  // One id is read as a list of one.
  tariff_id: "tariff_ids",
});

/** A plug by a name of the caller's rules, which is compared by letters and digits alone. */
export const connectorForms: Forms = (raw, { rules }) => {
  const { standard } = raw;
  const plain =
    typeof standard === "string" ? standard.toUpperCase().replace(/[^A-Z0-9]/g, "") : "";
  const value = rules.connectorNames?.[plain];
  const isOther = value !== undefined && value !== standard;
  const message = "no name of the standard";
  return [
    ...connectorNames(raw),
    ...(isOther ? [{ from: "standard", to: "standard", value, message }] : []),
  ];
};

const parkingOf = renamed({ type: "parking_type" });
/** OCPI 2.1.1 LocationType has these two where 2.2.1 omits parking_type. */
export const locationForms = (raw: Raw): Form[] =>
  raw["type"] === "OTHER" || raw["type"] === "UNKNOWN" ? [] : parkingOf(raw);

/** OCPI 2.1.1: total_cost is a number, without VAT. */
const totalCost = (raw: Raw): Form[] => {
  const { total_cost: value } = raw;
  return typeof value === "number"
    ? [{ from: "total_cost", to: "total_cost", value: { excl_vat: value } }]
    : [];
};

const tokenOf = (raw: Raw): Form[] =>
  typeof raw["auth_id"] === "string" && isMissing(raw, "cdr_token")
    ? [{ from: "auth_id", to: "cdr_token", value: { uid: raw["auth_id"] } }]
    : [];

/** OCPI 2.1.1: a token names no party, and its contract as `auth_id`. */
export const tokenForms: Forms = (raw, { owner }) => {
  if (isMissing(raw, "auth_id")) return [];
  const values = { contract_id: raw["auth_id"], ...owner };
  return Object.entries(values)
    .filter(([to]) => isMissing(raw, to))
    .map(([to, value]) => ({ from: "auth_id", to, value }));
};

/** OCPI 2.1.1: a location with the one EVSE and the one connector that were used. */
function usedAt(raw: Raw): { place: Raw; evse: Raw; connector: Raw } | null {
  const place = raw["location"] as Raw | undefined;
  const evse = only(place?.["evses"]);
  const connector = only(evse?.["connectors"]);
  return place && evse && connector ? { place, evse, connector } : null;
}

const only = (list: unknown): Raw | undefined =>
  Array.isArray(list) && list.length === 1 ? (list[0] as Raw) : undefined;

const sessionNames = renamed({
  start_datetime: "start_date_time",
  end_datetime: "end_date_time",
});

export const sessionForms = (raw: Raw): Form[] => {
  const used = usedAt(raw);
  const ids = used
    ? {
        location_id: used.place["id"],
        evse_uid: used.evse["uid"],
        connector_id: used.connector["id"],
      }
    : {};
  const place = Object.entries(ids)
    .filter(([to]) => isMissing(raw, to))
    .map(([to, value]) => ({ from: "location", to, value }));
  return [...sessionNames(raw), ...tokenOf(raw), ...totalCost(raw), ...place];
};

const cdrNames = renamed({ stop_date_time: "end_date_time" });

export const cdrForms = (raw: Raw): Form[] => {
  const used = isMissing(raw, "cdr_location") ? usedAt(raw) : null;
  const place = used
    ? [
        {
          from: "location",
          to: "cdr_location",
          value: {
            ...used.place,
            evse_uid: used.evse["uid"],
            evse_id: used.evse["evse_id"],
            connector_id: used.connector["id"],
            connector_standard: used.connector["standard"],
            connector_format: used.connector["format"],
            connector_power_type: used.connector["power_type"],
          },
        },
      ]
    : [];
  return [...cdrNames(raw), ...tokenOf(raw), ...totalCost(raw), ...place];
};

export const always =
  (value: unknown, as = String(value)): Assume =>
  () => ({ value, as });

/**
 * For a part, when the whole object was changed; for the whole object, when it arrived. Never older than earlier
 * data.
 */
export const asItsWhole: Assume = (_raw, dated) => ({ value: dated, as: dated });

/** A CDR never changes: the same one must be read the same each time it arrives. */
export const asItsEnd: Assume = ({ end_date_time, stop_date_time }) => {
  const end = end_date_time ?? stop_date_time;
  return end === undefined ? undefined : { value: end, as: "its end" };
};

export const zoneByCountry: Assume = (raw) => {
  const zone = zoneOfCountry(isMissing(raw, "country") ? raw["country_code"] : raw["country"]);
  return { value: zone, as: zone };
};

/** A location with hours is not open around the clock; without hours it is unknown. */
export const closedAtTimes: Assume = ({ regular_hours, exceptional_openings }) =>
  isSome(regular_hours) || isSome(exceptional_openings)
    ? { value: false, as: "false, as there are hours" }
    : undefined;

const isSome = (list: unknown) =>
  Array.isArray(list) ? list.length > 0 : typeof list === "object" && list !== null;
