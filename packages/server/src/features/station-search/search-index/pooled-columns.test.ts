import { randomFrom } from "@voltmarg/testkit/random-stations";
import { expect, test } from "vitest";
import { addTo, emptyPool, giveBack, sortedPool } from "./pooled-columns.ts";

const LISTS = 1_000;

test.each([
  ["usual memory", (bytes: number) => new ArrayBuffer(bytes)],
  [
    "memory given back in parts",
    (bytes: number) => new ArrayBuffer(bytes, { maxByteLength: bytes }),
  ],
])("[L-1] lists are the same after they are sorted, in %s", (_, memory) => {
  const random = randomFrom(5);
  const pool = emptyPool(new Uint32Array(memory(LISTS * 64 * 4)), 4);
  const lists: number[][] = [];
  const starts = new Uint32Array(LISTS);
  const counts = new Uint16Array(LISTS);
  const put = (slot: number) => {
    const list = Array.from({ length: Math.floor(random() * 40) }, () =>
      Math.floor(random() * 2 ** 32),
    );
    lists[slot] = list;
    starts[slot] = addTo(pool, list);
    counts[slot] = list.length;
  };
  for (let slot = 0; slot < LISTS; slot++) put(slot);
  // Some are written anew, into what others gave back: then the order of their starts is another one.
  for (let nth = 0; nth < LISTS; nth++) {
    const slot = Math.floor(random() * LISTS);
    giveBack(pool, starts[slot]!, counts[slot]!);
    put(slot);
  }
  // Every other one is gone, and the rest comes in the order of chance.
  const order = Array.from({ length: LISTS / 2 }, (_each, nth) => [random(), nth * 2] as const);
  const slots = Uint32Array.from(order.toSorted(([a], [b]) => a - b).map(([, slot]) => slot));
  const { buffer } = pool.column;

  const sorted = sortedPool(pool, { starts, counts, slots });

  const found = Array.from(slots, (slot, nth) => [
    ...sorted.pool.column.subarray(sorted.starts[nth], sorted.starts[nth]! + counts[slot]!),
  ]);
  expect(found).toEqual(Array.from(slots, (slot) => lists[slot]));
  expect([...sorted.starts]).toEqual([...sorted.starts].toSorted((a, b) => a - b));
  expect(sorted.pool.column.buffer.resizable).toBe(false);
  expect(buffer.detached).toBe(true);
});
