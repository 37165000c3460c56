import type { SupportInformation } from "@voltmarg/contract";
import { Usage } from "./subcommand.ts";

type Opening = NonNullable<SupportInformation["opening"]>;

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** "mon-sat 09:00-18:00, sun 10:00-14:00"; days may run past Sunday, and hours past midnight. */
export function openingOf(text: string): Opening {
  return text.split(",").flatMap((part) => {
    const [, first, last = first, begin, end] =
      /^\s*([a-z]{3})(?:-([a-z]{3}))?\s+([\d:]{5})-([\d:]{5})\s*$/i.exec(part) ?? [];
    const [from, until] = [first, last].map((day) => DAYS.indexOf((day ?? "").toLowerCase()));
    const isTime = (time = "") => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
    if (from === undefined || until === undefined || from < 0 || until < 0)
      throw new Usage(
        `--open is like "mon-sat 09:00-18:00, sun 10:00-14:00", not "${part.trim()}"`,
      );
    if (!isTime(begin) || !isTime(end))
      throw new Usage(`--open has times like 09:00, not "${part.trim()}"`);
    const count = ((until - from + 7) % 7) + 1;
    return Array.from({ length: count }, (_, nth) => ({
      weekday: ((from + nth) % 7) + 1,
      period_begin: begin!,
      period_end: end!,
    }));
  });
}

export const openingText = (opening: Opening): string =>
  opening
    .map(
      ({ weekday, period_begin, period_end }) =>
        `${DAYS[weekday - 1]} ${period_begin}-${period_end}`,
    )
    .join(", ");
