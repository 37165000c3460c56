import type { Cdr } from "@voltmarg/ocpi";
import { isProviderCurrency, PROVIDER_CURRENCY } from "@voltmarg/rules";
import { CLOCK_TOLERANCE_MS } from "../charging/index.ts";

/** What a CDR is compared with. */
export type Expected = {
  /** kW the plug can give; null: not known */
  plugKw: number | null;
  /** kWh the battery of the driver's vehicle takes; null: not known */
  vehicleKwh: number | null;
  /** When the start was requested, and the last update of the session, on the session's own clock. */
  askedAt: Date;
  seenUntil: Date;
};

const HOUR_MS = 3_600_000;
/** How the reason begins for a CDR that ends after the session's last update. */
export const ENDS_LATE = "it ends at";
/** The most energy, as a multiple of the battery's size: allows for losses and for wrongly entered sizes. */
const BATTERY_SLACK = 1.5;
/** kW of the strongest existing plug, used when the power is unknown. */
const STRONGEST_KW = 400;
/** Tolerance for a plug's power, and for inexact meters and clocks. */
const SLACK = 1.1;
/** kWh by which a figure of two decimals may be off. */
const HALF_A_DIGIT = 0.005;
/** The largest plausible cost. A larger one is an error, and would not fit the ledger's columns. */
const MOST_RUPEES = 1_000_000;

/** Why a CDR cannot be true, or null. Such a CDR is quarantined, not billed. */
export function implausible(cdr: Cdr, expected: Expected): string | null {
  return (
    otherCurrency(cdr) ??
    wrongDates(cdr, expected) ??
    wrongTotals(cdr) ??
    wrongEnergy(cdr, expected)
  );
}

/** A CDR is billed in rupees or not at all, whatever its own tariff says. */
export const otherCurrency = ({ currency }: Cdr): string | null =>
  isProviderCurrency(currency) ? null : `currency ${currency}, expected ${PROVIDER_CURRENCY}`;

function wrongDates(cdr: Cdr, { askedAt, seenUntil }: Expected): string | null {
  const start = Date.parse(cdr.start_date_time);
  const end = Date.parse(cdr.end_date_time);
  if (end < start) return "it ends before it starts";
  if (!(start >= askedAt.getTime() - CLOCK_TOLERANCE_MS)) {
    return `it starts at ${cdr.start_date_time}, before it was asked for at ${askedAt.toISOString()}`;
  }
  if (!(end <= seenUntil.getTime() + CLOCK_TOLERANCE_MS)) {
    return `${ENDS_LATE} ${cdr.end_date_time}, after the charge was last seen at ${seenUntil.toISOString()}`;
  }
  return null;
}

function wrongTotals(cdr: Cdr): string | null {
  const { total_time: time = 0, total_parking_time: parking = 0 } = cdr;
  const figures = [
    cdr.total_energy,
    time,
    parking,
    ...[
      cdr.total_cost,
      cdr.total_fixed_cost,
      cdr.total_energy_cost,
      cdr.total_time_cost,
      cdr.total_parking_cost,
      cdr.total_reservation_cost,
    ].flatMap((cost) => (cost ? [cost.excl_vat, cost.incl_vat ?? 0] : [])),
    ...cdr.charging_periods.flatMap((p) => p.dimensions.map((d) => d.volume)),
  ];
  if (figures.some((figure) => !(figure >= 0))) return "negative energy, time or cost";
  const { excl_vat, incl_vat = excl_vat } = cdr.total_cost;
  if (incl_vat < excl_vat || incl_vat > MOST_RUPEES) {
    return `a total of ${excl_vat} and ${incl_vat}`;
  }
  const hours = hoursOf(cdr);
  const longest = hours * SLACK + 1 / 60;
  if (time > longest || parking > longest) {
    return `${time} h and ${parking} h of parking in ${hours.toFixed(3)} h`;
  }
  return null;
}

function wrongEnergy(cdr: Cdr, { plugKw, vehicleKwh }: Expected): string | null {
  const periodEnergy = cdr.charging_periods
    .flatMap((p) => p.dimensions)
    .filter((d) => d.type === "ENERGY")
    .reduce((sum, d) => sum + d.volume, 0);
  // The standard's own examples mix Wh with kWh, and peers copy them.
  const rounding = HALF_A_DIGIT * (cdr.charging_periods.length + 1);
  if (Math.abs(periodEnergy - cdr.total_energy) > rounding) {
    return `periods add up to ${periodEnergy} kWh, the total says ${cdr.total_energy}`;
  }
  const hours = hoursOf(cdr);
  const kw = plugKw ?? STRONGEST_KW;
  // Dates are whole seconds: a charge may have lasted one longer.
  const most = kw * (hours * SLACK + 1 / 3600) + HALF_A_DIGIT;
  if (cdr.total_energy > most) {
    return `${cdr.total_energy} kWh in ${hours.toFixed(3)} h is more than the plug can give`;
  }
  if (vehicleKwh !== null && cdr.total_energy > vehicleKwh * BATTERY_SLACK) {
    return `${cdr.total_energy} kWh is more than a battery of ${vehicleKwh} kWh can take`;
  }
  return null;
}

const hoursOf = (cdr: Cdr) =>
  (Date.parse(cdr.end_date_time) - Date.parse(cdr.start_date_time)) / HOUR_MS;
