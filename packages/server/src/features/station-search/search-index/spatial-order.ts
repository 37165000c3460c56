import type { Positions } from "./order-in-worker.ts";
import { orderOf, SLOTS, type Order } from "./order.ts";
import type { Slots } from "./slots.ts";

/** What there is in each cell of the order: by it a search passes by whole cells. */
export type Cells = {
  /** All that the masks of its locations have. */
  masks: Uint32Array;
  /** A bit for each owner number modulo 32. */
  owners: Uint32Array;
  /** How many locations everybody sees, and how many not. */
  open: Uint32Array;
  hidden: Uint32Array;
};

/**
 * Locations one after another, each with all that most of a search looks at side by side in memory: four numbers in
 * `places`, of which three are its position on the unit sphere and the fourth is two numbers of `bits`, its mask and what
 * is free.
 */
export type Listed = { slots: Uint32Array; places: Float64Array; bits: Uint32Array };

/** Which slots are taken, and where a search finds them: most in the order, those that came later in a list. */
export type SpatialOrder = {
  readonly order: Order;
  readonly cells: Cells;
  /** The order's slots. */
  readonly listed: Listed;
  /** Slots that came after the order was made. */
  readonly late: Listed;
  /** Slots ever used. */
  readonly size: number;
  take(): number;
  /** Its mask must be 0 by then. */
  leave(slot: number): void;
  /** Mask, owner or hiddenness of a slot are others. */
  changed(slot: number): void;
  /** Positions a new order is made from, and what to do with it; slots may come and go meanwhile. */
  positions(): Positions;
  setOrder(order: Order): void;
};

const cellsOf = ({ cells: { length } }: Order): Cells => ({
  masks: new Uint32Array(length),
  owners: new Uint32Array(length),
  open: new Uint32Array(length),
  hidden: new Uint32Array(length),
});

function listOf(columns: Slots, slots: Uint32Array): Listed {
  const places = new Float64Array(4 * slots.length);
  const made = { slots, places, bits: new Uint32Array(places.buffer) };
  for (let at = 0; at < slots.length; at++) list(columns, made, at);
  return made;
}

function list({ x, y, z, mask, ready }: Slots, { slots, places, bits }: Listed, at: number): void {
  const slot = slots[at]!;
  places[4 * at] = x[slot]!;
  places[4 * at + 1] = y[slot]!;
  places[4 * at + 2] = z[slot]!;
  bits[8 * at + 6] = mask[slot]!;
  bits[8 * at + 7] = ready[slot]!;
}

/** `columns` answers the columns as they are now. */
export function createSpatialOrder(columns: () => Slots): SpatialOrder {
  let order = orderOf(new Float64Array(0), new Float64Array(0));
  let cells = cellsOf(order);
  let size = 0;
  let late: number[] = [];
  let listed: Listed = {
    slots: order.slots,
    places: new Float64Array(0),
    bits: new Uint32Array(0),
  };
  let lateListed: Listed | null = null;
  /** Of the late ones, how many the order in the making will hold; null: none is made. */
  let making: number | null = null;
  /** Slots nobody lives in: free to be taken; still named by the order; of these, left while a new one is made. */
  const vacant: number[] = [];
  let unnamed: number[] = [];
  const vacated = new Set<number>();

  const countCell = (nth: number) => {
    const { mask, owner, hidden } = columns();
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
      if (hidden[slot] === 1) secret++;
      else open++;
    }
    cells.masks[nth] = all;
    cells.owners[nth] = owners;
    cells.open[nth] = open;
    cells.hidden[nth] = secret;
  };

  const spatialOrder: SpatialOrder = {
    get order() {
      return order;
    },
    get cells() {
      return cells;
    },
    get listed() {
      return listed;
    },
    get late() {
      lateListed ??= listOf(columns(), Uint32Array.from(late));
      return lateListed;
    },
    get size() {
      return size;
    },
    take: () => {
      const slot = vacant.pop() ?? size++;
      if (slot >= SLOTS) throw new Error("more locations than an index can hold");
      late.push(slot);
      lateListed = null;
      return slot;
    },
    leave: (slot) => {
      spatialOrder.changed(slot);
      const at = late.indexOf(slot);
      // Late and not in the order that is being made: nobody else names it.
      if (at >= (making ?? 0)) {
        late.splice(at, 1);
        lateListed = null;
        vacant.push(slot);
        return;
      }
      unnamed.push(slot);
      if (making !== null) vacated.add(slot);
    },
    changed: (slot) => {
      const { cell, place } = columns();
      if (cell[slot] === 0) {
        lateListed = null;
        return;
      }
      list(columns(), listed, place[slot]!);
      countCell(cell[slot]! - 1);
    },
    positions: () => {
      making = late.length;
      vacated.clear();
      const latitude = columns().latitude.slice(0, size);
      for (const slot of vacant) latitude[slot] = Number.NaN;
      for (const slot of unnamed) latitude[slot] = Number.NaN;
      return { latitude, longitude: columns().longitude.slice(0, size) };
    },
    setOrder: (made) => {
      order = made;
      late = late.slice(making ?? 0);
      lateListed = null;
      making = null;
      // Nobody names these any more: not the new order, not the list of late ones.
      vacant.push(...unnamed.filter((slot) => !vacated.has(slot)));
      unnamed = [...vacated];
      vacated.clear();
      cells = cellsOf(order);
      listed = listOf(columns(), order.slots);
      const { cell, place } = columns();
      cell.fill(0);
      for (let nth = 0; nth < order.cells.length; nth++) {
        for (let at = order.starts[nth]!; at < order.starts[nth + 1]!; at++) {
          cell[order.slots[at]!] = nth + 1;
          place[order.slots[at]!] = at;
        }
        countCell(nth);
      }
    },
  };
  return spatialOrder;
}
