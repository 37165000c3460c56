import type { PriceChange, Prices } from "@voltmarg/rules";
import { inr, listed, when } from "../ui/format.ts";
import { durationWords } from "./condition-text.ts";
import { priceCopy as copy } from "./copy.ts";

const RUNNING = ["perKwhMinor", "perMinuteMinor"] as const;

/**
 * A change of price during a session, as one line: "From 18:00 ₹22.00/kWh instead of ₹19.00/kWh".
 * Null when no price of a running session changes: the start fee is paid already, parking comes later.
 */
export function changeWords(change: PriceChange, start: Date, timeZone: string): string | null {
  const parts = RUNNING.map((key) => partWords(key, change.before, change.after)).filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : `${sinceWords(change, start, timeZone)} ${listed(parts)}`;
}

function sinceWords({ because, at, kwh }: PriceChange, start: Date, timeZone: string): string {
  if (because === "CLOCK") return copy.fromClock(when(at, timeZone).time);
  // The crossing is rounded to a millisecond; the threshold is a round number.
  if (because === "ENERGY") return copy.fromEnergy(`${Math.round(kwh * 100) / 100}\u00a0kWh`);
  return copy.fromDuration(durationWords(Math.round((Date.parse(at) - start.getTime()) / 1000)));
}

function partWords(key: (typeof RUNNING)[number], before: Prices, after: Prices): string | null {
  const [was, is] = [before[key] ?? 0n, after[key] ?? 0n];
  const words = (minor: bigint) => copy.short[key](inr(Number(minor)));
  if (was === is) return null;
  if (was === 0n) return copy.added(words(is));
  return is === 0n ? copy.gone(words(was)) : copy.instead(words(is), words(was));
}
