import type { Connector } from "@voltmarg/contract";
import { inr, when } from "../ui/format.ts";
import { priceCopy as copy } from "./copy.ts";

/** "₹4.20 a kWh less after 09:00", in the station's own time; null: no turn comes soon. */
export function turnWords(
  { price_turn: turn }: Connector,
  timeZone: string,
  now: number,
): string | null {
  // A list seen without a connection may be older than its turns.
  if (!turn || Date.parse(turn.at) <= now) return null;
  const at = when(turn.at, timeZone);
  const today = when(new Date(now).toISOString(), timeZone);
  const time = at.fullDate === today.fullDate ? at.time : copy.tomorrow(at.time);
  const words = turn.difference_minor < 0 ? copy.turnLess : copy.turnMore;
  return words[turn.unit](inr(Math.abs(turn.difference_minor)), time);
}
