import { cellIn, gridOf } from "@voltmarg/rules";
import type { Slots } from "./slots.ts";

/**
 * Slots by fine cell, row after row: what a search looks at in a row is one stretch. Cells are small, so that a search in
 * a city does not look at many in vain, and only those count in which somebody is, so that they take no room elsewhere.
 */
export type Order = {
  slots: Uint32Array;
  /** Cells that hold somebody, lowest first. */
  cells: Int32Array;
  /** Where in `slots` each cell begins; one more: where the last one ends. */
  starts: Uint32Array;
  /** Where in `cells` each row begins; one more: where the last one ends. */
  rows: Uint32Array;
};

/** About a kilometre. */
export const FINE = gridOf(0.01);
/** No two places in a cell are farther apart, in km. */
export const CELL_KM = 1.58;
/** More slots than this an index cannot hold. */
export const SLOTS = 2 ** 22;

/** Sorts the first `size` slots by the cells they lie in; where the mask is 0, nobody is. */
export function orderOf(
  { latitude, longitude, mask }: Pick<Slots, "latitude" | "longitude" | "mask">,
  size: number,
): Order {
  // One number for both, so that the sort needs no comparator: 30 bits of cells and 22 of slots.
  const keys = new Float64Array(size);
  let count = 0;
  for (let slot = 0; slot < size; slot++)
    if (mask[slot] !== 0)
      keys[count++] = cellIn(FINE, latitude[slot]!, longitude[slot]!) * SLOTS + slot;
  const sorted = keys.subarray(0, count).sort();
  const slots = new Uint32Array(count);
  const cells = new Int32Array(count);
  const starts = new Uint32Array(count + 1);
  let distinct = 0;
  for (let at = 0; at < count; at++) {
    const cell = Math.floor(sorted[at]! / SLOTS);
    slots[at] = sorted[at]! - cell * SLOTS;
    if (distinct > 0 && cells[distinct - 1] === cell) continue;
    cells[distinct] = cell;
    starts[distinct++] = at;
  }
  starts[distinct] = count;
  const order = {
    slots,
    cells: cells.slice(0, distinct),
    starts: starts.slice(0, distinct + 1),
    rows: new Uint32Array(FINE.rows + 1),
  };
  let row = 0;
  for (let at = 0; at <= distinct; at++) {
    const upto = at < distinct ? Math.floor(cells[at]! / FINE.columns) : FINE.rows;
    while (row <= upto) order.rows[row++] = at;
  }
  return order;
}

/** Where in `cells` the first one stands that is not below this cell of this row; `from`: at or before it. */
export function firstAt({ cells, rows }: Order, cell: number, row: number, from = rows[row]!) {
  let low = from;
  let high = rows[row + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cells[middle]! < cell) low = middle + 1;
    else high = middle;
  }
  return low;
}
