import { rangesIn } from "@voltmarg/rules";
import { FINE, firstAt } from "./order.ts";
import type { LocationIndex } from "./location-index.ts";

/** Degrees; west beyond east means across the date line. */
export type Box = { west: number; south: number; east: number; north: number };

/** Slots of all locations in a box, in no order. */
export function slotsInBox(index: LocationIndex, { west, south, east, north }: Box): number[] {
  const { order, late } = index.spatialOrder;
  const { latitude, longitude, mask } = index.slots;
  const found: number[] = [];
  const take = (list: Uint32Array, start: number, end: number) => {
    for (let at = start; at < end; at++) {
      const slot = list[at]!;
      if (mask[slot] === 0) continue;
      const y = latitude[slot]!;
      const x = longitude[slot]!;
      if (y < south || y > north) continue;
      if (west <= east ? x < west || x > east : x < west && x > east) continue;
      found.push(slot);
    }
  };
  for (const { first, last } of rangesIn(FINE, { west, south, east, north })) {
    const row = Math.floor(first / FINE.columns);
    const { starts, slots } = order;
    const start = firstAt(order, first, row);
    take(slots, starts[start]!, starts[firstAt(order, last + 1, row, start)]!);
  }
  take(late, 0, late.length);
  return found;
}
