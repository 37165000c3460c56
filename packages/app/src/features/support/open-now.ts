import type { SupportInformation } from "@voltmarg/contract";
import { INDIA_ZONE, localTime, openState } from "@voltmarg/rules";
import { timeWithDay } from "../../ui/format.ts";
import { supportCopy as copy } from "./copy.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** "Open now, until 18:00" or "Closed, opens tomorrow 09:00"; null where the provider gave no hours by weekday. */
export function openNow(opening: SupportInformation["opening"], now: number): string | null {
  if (!opening || opening.length === 0) return null;
  const times = { twentyfourseven: false, regular_hours: opening };
  const { isOpened, closesAt } = openState(times, INDIA_ZONE, new Date(now));
  if (!isOpened) return copy.opensAt(timeWithDay(nextOpening(opening, now), INDIA_ZONE, now));
  return closesAt ? copy.openUntil(timeWithDay(closesAt.getTime(), INDIA_ZONE, now)) : copy.openNow;
}

function nextOpening(opening: NonNullable<SupportInformation["opening"]>, now: number): number {
  const today = localTime(INDIA_ZONE, now);
  const ahead = opening.map(({ weekday, period_begin }) => {
    const [hours = 0, minutes = 0] = period_begin.split(":").map(Number);
    const time = (hours * 60 + minutes) * MINUTE_MS;
    const days = (weekday - today.weekday + 7) % 7;
    // India's clocks are never put forward or back.
    const later = (days === 0 && time <= today.time ? 7 : days) * DAY_MS;
    return now - today.time + later + time;
  });
  return Math.min(...ahead);
}
