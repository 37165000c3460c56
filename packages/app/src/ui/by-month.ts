import { INDIA_ZONE } from "@voltmarg/rules";
import { when } from "./format.ts";

export type Month<T> = {
  /** November 2026 */
  name: string;
  items: T[];
  /** Everything of this month is in hand, so that a sum over it is true. */
  complete: boolean;
};

/**
 * A list that is newest first, cut into months of India, as the service counts them. `at`: the instant of an item;
 * `ended`: nothing older is left to load.
 */
export function byMonth<T>(items: T[], at: (item: T) => string, ended: boolean): Month<T>[] {
  const months: Month<T>[] = [];
  for (const item of items) {
    const name = when(at(item), INDIA_ZONE).month;
    const last = months.at(-1);
    if (last?.name === name) last.items.push(item);
    else {
      if (last) last.complete = true;
      months.push({ name, items: [item], complete: false });
    }
  }
  const oldest = months.at(-1);
  if (oldest) oldest.complete = ended;
  return months;
}
