import type { SearchContext } from "./search-context.ts";
import { kindOfPlug, passes, type PlugTest } from "./search-index/facets.ts";
import type { SearchWish } from "./search-wish.ts";

/**
 * Whether a location is known to be open, and one plug that passes is cheap enough, as far as the wish asks for it; null
 * when it asks for neither. Both depend on the minute, and the price on the car, so the index has no columns of them.
 */
export function openAndCheap(
  { ready, view, silent, now }: SearchContext,
  { openNow, mostPaise }: SearchWish,
  plugs: PlugTest,
): ((slot: number) => boolean) | null {
  if (!openNow && mostPaise === null) return null;
  const { slots, data } = ready.index;
  const hours = ready.views.hours(now);
  const isCheap = (slot: number, most: number) => {
    const mute = silent[slots.owner[slot]!] === 1;
    const first = slots.plugStart[slot]!;
    for (let at = first; at < first + slots.plugCount[slot]!; at++) {
      const plug = data.plugs.column[at]!;
      if (!passes(plugs, plug, mute)) continue;
      const price = view.price(kindOfPlug(plug));
      if (price !== null && price <= most) return true;
    }
    return false;
  };
  return (slot) =>
    (!openNow || hours.isOpened(slots.hours[slot]!) === true) &&
    (mostPaise === null || isCheap(slot, mostPaise));
}
