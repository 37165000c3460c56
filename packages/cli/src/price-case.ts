import type {
  OcpiChargingPeriod,
  PriceComponent,
  PriceLimit,
  Tariff,
  TariffElement,
  TariffRestrictions,
} from "@voltmarg/rules";
import { DAYS_OF_WEEK, instantMs } from "@voltmarg/rules";
import { duplicateKey } from "./duplicate-key.ts";
import {
  CaseError,
  type Fields,
  fieldsOf,
  listOf,
  fullListOf,
  readText,
  readNumber,
  readAmount,
  readWhole,
  oneOf,
  readInstant,
  readZone,
  type Read,
  optional,
  readClock,
  readDate,
} from "./read-field.ts";

/** A tariff and a session with it, as in OCPI. */
export type PriceCase = {
  tariff: Tariff;
  session: {
    time_zone: string;
    start_date_time: string;
    end_date_time: string;
    reservation_expired: boolean;
    charging_periods: OcpiChargingPeriod[];
  };
};

/** Reads a case and checks every field it uses; other keys are ignored. Throws CaseError. */
export function readCase(text: string): PriceCase {
  const root = fieldsOf(parse(text), "the input");
  const twice = duplicateKey(text);
  if (twice !== null) throw new CaseError(twice, "stands there twice");
  const tariff = fieldsOf(root["tariff"], "tariff");
  const session = fieldsOf(root["session"], "session");
  const start = readInstant(session["start_date_time"], "session.start_date_time");
  const end = readInstant(session["end_date_time"], "session.end_date_time");
  const bounds = { start: instantMs(start), end: instantMs(end) };
  if (bounds.end < bounds.start) {
    throw new CaseError("session.end_date_time", "is before session.start_date_time");
  }
  const expired = session["reservation_expired"] ?? false;
  if (typeof expired !== "boolean") {
    throw new CaseError("session.reservation_expired", "must be true or false");
  }
  return {
    tariff: readTariff(tariff, root["spec_version"] === "2.3.0"),
    session: {
      time_zone: readZone(session["time_zone"], "session.time_zone"),
      start_date_time: start,
      end_date_time: end,
      reservation_expired: expired,
      charging_periods: listOf(session["charging_periods"], "session.charging_periods").map(
        (period, index) => readPeriod(period, `session.charging_periods[${index}]`, bounds),
      ),
    },
  };
}

function parse(text: string): unknown {
  if (text.trim() === "") throw new CaseError("the input", "is empty; a JSON object is needed");
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : "";
    throw new CaseError("the input", `is not JSON (${reason})`);
  }
}

/**
 * `isNewer`: the case declares OCPI 2.3.0. Prices with tax are only known if no component names a VAT: then no tax
 * is deducted from them.
 */
function readTariff(fields: Fields, isNewer: boolean): Tariff {
  const limit = optional(readLimit);
  const date = optional(readInstant);
  const text = (name: string) => optional(readText)(fields[name], `tariff.${name}`) ?? "";
  const elements = fullListOf(fields["elements"], "tariff.elements").map((element, index) =>
    readElement(element, `tariff.elements[${index}]`),
  );
  const namesVat = elements.some((one) => one.price_components.some(({ vat }) => vat != null));
  return {
    country_code: text("country_code"),
    party_id: text("party_id"),
    id: text("id"),
    currency: readText(fields["currency"], "tariff.currency"),
    last_updated: text("last_updated"),
    elements,
    tax_included: isNewer && !namesVat ? undefined : text("tax_included"),
    min_price: limit(fields["min_price"], "tariff.min_price"),
    max_price: limit(fields["max_price"], "tariff.max_price"),
    start_date_time: date(fields["start_date_time"], "tariff.start_date_time"),
    end_date_time: date(fields["end_date_time"], "tariff.end_date_time"),
  };
}

function readLimit(value: unknown, field: string): PriceLimit {
  const { excl_vat, incl_vat } = fieldsOf(value, field);
  return {
    excl_vat: readAmount(excl_vat, `${field}.excl_vat`),
    incl_vat: optional(readAmount)(incl_vat, `${field}.incl_vat`),
  };
}

function readElement(value: unknown, field: string): TariffElement {
  const { price_components, restrictions } = fieldsOf(value, field);
  return {
    price_components: fullListOf(price_components, `${field}.price_components`).map((one, index) =>
      readComponent(one, `${field}.price_components[${index}]`),
    ),
    restrictions: optional(readRestrictions)(restrictions, `${field}.restrictions`),
  };
}

function readComponent(value: unknown, field: string): PriceComponent {
  const { type, price, vat, step_size } = fieldsOf(value, field);
  return {
    type: oneOf(["ENERGY", "TIME", "PARKING_TIME", "FLAT"], type, `${field}.type`),
    price: readAmount(price, `${field}.price`),
    vat: optional(readAmount)(vat, `${field}.vat`),
    step_size: readWhole(step_size, `${field}.step_size`),
  };
}

function readRestrictions(value: unknown, field: string): TariffRestrictions {
  const fields = fieldsOf(value, field);
  const get = <T>(read: Read<T>, name: keyof TariffRestrictions) =>
    optional(read)(fields[name], `${field}.${name}`);
  return {
    start_time: get(readClock, "start_time"),
    end_time: get(readClock, "end_time"),
    start_date: get(readDate, "start_date"),
    end_date: get(readDate, "end_date"),
    min_kwh: get(readAmount, "min_kwh"),
    max_kwh: get(readAmount, "max_kwh"),
    min_current: get(readNumber, "min_current"),
    max_current: get(readNumber, "max_current"),
    min_power: get(readNumber, "min_power"),
    max_power: get(readNumber, "max_power"),
    min_duration: get(readWhole, "min_duration"),
    max_duration: get(readWhole, "max_duration"),
    day_of_week: get(
      (days, at) =>
        listOf(days, at).map((day, index) => oneOf(DAYS_OF_WEEK, day, `${at}[${index}]`)),
      "day_of_week",
    ),
    reservation: get(
      (kind, at) => oneOf(["RESERVATION", "RESERVATION_EXPIRES"], kind, at),
      "reservation",
    ),
  };
}

// OCPI 2.2.1 mod_cdrs CdrDimensionType; the first may flow back from the car.
const signed = ["CURRENT", "MAX_CURRENT", "MIN_CURRENT", "POWER", "MAX_POWER", "MIN_POWER"];
const unsigned = [
  "ENERGY",
  "ENERGY_EXPORT",
  "ENERGY_IMPORT",
  "PARKING_TIME",
  "RESERVATION_TIME",
  "STATE_OF_CHARGE",
  "TIME",
];
const dimensionTypes = [...unsigned, ...signed];

function readPeriod(
  value: unknown,
  field: string,
  session: { start: number; end: number },
): OcpiChargingPeriod {
  const { start_date_time, dimensions, tariff_id } = fieldsOf(value, field);
  const start = readInstant(start_date_time, `${field}.start_date_time`);
  const at = instantMs(start);
  if (at < session.start) {
    throw new CaseError(`${field}.start_date_time`, "is before session.start_date_time");
  }
  if (at > session.end) {
    throw new CaseError(`${field}.start_date_time`, "is after session.end_date_time");
  }
  const read = listOf(dimensions, `${field}.dimensions`).map((dimension, index) => {
    const place = `${field}.dimensions[${index}]`;
    const { type, volume } = fieldsOf(dimension, place);
    const known = oneOf(dimensionTypes, type, `${place}.type`);
    const isSigned = signed.includes(known);
    if (known === "ENERGY" && typeof volume === "number" && volume < 0) {
      throw new CaseError(`${place}.volume`, "is negative: energy fed back is not priced");
    }
    const readVolume = isSigned ? readNumber : readAmount;
    return { type: known, volume: readVolume(volume, `${place}.volume`) };
  });
  return {
    start_date_time: start,
    dimensions: read,
    tariff_id: optional(readText)(tariff_id, `${field}.tariff_id`),
  };
}
