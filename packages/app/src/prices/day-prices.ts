import type { Connector, Vehicle } from "@voltmarg/contract";
import { instantOf, localTime, priceSchedule } from "@voltmarg/rules";
import { clockTime } from "../ui/clock-time.ts";
import { when } from "../ui/format.ts";
import { priceCopy as copy } from "./copy.ts";
import { headline, leading, powerOf, readable, shortPrice } from "./lead-price.ts";

/** A part of the day with one price. */
export type DaySpan = {
  from: string;
  until: string;
  price: string;
  minor: number;
  /** of the day */
  share: number;
  now: boolean;
};

/**
 * The price shown first for each span of today at the station, from midnight to midnight, for a charge that begins in
 * that span. Null: the price is the same all day, or not known.
 */
export function dayPrices(
  connector: Connector,
  vehicle: Vehicle | undefined,
  timeZone: string,
  at: Date,
): DaySpan[] | null {
  const { tariff } = connector;
  const price = headline(connector, vehicle, timeZone, at);
  const lead = price && leading(price);
  if (!tariff || !lead) return null;
  return readable(() => {
    const { day } = localTime(timeZone, at.getTime());
    const [from, until] = [instantOf(timeZone, day, 0), instantOf(timeZone, day + 1, 0)];
    const power = powerOf(connector, vehicle);
    const turns: { ms: number; minor: number }[] = [];
    for (const row of priceSchedule(tariff, timeZone, new Date(from), new Date(until), power)) {
      const minor = Number(row[lead.key] ?? 0);
      if (turns.at(-1)?.minor !== minor) turns.push({ ms: Date.parse(row.from), minor });
    }
    if (turns.length < 2) return null;
    return turns.map(({ ms, minor }, nth): DaySpan => {
      const end = turns[nth + 1]?.ms ?? until;
      return {
        from: clockOf(ms, timeZone),
        until: end === until ? clockTime("24:00") : clockOf(end, timeZone),
        price: minor === 0 ? copy.noPrice : shortPrice({ key: lead.key, minor }),
        minor,
        share: (end - ms) / (until - from),
        now: ms <= at.getTime() && at.getTime() < end,
      };
    });
  });
}

const clockOf = (ms: number, timeZone: string) => when(new Date(ms).toISOString(), timeZone).time;
