import type { Positions } from "./order-in-worker.ts";
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
 * Locations in a row, each with the fields a scan reads side by side in memory: four floats in `places`. Three are the
 * position on the unit sphere; the fourth holds two integers of `bits`, a view on the same buffer: the mask and the free
 * plug classes.
 */
export type Listed = { slots: Uint32Array; places: Float64Array; bits: Uint32Array };

/**
 * Allocates slots and says where a search finds them: most in an order by grid cell, those added after it was made in a
 * short list that is scanned whole. A new order may be computed in a worker while slots are added and removed.
 */
export type SpatialOrder = {
  readonly order: Order;
  readonly cells: Cells;
  /** The order's slots. */
  readonly listed: Listed;
  /** Slots added after the order was made. */
  readonly late: Listed;
  /** Slots ever used. */
  readonly size: number;
  take(): number;
  /** Releases a slot; its mask must be 0. */
  leave(slot: number): void;
  /** Call after the mask, owner or visibility of a slot changed. */
  changed(slot: number): void;
  /** Begins a new order: the positions to sort. `setOrder` ends it. */
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

/** `columns` returns the current columns, which are replaced when they grow; `size` slots of them are in use. */
export function createSpatialOrder(columns: () => Slots, size: number): SpatialOrder {
  let order = orderOf(new Float64Array(0), new Float64Array(0));
  let cells = cellsOf(order);
  let late: number[] = [];
  let listed: Listed = {
    slots: order.slots,
    places: new Float64Array(0),
    bits: new Uint32Array(0),
  };
  let lateListed: Listed | null = null;
  /** How many of the late slots the order that is being computed will hold; null: none is being computed. */
  let pendingLate: number | null = null;
  /** Slots free for reuse. */
  const vacant: number[] = [];
  /** Released slots the current order still refers to: they cannot be reused before the next one. */
  let released: number[] = [];
  /** Of these, the ones released while a new order is computed, which refers to them too. */
  const releasedMeanwhile = new Set<number>();

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
      // In no order, neither the current one nor the one that is being computed.
      if (at >= (pendingLate ?? 0)) {
        late.splice(at, 1);
        lateListed = null;
        vacant.push(slot);
        return;
      }
      released.push(slot);
      if (pendingLate !== null) releasedMeanwhile.add(slot);
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
      pendingLate = late.length;
      releasedMeanwhile.clear();
      const latitude = columns().latitude.slice(0, size);
      for (const slot of vacant) latitude[slot] = Number.NaN;
      for (const slot of released) latitude[slot] = Number.NaN;
      return { latitude, longitude: columns().longitude.slice(0, size) };
    },
    setOrder: (made) => {
      order = made;
      late = late.slice(pendingLate ?? 0);
      lateListed = null;
      pendingLate = null;
      // Neither the new order nor the late list refers to these.
      vacant.push(...released.filter((slot) => !releasedMeanwhile.has(slot)));
      released = [...releasedMeanwhile];
      releasedMeanwhile.clear();
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
