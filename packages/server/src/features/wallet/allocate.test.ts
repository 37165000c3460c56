import { expect, test } from "vitest";
import { allocate, LEAST_REFUND, sumOf } from "./allocate.ts";

const sources = (...left: bigint[]) =>
  left.map((each, n) => ({ payment_id: `pay_${n}`, left: each }) as never);
const split = (amount: bigint, ...left: bigint[]) =>
  allocate(amount, sources(...left)).map((part) => [part.source.payment_id, part.amount]);

test("[B-1] an amount goes back to its payments in their order, each at most what it has", () => {
  expect(split(1_000n, 1_000n, 500n)).toEqual([["pay_0", 1_000n]]);
  expect(split(1_001n, 901n, 500n)).toEqual([
    ["pay_0", 901n],
    ["pay_1", 100n],
  ]);
  expect(split(2_000n, 1_000n, 500n)).toEqual([
    ["pay_0", 1_000n],
    ["pay_1", 500n],
  ]);
  expect(split(0n, 1_000n)).toEqual([]);
});

test("[B-1] a payment with less than a rupee left is passed over, one with just a rupee is not", () => {
  expect(LEAST_REFUND).toBe(100n);
  expect(split(300n, 99n, 300n)).toEqual([["pay_1", 300n]]);
  expect(split(300n, 100n, 300n)).toEqual([
    ["pay_0", 100n],
    ["pay_1", 200n],
  ]);
});

test("[B-1] what would be less than a rupee takes its missing paise from an earlier part, which keeps a rupee", () => {
  expect(split(1_001n, 1_000n, 500n)).toEqual([
    ["pay_0", 901n],
    ["pay_1", 100n],
  ]);
  expect(split(201n, 150n, 500n)).toEqual([
    ["pay_0", 101n],
    ["pay_1", 100n],
  ]);
  expect(split(199n, 150n, 500n)).toEqual([["pay_0", 150n]]);
  expect(split(200n, 150n, 500n)).toEqual([
    ["pay_0", 100n],
    ["pay_1", 100n],
  ]);
  // The latest of them that can.
  expect(split(1_350n, 1_000n, 300n, 500n)).toEqual([
    ["pay_0", 1_000n],
    ["pay_1", 250n],
    ["pay_2", 100n],
  ]);
  expect(split(1_150n, 1_000n, 100n, 500n)).toEqual([
    ["pay_0", 950n],
    ["pay_1", 100n],
    ["pay_2", 100n],
  ]);
});

test("[B-1] the parts sum to less where the payments do not cover the amount", () => {
  expect(sumOf(allocate(5_000n, sources(1_000n, 99n, 500n)))).toBe(1_500n);
  expect(sumOf([])).toBe(0n);
});
