/** Slots by cell, row after row: each row of a search is one stretch of it. */
export type Order = { cells: Int32Array; slots: Uint32Array };

export const EMPTY_ORDER: Order = { cells: new Int32Array(0), slots: new Uint32Array(0) };

/** Sorts slots by the cells they lie in; `cells` names the cell of each slot, below 0: nobody is there. */
export function orderOf(cells: Int32Array): Order {
  // One number for both, so that the sort needs no comparator. 26 million cells and 4 million slots fit in 47 bits.
  const keys = new Float64Array(cells.length);
  let count = 0;
  for (let slot = 0; slot < cells.length; slot++) {
    if (cells[slot]! >= 0) keys[count++] = cells[slot]! * SLOTS + slot;
  }
  const sorted = keys.subarray(0, count).sort();
  const order: Order = { cells: new Int32Array(count), slots: new Uint32Array(count) };
  for (let at = 0; at < count; at++) {
    const cell = Math.floor(sorted[at]! / SLOTS);
    order.cells[at] = cell;
    order.slots[at] = sorted[at]! - cell * SLOTS;
  }
  return order;
}

/** More slots than this an index cannot hold. */
export const SLOTS = 2 ** 22;

/** Where the first slot of a cell, or of the next cell that has one, stands. */
export function firstAt(order: Order, cell: number, from = 0): number {
  let low = from;
  let high = order.cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order.cells[middle]! < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
