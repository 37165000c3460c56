import { hoursSpan } from "../../ui/clock-time.ts";
import { supportCopy } from "./copy.ts";

/** Hours written in English as "Every day, 6:00 to 23:00", in the driver's words; any others as the provider wrote them. */
export function hoursWords(text: string): string {
  const [, from, until] = /^Every day, (\d{1,2}:\d\d) to (\d{1,2}:\d\d)$/.exec(text) ?? [];
  return from && until ? supportCopy.everyDay(hoursSpan(from, until)) : text;
}
