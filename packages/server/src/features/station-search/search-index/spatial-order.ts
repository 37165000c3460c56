import { isHidden } from "./facets.ts";
import { orderOf, SLOTS, type Order } from "./order.ts";
import type { Slots } from "./slots.ts";

/** Summary of each cell of the order, by which a search skips cells that cannot match. */
export type Cells = {
  /** Bitwise or of its locations' masks. */
  masks: Uint32Array;
  /** A bit for each owner number modulo 32. */
  owners: Uint32Array;
  /** Number of public locations, and of locations shown to some drivers only. */
  open: Uint32Array;
  hidden: Uint32Array;
};

/**
 * Allocates slots and says where a search finds them: most in an order by grid cell, those added after it was made in a
 * short list that is scanned whole. The columns in `data` are replaced when they grow.
 */
export function createSpatialOrder(data: { slots: Slots; size: number }) {
  let order: Order;
  let cells: Cells;
  let late: number[];
  let lateSlots: Uint32Array | null;
  /** Slots free for reuse: neither the order nor the late list refers to them. */
  let vacant: number[];

  const countCell = (nth: number) => {
    const { mask, owner } = data.slots;
    const { slots, starts } = order;
    let all = 0;
    let owners = 0;
    let open = 0;
    let secret = 0;
    for (let at = starts[nth]!; at < starts[nth + 1]!; at++) {
      const slot = slots[at]!;
      if (mask[slot] === 0) continue;
      all |= mask[slot]!;
      owners |= 1 << (owner[slot]! & 31);
      if (isHidden(mask[slot]!)) secret++;
      else open++;
    }
    cells.masks[nth] = all;
    cells.owners[nth] = owners;
    cells.open[nth] = open;
    cells.hidden[nth] = secret;
  };

  /** Makes the order anew, of all slots that are taken. */
  const renew = (): void => {
    const { cell, mask } = data.slots;
    order = orderOf(data.slots, data.size);
    late = [];
    lateSlots = null;
    vacant = [];
    for (let slot = 0; slot < data.size; slot++) if (mask[slot] === 0) vacant.push(slot);
    const column = () => new Uint32Array(order.cells.length);
    cells = { masks: column(), owners: column(), open: column(), hidden: column() };
    cell.fill(0);
    for (let nth = 0; nth < order.cells.length; nth++) {
      for (let at = order.starts[nth]!; at < order.starts[nth + 1]!; at++)
        cell[order.slots[at]!] = nth + 1;
      countCell(nth);
    }
  };
  renew();

  return {
    get order() {
      return order;
    },
    get cells() {
      return cells;
    },
    /** Slots added after the order was made. */
    get late() {
      return (lateSlots ??= Uint32Array.from(late));
    },
    take: (): number => {
      const slot = vacant.pop() ?? data.size++;
      if (slot >= SLOTS) throw new Error("more locations than an index can hold");
      late.push(slot);
      lateSlots = null;
      return slot;
    },
    /** Releases a slot; its mask must be 0. */
    leave: (slot: number): void => {
      const { cell } = data.slots;
      // One in the order stays there until the next order is made.
      if (cell[slot] !== 0) return countCell(cell[slot]! - 1);
      late.splice(late.indexOf(slot), 1);
      lateSlots = null;
      vacant.push(slot);
    },
    /** Call after the mask, owner or visibility of a slot changed. */
    changed: (slot: number): void => {
      const { cell } = data.slots;
      if (cell[slot] !== 0) countCell(cell[slot]! - 1);
    },
    renew,
  };
}
