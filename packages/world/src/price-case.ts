import type {
  OcpiChargingPeriod,
  PriceComponent,
  PriceLimit,
  Tariff,
  TariffElement,
  TariffRestrictions,
} from "@voltmarg/rules";
import { instantMs, offsetAt } from "@voltmarg/rules";

/** A tariff and a session of it, as they stand in OCPI. */
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

/** What is wrong with a case; the message begins with the field. */
export class CaseError extends Error {
  override name = "CaseError";
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

/** Reads a case and checks every field it uses; other keys are ignored. Throws CaseError. */
export function readCase(text: string): PriceCase {
  const root = fieldsOf(parse(text), "the input");
  const tariff = fieldsOf(root["tariff"], "tariff");
  const session = fieldsOf(root["session"], "session");
  const start = readInstant(session["start_date_time"], "session.start_date_time");
  const end = readInstant(session["end_date_time"], "session.end_date_time");
  if (instantMs(end) < instantMs(start)) {
    throw new CaseError("session.end_date_time", "is before session.start_date_time");
  }
  const expired = session["reservation_expired"] ?? false;
  if (typeof expired !== "boolean") {
    throw new CaseError("session.reservation_expired", "must be true or false");
  }
  return {
    tariff: readTariff(tariff),
    session: {
      time_zone: readZone(session["time_zone"], "session.time_zone"),
      start_date_time: start,
      end_date_time: end,
      reservation_expired: expired,
      charging_periods: listOf(session["charging_periods"], "session.charging_periods").map(
        (period, index) => readPeriod(period, `session.charging_periods[${index}]`, { start, end }),
      ),
    },
  };
}

type Fields = Record<string, unknown>;

function parse(text: string): unknown {
  if (text.trim() === "") throw new CaseError("the input", "is empty; a JSON object is needed");
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : "";
    throw new CaseError("the input", `is not JSON (${reason})`);
  }
}

function fieldsOf(value: unknown, field: string): Fields {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CaseError(field, "must be an object");
  }
  return value as Fields;
}

function listOf(value: unknown, field: string): unknown[] {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (!Array.isArray(value)) throw new CaseError(field, "must be a list");
  return value;
}

function fullListOf(value: unknown, field: string): unknown[] {
  const list = listOf(value, field);
  if (list.length === 0) throw new CaseError(field, "must not be empty");
  return list;
}

function readText(value: unknown, field: string): string {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "string") throw new CaseError(field, "must be a text");
  return value;
}

function readNumber(value: unknown, field: string): number {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new CaseError(field, "must be a number");
  }
  return value;
}

function readAmount(value: unknown, field: string): number {
  const amount = readNumber(value, field);
  if (amount < 0) throw new CaseError(field, "must not be negative");
  return amount;
}

function readWhole(value: unknown, field: string): number {
  const amount = readAmount(value, field);
  if (!Number.isSafeInteger(amount)) throw new CaseError(field, "must be a whole number");
  return amount;
}

function oneOf<const T extends string>(known: readonly T[], value: unknown, field: string): T {
  const text = readText(value, field);
  const found = known.find((one) => one === text);
  if (found === undefined) throw new CaseError(field, `must be one of ${known.join(", ")}`);
  return found;
}

function readInstant(value: unknown, field: string): string {
  const text = readText(value, field);
  try {
    instantMs(text);
  } catch {
    throw new CaseError(field, "must be a date and time in UTC, like 2026-01-05T09:30:00Z");
  }
  return text;
}

function readZone(value: unknown, field: string): string {
  const text = readText(value, field);
  try {
    offsetAt(text, 0);
  } catch {
    throw new CaseError(field, "must be a known time zone, like Asia/Kolkata");
  }
  return text;
}

type Read<T> = (value: unknown, field: string) => T;

/** Absent and null are the same. */
function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, field) => (value == null ? undefined : read(value, field));
}

function shaped(pattern: RegExp, shape: string): Read<string> {
  return (value, field) => {
    const text = readText(value, field);
    if (!pattern.test(text)) throw new CaseError(field, `must look like ${shape}`);
    return text;
  };
}

const readClock = shaped(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "22:30");

const readDate: Read<string> = (value, field) => {
  const text = shaped(/^\d{4}-\d{2}-\d{2}$/, "2026-01-05")(value, field);
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) {
    throw new CaseError(field, "must be a day of the calendar");
  }
  return text;
};

function readTariff(fields: Fields): Tariff {
  const limit = optional(readLimit);
  const date = optional(readInstant);
  const text = (name: string) => optional(readText)(fields[name], `tariff.${name}`) ?? "";
  return {
    country_code: text("country_code"),
    party_id: text("party_id"),
    id: text("id"),
    currency: text("currency"),
    last_updated: text("last_updated"),
    elements: fullListOf(fields["elements"], "tariff.elements").map((element, index) =>
      readElement(element, `tariff.elements[${index}]`),
    ),
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

const weekdays = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
] as const;

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
      (days, at) => listOf(days, at).map((day, index) => oneOf(weekdays, day, `${at}[${index}]`)),
      "day_of_week",
    ),
    reservation: get(
      (kind, at) => oneOf(["RESERVATION", "RESERVATION_EXPIRES"], kind, at),
      "reservation",
    ),
  };
}

// OCPI 2.2.1 mod_cdrs CdrDimensionType; these may flow back from the car.
const signed = [
  "CURRENT",
  "MAX_CURRENT",
  "MIN_CURRENT",
  "POWER",
  "MAX_POWER",
  "MIN_POWER",
] as const;
const unsigned = [
  "ENERGY",
  "ENERGY_EXPORT",
  "ENERGY_IMPORT",
  "PARKING_TIME",
  "RESERVATION_TIME",
  "STATE_OF_CHARGE",
  "TIME",
] as const;

function readPeriod(
  value: unknown,
  field: string,
  session: { start: string; end: string },
): OcpiChargingPeriod {
  const { start_date_time, dimensions } = fieldsOf(value, field);
  const start = readInstant(start_date_time, `${field}.start_date_time`);
  if (instantMs(start) < instantMs(session.start)) {
    throw new CaseError(`${field}.start_date_time`, "is before session.start_date_time");
  }
  if (instantMs(start) > instantMs(session.end)) {
    throw new CaseError(`${field}.start_date_time`, "is after session.end_date_time");
  }
  const read = listOf(dimensions, `${field}.dimensions`).map((dimension, index) => {
    const at = `${field}.dimensions[${index}]`;
    const { type, volume } = fieldsOf(dimension, at);
    const known = oneOf([...unsigned, ...signed], type, `${at}.type`);
    const isSigned = signed.some((one) => one === known);
    return { type: known, volume: (isSigned ? readNumber : readAmount)(volume, `${at}.volume`) };
  });
  const has = (type: string) => read.some((one) => one.type === type && one.volume > 0);
  if (has("RESERVATION_TIME") && has("ENERGY")) {
    throw new CaseError(`${field}.dimensions`, "a reservation has no ENERGY");
  }
  return { start_date_time: start, dimensions: read };
}
