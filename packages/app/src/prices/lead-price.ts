import type { Connector, Tariff, Vehicle } from "@voltmarg/contract";
import {
  chargePowerKw,
  comparedPrice,
  type ComparedPrice,
  headlinePrice,
  priceSchedule,
  type Prices,
} from "@voltmarg/rules";
import { inr, when } from "../ui/format.ts";
import { priceCopy as copy } from "./copy.ts";

export type LeadPrice = {
  amount: string;
  unit: string;
  short: string;
  /** What comes on top of it, "+ ₹0.50/min", or what it is made of, "₹15.00/kWh + ₹23.60 once"; null: nothing. */
  more: string | null;
  /** Paise a kWh, everything and GST included, as filters and orders compare it; null: not known. */
  perKwhMinor: number | null;
};

type Headline = ReturnType<typeof headlinePrice> | null;

/** Remembers of each plug what was asked last, and the answer: a screen asks for the same up to six times. */
function remembered<T>(price: (connector: Connector, tariff: Tariff, by: By) => T) {
  const known = new WeakMap<Connector, [asked: string, price: T | null]>();
  return (
    connector: Connector,
    vehicle: Vehicle | undefined,
    timeZone: string,
    at: Date,
  ): T | null => {
    const { tariff } = connector;
    if (!tariff) return null;
    const power = powerOf(connector, vehicle);
    const asked = [timeZone, at.getTime(), power, vehicle?.battery_capacity].join();
    let found = known.get(connector);
    if (found?.[0] !== asked) {
      found = [asked, readable(() => price(connector, tariff, { vehicle, timeZone, at, power }))];
      known.set(connector, found);
    }
    return found[1];
  };
}
type By = { vehicle: Vehicle | undefined; timeZone: string; at: Date; power: number | undefined };

/** The prices of a plug for a vehicle at one moment; null: not known, as there is no tariff or no readable one. */
export const headline = remembered<Headline>((_, tariff, { timeZone, at, power }) =>
  headlinePrice(tariff, timeZone, at, power),
);

/** What a kWh of an ordinary charge costs, all fees included; null: not known. */
export const compared = remembered<ComparedPrice | null>((connector, tariff, by) =>
  comparedPrice(tariff, { connector, vehicle: by.vehicle ?? null }, by.timeZone, by.at),
);

/**
 * The price shown first, by which stations are compared: per kWh with all fees included. Where that is not known, the
 * price of energy per kWh, else of time per minute, else the fee for the start. Including GST; null: not known.
 */
export function leadPrice(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): LeadPrice | null {
  const price = headline(connector, vehicle, timeZone, at);
  if (!price) return null;
  if (price.free) {
    const free = copy.freeOfCharge;
    return { amount: free, unit: "", short: free, more: null, perKwhMinor: 0 };
  }
  const all = compared(connector, vehicle, timeZone, at);
  const perKwhMinor = all?.perKwhMinor ?? null;
  if (all?.isAllIn)
    return {
      amount: inr(all.perKwhMinor),
      unit: copy.allIn,
      short: copy.shortAllIn(inr(all.perKwhMinor)),
      more: listed(price, LEADS),
      perKwhMinor,
    };
  const lead = leading(price);
  if (!lead) return null;
  const onTop = LEADS.filter((key) => key !== lead.key && Number(price[key] ?? 0) > 0).map((key) =>
    copy.onTop[key](inr(Number(price[key]))),
  );
  return {
    amount: inr(lead.minor),
    unit: copy.units[lead.key],
    short: shortPrice(lead),
    more: onTop.length === 0 ? null : onTop.join(" "),
    perKwhMinor,
  };
}

/** "about ₹18.20/kWh for your vehicle", if the price contains more than energy; null: it does not, or is not known. */
export function aboutPerKwh(...of: Parameters<typeof compared>): string | null {
  const all = compared(...of);
  return all?.isAllIn ? copy.aboutPerKwh(inr(all.perKwhMinor)) : null;
}

/** The next change of the price shown first: when, and the new price. Null: none within a day, or not known. */
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

/** kW of the plug and the vehicle together; null: the operator does not say. */
export const chargePower = (connector: Connector, vehicle: Vehicle | undefined): number | null =>
  chargePowerKw(connector, vehicle ?? null);

export const powerOf = (connector: Connector, vehicle: Vehicle | undefined): number | undefined =>
  chargePower(connector, vehicle) ?? undefined;

const LEADS = ["perKwhMinor", "perMinuteMinor", "flatMinor"] as const;
export type Lead = { key: (typeof LEADS)[number]; minor: number };

/** A zero is not shown first: a plug that is not free costs something else. */
export function leading(prices: Prices): Lead | null {
  for (const key of LEADS) {
    const minor = Number(prices[key] ?? 0);
    if (minor !== 0) return { key, minor };
  }
  return null;
}

/** ₹19.00/kWh, ₹0.71/min, ₹41.30 per charge. */
export const shortPrice = ({ key, minor }: Lead): string => copy.short[key](inr(minor));

/** All prices of a session that starts now, while it charges: ₹19.00/kWh + ₹23.60 per charge; null: not known. */
export function priceLine(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): string | null {
  const price = headline(connector, vehicle, timeZone, at);
  return price?.free ? copy.freeOfCharge : price && listed(price, LEADS);
}

/** The prices that accrue while a vehicle charges: ₹19.00/kWh + ₹1.18/min; null: there are none. */
export const runningPrices = (prices: Prices): string | null =>
  listed(prices, ["perKwhMinor", "perMinuteMinor"]);

function listed(prices: Prices, keys: readonly Lead["key"][]): string | null {
  const words = keys
    .filter((key) => prices[key])
    .map((key) => shortPrice({ key, minor: Number(prices[key]) }));
  return words.length === 0 ? null : words.join(" +\u00a0");
}

/** Runs `read`; null if the operator's tariff is unreadable, so that the price is not known. */
export function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
