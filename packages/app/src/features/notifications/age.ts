import { INDIA_ZONE } from "@voltmarg/rules";
import { ago, when } from "../../ui/format.ts";

const DAY_MS = 86_400_000;

/** "12 min ago", and after a day the date and the time. */
export function age(instant: string, now: number): string {
  if (now - Date.parse(instant) < DAY_MS) return ago(instant, now);
  const at = when(instant, INDIA_ZONE);
  return `${at.date}, ${at.time}`;
}
