import type { Cdr } from "@voltmarg/ocpi";
import {
  exact,
  fromOcpiPeriods,
  priceSession,
  roundHalfUpToPaise,
  type PricedSession,
  type Tariff,
} from "@voltmarg/rules";

/** What an operator asks, in paise. Without a VAT figure nothing is added. */
export type Asked = { net: bigint; total: bigint };

export function askedBy(cdr: Cdr): Asked {
  const { excl_vat, incl_vat } = cdr.total_cost;
  return {
    net: roundHalfUpToPaise(exact(excl_vat)),
    total: roundHalfUpToPaise(exact(incl_vat ?? excl_vat)),
  };
}

const HOUR_MS = 3_600_000;
/** No charge costs more; what does is a slip, and would not fit the books. */
const MOST_RUPEES = 1_000_000;

/** Why a charge record cannot be true, or null. Such a record is set aside, not billed. */
export function implausible(
  cdr: Cdr,
  context: { currency: string; maxKw: number | null },
): string | null {
  const start = Date.parse(cdr.start_date_time);
  const end = Date.parse(cdr.end_date_time);
  if (cdr.credit === true) return "a credit record, to be settled by hand";
  if (cdr.currency !== context.currency)
    return `currency ${cdr.currency}, expected ${context.currency}`;
  if (end < start) return "it ends before it starts";
  if (cdr.total_energy < 0 || cdr.total_cost.excl_vat < 0) return "negative energy or cost";
  const { excl_vat, incl_vat = excl_vat } = cdr.total_cost;
  if (incl_vat < excl_vat || incl_vat > MOST_RUPEES)
    return `a total of ${excl_vat} and ${incl_vat}`;
  const periodEnergy = cdr.charging_periods
    .flatMap((p) => p.dimensions)
    .filter((d) => d.type === "ENERGY")
    .reduce((sum, d) => sum + d.volume, 0);
  // The standard's own examples mix Wh with kWh, and peers copy them.
  if (Math.abs(periodEnergy - cdr.total_energy) > Math.max(0.05, cdr.total_energy * 0.02)) {
    return `periods add up to ${periodEnergy} kWh, the total says ${cdr.total_energy}`;
  }
  const hours = (end - start) / HOUR_MS;
  if (context.maxKw !== null && cdr.total_energy > context.maxKw * hours * 1.1 + 0.1) {
    return `${cdr.total_energy} kWh in ${hours.toFixed(3)} h is more than the plug can give`;
  }
  return null;
}

/** Prices a charge record on the frozen tariff; null when our engine cannot. */
export function priceCdr(cdr: Cdr, tariff: Tariff | null, timeZone: string): PricedSession | null {
  if (!tariff) return null;
  try {
    return priceSession({
      tariff,
      timeZone,
      start: cdr.start_date_time,
      end: cdr.end_date_time,
      periods: fromOcpiPeriods(cdr.charging_periods, cdr.start_date_time, cdr.end_date_time),
    });
  } catch {
    return null;
  }
}

export type Settled = { net: bigint; total: bigint; agreed: boolean };

/**
 * What the driver pays: the operator's total when our engine agrees within half a paisa a price component, else the
 * lower of the two.
 */
export function settle(asked: Asked, ours: PricedSession | null): Settled {
  if (!ours) return { ...asked, agreed: true };
  const difference =
    asked.total > ours.inclMinor ? asked.total - ours.inclMinor : ours.inclMinor - asked.total;
  const tolerance = BigInt(Math.floor(Math.max(1, ours.lines.length) / 2));
  if (difference <= tolerance || asked.total < ours.inclMinor) {
    return { ...asked, agreed: difference <= tolerance };
  }
  return { net: ours.exclMinor, total: ours.inclMinor, agreed: false };
}
