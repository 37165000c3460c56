import {
  type Cdr,
  type CdrToken,
  type ChargingPeriod,
  type Connector,
  type Evse,
  type Location,
  type Session,
  type Tariff,
  writeDateTime,
} from "@voltmarg/ocpi";
import type { Habits } from "../scenarios.ts";
import type { Car } from "./car.ts";
import { fraction, multiply, round } from "./fraction.ts";
import type { Meter } from "./meter.ts";
import { priceCharge } from "./price.ts";
import type { Part } from "./split-charge.ts";

/** A stored charge. Its clock runs `speed` times as fast as the wall clock; seconds count from its start. */
export type ChargeRecord = {
  id: string;
  /** Orders its messages. */
  lane: string;
  operator: string;
  locationId: string;
  evseUid: string;
  connectorId: string;
  token: CdrToken;
  authorizationReference?: string;
  habits?: Habits;
  car: Car;
  /** Fixed when the charge begins; null = free of charge. */
  tariff: Tariff | null;
  speed: number;
  status: "PENDING" | "ACTIVE" | "COMPLETED" | "INVALID";
  createdAt: number;
  /** Wall clock, whole seconds. */
  startedAt: number | null;
  /** Second up to which the eMSP has received updates. */
  reported: number;
  /** The same before the latest report. */
  reportedBefore: number;
  endedAfter: number | null;
};

const timeZone = "Asia/Kolkata";

/** Second of the charge's clock at a wall clock time. */
export function secondAt(record: ChargeRecord, at: number): number {
  if (record.startedAt === null) return 0;
  return Math.max(0, Math.floor(((at - record.startedAt) * record.speed) / 1000));
}

/** Wall clock time of a second of the charge's clock. */
export function wallAt(record: ChargeRecord, second: number): number {
  return Math.ceil((record.startedAt ?? record.createdAt) + (second * 1000) / record.speed);
}

const instant = (record: ChargeRecord, second: number) =>
  writeDateTime((record.startedAt ?? record.createdAt) + second * 1000);

/** OCPI numbers have four decimals. */
const hours = (seconds: number) => Math.round((seconds / 3600) * 10_000) / 10_000;

export const kwhAt = (meter: Meter, second: number) => meter.reading(second) / 1000;

/** The charging periods of a time span for a Session, cut where the car stops taking power. */
export function periodsBetween(
  record: ChargeRecord,
  meter: Meter,
  direct: boolean,
  from: number,
  to: number,
): ChargingPeriod[] {
  const full = meter.chargingSeconds;
  if (from < full && full < to) {
    return [
      ...periodsBetween(record, meter, direct, from, full),
      ...periodsBetween(record, meter, direct, full, to),
    ];
  }
  if (to <= from) return [];
  const charging = from < full;
  return [
    {
      start_date_time: instant(record, from),
      dimensions: charging
        ? [
            { type: "ENERGY", volume: (meter.reading(to) - meter.reading(from)) / 1000 },
            { type: "TIME", volume: hours(to - from) },
            { type: "POWER", volume: Math.round(meter.average(from, to)) / 1000 },
            ...(direct ? [{ type: "STATE_OF_CHARGE", volume: meter.soc(to) } as const] : []),
          ]
        : [
            { type: "PARKING_TIME", volume: hours(to - from) },
            ...(direct ? [{ type: "STATE_OF_CHARGE", volume: meter.soc(to) } as const] : []),
          ],
      ...(record.tariff && { tariff_id: record.tariff.id }),
    },
  ];
}

const mostPeriods = 200;

/**
 * The whole Session as reported so far, with periods of a minute or longer. The latest report stays a separate
 * period: an eMSP that pulls during that PATCH gets it twice with the same start.
 */
export function sessionOf(
  record: ChargeRecord,
  meter: Meter,
  direct: boolean,
  updatedAt: number,
): Session {
  const to = record.endedAfter ?? record.reported;
  const settled = Math.min(record.reportedBefore, to);
  const stride = Math.max(60, Math.ceil(settled / mostPeriods));
  const periods: ChargingPeriod[] = [];
  for (let from = 0; from < settled; from += stride) {
    periods.push(...periodsBetween(record, meter, direct, from, Math.min(from + stride, settled)));
  }
  periods.push(...periodsBetween(record, meter, direct, settled, to));
  return {
    country_code: "IN",
    party_id: record.operator,
    id: record.id,
    start_date_time: instant(record, 0),
    ...(record.endedAfter !== null && { end_date_time: instant(record, record.endedAfter) }),
    kwh: kwhAt(meter, to),
    cdr_token: record.token,
    auth_method: "COMMAND",
    ...(record.authorizationReference !== undefined && {
      authorization_reference: record.authorizationReference,
    }),
    location_id: record.locationId,
    evse_uid: record.evseUid,
    connector_id: record.connectorId,
    currency: "INR",
    ...(periods.length > 0 && { charging_periods: periods }),
    status: record.status,
    last_updated: writeDateTime(updatedAt),
  };
}

/** The CDR of a finished charge, with a period for every change of price. */
export function cdrOf(
  record: ChargeRecord,
  meter: Meter,
  place: { location: Location; evse: Evse; connector: Connector },
  id: string,
  updatedAt: number,
): Cdr {
  const { location, evse, connector } = place;
  const seconds = record.endedAfter ?? record.reported;
  const tariff = record.tariff ?? freeTariff(record, updatedAt);
  const bill = priceCharge(tariff, {
    startsAt: record.startedAt ?? record.createdAt,
    timeZone,
    parts: partsOf(meter, seconds, connector.max_voltage!),
  });
  const parked = Math.max(0, seconds - meter.chargingSeconds);
  return {
    country_code: "IN",
    party_id: record.operator,
    id,
    start_date_time: instant(record, 0),
    end_date_time: instant(record, seconds),
    session_id: record.id,
    cdr_token: record.token,
    auth_method: "COMMAND",
    ...(record.authorizationReference !== undefined && {
      authorization_reference: record.authorizationReference,
    }),
    cdr_location: {
      id: location.id,
      ...(location.name !== undefined && { name: location.name }),
      address: location.address,
      city: location.city,
      ...(location.postal_code !== undefined && { postal_code: location.postal_code }),
      ...(location.state !== undefined && { state: location.state }),
      country: location.country,
      coordinates: location.coordinates,
      evse_uid: evse.uid,
      evse_id: evse.evse_id ?? "#NA",
      connector_id: connector.id,
      connector_standard: connector.standard,
      connector_format: connector.format,
      connector_power_type: connector.power_type,
    },
    currency: "INR",
    tariffs: [tariff],
    charging_periods: bill.stretches.map(({ from, kind, seconds: length, wattHours }) => {
      const volume = round(multiply(length, fraction(1, 3600)), 4);
      return {
        start_date_time: instant(record, round(from, 3)),
        dimensions:
          kind === "CHARGING"
            ? [
                {
                  type: "ENERGY",
                  volume: round(multiply(wattHours, fraction(1, unitOf(record))), 4),
                },
                { type: "TIME", volume },
              ]
            : [{ type: "PARKING_TIME", volume }],
        tariff_id: tariff.id,
      };
    }),
    total_cost: asked(bill.total, record),
    total_fixed_cost: bill.fixed,
    total_energy: meter.reading(seconds) / unitOf(record),
    total_energy_cost: bill.energy,
    total_time: hours(seconds),
    total_time_cost: bill.time,
    total_parking_time: hours(parked),
    total_parking_cost: bill.parking,
    last_updated: writeDateTime(updatedAt),
  };
}

/** Watt-hours in what a CDR counts energy in. */
const unitOf = ({ habits }: ChargeRecord) => (habits?.recordsInWh ? 1 : 1000);

/** The amount the operator asks: its price, or more in some scenarios. */
function asked(total: Cdr["total_cost"], { habits }: ChargeRecord): Cdr["total_cost"] {
  const percent = habits?.asksPercent ?? 100;
  const raised = (amount: number) => Math.round(amount * percent) / 100;
  if (percent === 100) return total;
  return {
    excl_vat: raised(total.excl_vat),
    ...(total.incl_vat !== undefined && { incl_vat: raised(total.incl_vat) }),
  };
}

/** The charge up to the second the car is full, and the parking after it. */
function partsOf(meter: Meter, seconds: number, volts: number): Part[] {
  const full = Math.min(seconds, meter.chargingSeconds);
  const part = (kind: Part["kind"], from: number, to: number): Part => {
    const flow = flowOf(meter, from, volts);
    return {
      kind,
      from,
      seconds: to - from,
      unitsPerWattHour: 1,
      reading: (second) => meter.reading(from + second) - meter.reading(from),
      kilowatts: (second) => flow(second).kilowatts,
      amperes: (second) => flow(second).amperes,
    };
  };
  const parts = [part("CHARGING", 0, full), part("PARKING", full, seconds)];
  // A charge that has only just begun already owes the flat fee.
  return parts.filter((each, index) => each.seconds > 0 || (index === 0 && seconds === 0));
}

/** Exact power and current of a second; returns the same objects while the power stays the same. */
function flowOf(meter: Meter, from: number, volts: number) {
  let watts = Number.NaN;
  let flow = { kilowatts: fraction(0), amperes: fraction(0) };
  return (second: number) => {
    const now = meter.watts(from + second);
    if (now !== watts) {
      watts = now;
      flow = { kilowatts: fraction(now, 1000), amperes: fraction(now, volts) };
    }
    return flow;
  };
}

function freeTariff(record: ChargeRecord, updatedAt: number): Tariff {
  return {
    country_code: "IN",
    party_id: record.operator,
    id: `${record.operator}-NONE`,
    currency: "INR",
    elements: [{ price_components: [{ type: "FLAT", price: 0, step_size: 1 }] }],
    last_updated: writeDateTime(updatedAt),
  };
}
