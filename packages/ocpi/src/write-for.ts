import type { VersionNumber } from "./versions.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What this package thinks in, as a peer of this version expects it. Anything else is passed on as it is. */
export function writeFor(version: VersionNumber, value: unknown): unknown {
  const write = WRITERS[version];
  const visit = (each: unknown, key = ""): unknown => {
    if (Array.isArray(each)) return each.map((item: unknown) => visit(item, key));
    if (!isFields(each)) return each;
    const written = Object.entries(each).map(([name, part]) => [name, visit(part, name)] as const);
    return write(Object.fromEntries(written), key);
  };
  return visit(value);
}

type Writer = (fields: Fields, key: string) => unknown;

const isPrice = (fields: Fields) => typeof fields["excl_vat"] === "number";
const isTariff = (fields: Fields) => Array.isArray(fields["elements"]) && "currency" in fields;
const isConnector = (fields: Fields) => "standard" in fields && "capabilities" in fields;
const isToken = (fields: Fields) => "whitelist" in fields && "contract_id" in fields;

/** Of OCPI 2.3.0: the taxes of a price and the price with them, and what it added to locations, EVSEs and connectors. */
const withoutNewer: Writer = (fields) => {
  if (isPrice(fields)) return withoutKeys(fields, ["taxes"]);
  if (isConnector(fields)) return withoutKeys(fields, ["capabilities"]);
  return NEWER.some((key) => key in fields) ? withoutKeys(fields, NEWER) : fields;
};
const NEWER = [
  "price_incl_vat",
  "parking_places",
  "help_phone",
  "parking",
  "accepted_service_providers",
];

const withTaxes: Writer = (fields, key) => {
  if (isPrice(fields)) return isLimit(key) ? limitOf(fields) : priceOf(fields);
  if ("price_incl_vat" in fields) return withoutKeys(fields, ["price_incl_vat"]);
  return isTariff(fields) ? { tax_included: "NO", ...fields } : fields;
};

const isLimit = (key: string) => key === "min_price" || key === "max_price";

const limitOf = ({ excl_vat, incl_vat }: Fields): Fields => ({
  before_taxes: excl_vat,
  ...(incl_vat === undefined ? {} : { after_taxes: incl_vat }),
});

/** A tax that nobody named is VAT. */
function priceOf({ excl_vat, incl_vat, taxes }: Fields): Fields {
  const amount = typeof incl_vat === "number" ? money(incl_vat - (excl_vat as number)) : 0;
  const unnamed = amount === 0 ? [] : [{ name: "VAT", amount }];
  return { before_taxes: excl_vat, taxes: Array.isArray(taxes) ? taxes : unnamed };
}

/** To four decimals, as OCPI writes amounts. */
export const money = (amount: number) => Math.round(amount * 10_000) / 10_000;

/**
 * OCPI 2.1.1: no party in an object and one in flat credentials, amounts without VAT, the used plug as a location with
 * one EVSE, no authorization reference, no connector in a start.
 */
const asBefore: Writer = (fields, key) => {
  if (isPrice(fields)) return key === "total_cost" ? fields["excl_vat"] : fields;
  if ("business_details" in fields) return fields;
  if (isToken(fields)) return oldToken(fields);
  if (Array.isArray(fields["roles"]) && "token" in fields) return oldCredentials(fields);
  if ("cdr_token" in fields) return "total_energy" in fields ? oldCdr(fields) : oldSession(fields);
  return withoutKeys(fields, [
    "country_code",
    "party_id",
    "connector_id",
    "authorization_reference",
  ]);
};

// The operator returns `auth_id` with the session and the CDR: it is the uid, by which we know the token.
function oldToken({ uid, type, visual_number, issuer, valid, ...rest }: Fields): Fields {
  const { whitelist, language, last_updated } = rest;
  const old = { uid, type: type === "RFID" ? "RFID" : "OTHER", auth_id: uid, visual_number };
  return present({ ...old, issuer, valid, whitelist, language, last_updated });
}

function oldCredentials({ token, url, roles }: Fields): Fields {
  const { role: _, ...party } = (roles as [Fields])[0];
  return { token, url, ...party };
}

const authIdOf = ({ cdr_token: token }: Fields) => isFields(token) && token["uid"];
const usedPlug = (id: unknown, uid: unknown, connector: Fields, place: Fields = {}): Fields => ({
  ...place,
  id,
  evses: [present({ uid, connectors: [present(connector)] })],
});

function oldSession(session: Fields): Fields {
  const { start_date_time, end_date_time, location_id, evse_uid, connector_id, ...rest } = session;
  return present({
    ...withoutKeys(rest, NEW_FIELDS),
    start_datetime: start_date_time,
    end_datetime: end_date_time,
    auth_id: authIdOf(session),
    location: usedPlug(location_id, evse_uid, { id: connector_id }),
  });
}

function oldCdr(cdr: Fields): Fields {
  const { end_date_time, cdr_location, ...rest } = cdr;
  const {
    evse_uid,
    evse_id: _,
    connector_id,
    ...place
  } = isFields(cdr_location) ? cdr_location : {};
  const { connector_standard, connector_format, connector_power_type, ...where } = place;
  const connector = {
    id: connector_id,
    standard: connector_standard,
    format: connector_format,
    power_type: connector_power_type,
  };
  return present({
    ...withoutKeys(rest, NEW_FIELDS),
    stop_date_time: end_date_time,
    auth_id: authIdOf(cdr),
    location: usedPlug(where["id"], evse_uid, connector, where),
  });
}

const NEW_FIELDS = [
  "country_code",
  "party_id",
  "cdr_token",
  "session_id",
  "authorization_reference",
  "total_fixed_cost",
  "total_energy_cost",
  "total_time_cost",
  "total_parking_cost",
  "total_reservation_cost",
];

/** Without the fields that are undefined. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const withoutKeys = (fields: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));

const WRITERS: Readonly<Record<VersionNumber, Writer>> = {
  "2.1.1": (fields, key) => asBefore(withoutNewer(fields, key) as Fields, key),
  "2.2": withoutNewer,
  "2.2.1": withoutNewer,
  "2.3.0": withTaxes,
};
