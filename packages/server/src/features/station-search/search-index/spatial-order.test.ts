import { describe, expect, test } from "vitest";
import { HERE, HIDDEN } from "./facets.ts";
import { SLOTS } from "./order.ts";
import { slotColumns } from "./slots.ts";
import { createSpatialOrder } from "./spatial-order.ts";

const PUNE = { latitude: 18.523, longitude: 73.853 };
const MUMBAI = { latitude: 19.075, longitude: 72.875 };

function world() {
  const data = { slots: slotColumns(16), size: 0 };
  const spatial = createSpatialOrder(data);
  const put = (at: typeof PUNE, mask = 0, owner = 0) => {
    const slot = spatial.take();
    data.slots.latitude[slot] = at.latitude;
    data.slots.longitude[slot] = at.longitude;
    data.slots.mask[slot] = (HERE | mask) >>> 0;
    data.slots.owner[slot] = owner;
    spatial.changed(slot);
    return slot;
  };
  const remove = (slot: number) => {
    data.slots.mask[slot] = 0;
    spatial.leave(slot);
  };
  const late = () => [...spatial.late];
  const cells = () => {
    const { masks, owners, open, hidden } = spatial.cells;
    return Array.from(masks, (mask, nth) => ({
      mask,
      owners: owners[nth],
      open: open[nth],
      hidden: hidden[nth],
    }));
  };
  return { data, spatial, put, remove, late, cells };
}

describe("[L-1] slots of locations", () => {
  test("are new ones, found in the short list until the order is made", () => {
    const { data, spatial, put, late } = world();
    expect(late()).toEqual([]);
    expect([put(PUNE), put(MUMBAI), put(PUNE)]).toEqual([0, 1, 2]);
    expect(late()).toEqual([0, 1, 2]);
    expect([...spatial.order.slots]).toEqual([]);
    spatial.renew();
    expect(late()).toEqual([]);
    expect([...spatial.order.slots]).toEqual([0, 2, 1]);
    expect([...data.slots.cell.subarray(0, 4)]).toEqual([1, 2, 1, 0]);
    expect(put(PUNE)).toBe(3);
    expect(late()).toEqual([3]);
  });

  test("of the short list are free at once, those in the order when it is made anew", () => {
    const { spatial, put, remove, late, data } = world();
    for (let nth = 0; nth < 3; nth++) put(PUNE);
    remove(1);
    expect(late()).toEqual([0, 2]);
    expect(put(MUMBAI)).toBe(1);
    expect(late()).toEqual([0, 2, 1]);
    spatial.renew();
    remove(0);
    expect(put(PUNE)).toBe(3);
    spatial.renew();
    expect([...spatial.order.slots]).toEqual([2, 3, 1]);
    expect([...data.slots.cell.subarray(0, 4)]).toEqual([0, 2, 1, 1]);
    expect(put(PUNE)).toBe(0);
    expect(put(PUNE)).toBe(4);
  });

  test("are no more than an index can hold", () => {
    const { data, spatial } = world();
    data.size = SLOTS - 1;
    expect(spatial.take()).toBe(SLOTS - 1);
    expect(() => spatial.take()).toThrow("more locations than an index can hold");
  });
});

describe("[L-1] a cell of the order", () => {
  test("says what its locations have, whose they are and how many everybody sees", () => {
    const { spatial, put, cells } = world();
    put(PUNE, 1, 0);
    put(PUNE, 4, 33);
    put(PUNE, 2 | HIDDEN, 5);
    put(MUMBAI, 8, 31);
    spatial.renew();
    expect(cells()).toEqual([
      { mask: (HERE | HIDDEN | 7) >>> 0, owners: 0b100011, open: 2, hidden: 1 },
      { mask: (HERE | 8) >>> 0, owners: 2 ** 31, open: 1, hidden: 0 },
    ]);
  });

  test("follows a location that changes or goes, and no other cell does", () => {
    const { data, spatial, put, remove, cells } = world();
    put(PUNE, 1, 0);
    const second = put(PUNE, 2, 1);
    put(MUMBAI, 8, 2);
    spatial.renew();
    const mumbai = { mask: (HERE | 8) >>> 0, owners: 4, open: 1, hidden: 0 };
    data.slots.mask[second] = (HERE | HIDDEN | 4) >>> 0;
    data.slots.owner[second] = 3;
    spatial.changed(second);
    expect(cells()).toEqual([
      { mask: (HERE | HIDDEN | 5) >>> 0, owners: 9, open: 1, hidden: 1 },
      mumbai,
    ]);
    remove(second);
    expect(cells()).toEqual([{ mask: (HERE | 1) >>> 0, owners: 1, open: 1, hidden: 0 }, mumbai]);
    remove(0);
    expect(cells()).toEqual([{ mask: 0, owners: 0, open: 0, hidden: 0 }, mumbai]);
    // One that came later is in no cell.
    put(PUNE, 16, 4);
    expect(cells()).toEqual([{ mask: 0, owners: 0, open: 0, hidden: 0 }, mumbai]);
  });
});
