import type { Connector, Vehicle } from "@voltmarg/contract";
import { chargePowerKw, headlinePrice, priceSchedule, type Prices } from "@voltmarg/rules";
import { inr, when } from "../ui/format.ts";
import { priceCopy as copy } from "./copy.ts";

/** Paise, GST included. */
export type LeadPrice = { amount: string; unit: string; short: string; perKwhMinor: number | null };

/** What a plug costs a vehicle at one moment; null: not known, because there is no tariff or none that can be read. */
export function headline(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
) {
  const { tariff } = connector;
  if (!tariff) return null;
  return readable(() => headlinePrice(tariff, timeZone, at, powerOf(connector, vehicle)));
}

/** The price that leads: per kWh, else per minute, else once. Including GST; null: not known. */
export function leadPrice(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): LeadPrice | null {
  const price = headline(connector, vehicle, timeZone, at);
  if (!price) return null;
  if (price.free)
    return { amount: "₹0.00", unit: copy.freeOfCharge, short: copy.freeOfCharge, perKwhMinor: 0 };
  const lead = leading(price);
  if (!lead) return null;
  const amount = inr(lead.minor);
  return {
    amount,
    unit: copy.units[lead.key],
    short: shortPrice(lead),
    perKwhMinor: lead.key === "perKwhMinor" ? lead.minor : null,
  };
}

/** The next change of the price that leads: when, and what it is then. Null: it stays for a day, or nobody knows. */
export function nextPrice(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): { time: string; price: string } | null {
  const price = headline(connector, vehicle, timeZone, at);
  const lead = price && leading(price);
  const { tariff } = connector;
  if (!lead || !tariff) return null;
  // Within a day a time needs no date.
  const until = new Date(at.getTime() + DAY_MS);
  const power = powerOf(connector, vehicle);
  const rows = readable(() => priceSchedule(tariff, timeZone, at, until, power)) ?? [];
  const next = rows.find((row) => Number(row[lead.key] ?? 0) !== lead.minor);
  if (!next) return null;
  const later = leading(next);
  return {
    time: when(next.from, timeZone).time,
    price: later ? shortPrice(later) : copy.noPrice,
  };
}

const DAY_MS = 86_400_000;

/** What the plug and the vehicle do together, kW; null when the operator does not say. */
export const chargePower = (connector: Connector, vehicle: Vehicle | undefined): number | null =>
  chargePowerKw(connector, vehicle ?? null);

const powerOf = (connector: Connector, vehicle: Vehicle | undefined): number | undefined =>
  chargePower(connector, vehicle) ?? undefined;

const LEADS = ["perKwhMinor", "perMinuteMinor", "flatMinor"] as const;
type Lead = { key: (typeof LEADS)[number]; minor: number };

/** Nothing leads with zero: what is not free costs something else. */
function leading(prices: Prices): Lead | null {
  for (const key of LEADS) {
    const minor = Number(prices[key] ?? 0);
    if (minor !== 0) return { key, minor };
  }
  return null;
}

/** ₹19.00/kWh, ₹0.71/min, ₹41.30 per charge. */
const shortPrice = ({ key, minor }: Lead): string => copy.short[key](inr(minor));

/** Everything a charge that begins now pays while it charges: ₹19.00/kWh and ₹23.60 per charge; null: not known. */
export function priceLine(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): string | null {
  const price = headline(connector, vehicle, timeZone, at);
  return price?.free ? copy.freeOfCharge : price && listed(price, LEADS);
}

/** What runs while a car charges: ₹19.00/kWh and ₹1.18/min; null when nothing does. */
export const runningPrices = (prices: Prices): string | null =>
  listed(prices, ["perKwhMinor", "perMinuteMinor"]);

function listed(prices: Prices, keys: readonly Lead["key"][]): string | null {
  const words = keys
    .filter((key) => prices[key])
    .map((key) => shortPrice({ key, minor: Number(prices[key]) }));
  return words.length === 0 ? null : words.join(" and ");
}

/** What an operator wrote may be beyond reading: then the price is not known. */
export function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
