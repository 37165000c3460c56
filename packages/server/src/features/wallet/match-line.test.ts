import { expect, test } from "vitest";
import { mismatchOf, type OpenLine } from "./match-line.ts";

const LINE: OpenLine = {
  entity_id: "pay_1",
  type: "payment",
  currency: "INR",
  amount: 10_000n,
  debit: 0n,
  credit: 9_764n,
  fee: 236n,
  tax: 36n,
  dispute_id: null,
  reason: "UNKNOWN",
  ours: 10_000n,
  settled: false,
  disputed: null,
  loss: null,
};
const line = (more: Partial<OpenLine>, taken = 0n) => mismatchOf({ ...LINE, ...more }, taken);
const NO_FEE = { fee: 0n, tax: 0n };
const REFUND = { ...NO_FEE, type: "refund", debit: 10_000n, credit: 0n };
const DISPUTE = {
  ...REFUND,
  type: "adjustment",
  dispute_id: "disp_1",
  disputed: 10_000n,
  ours: null,
};
const RETURNED = { ...DISPUTE, debit: 0n, credit: 10_000n };

test.each<[string, Partial<OpenLine>, bigint?]>([
  ["a payment less its fee", {}],
  ["a payment without a fee", { ...NO_FEE, credit: 10_000n }],
  ["a refund", REFUND],
  ["an instant refund, which has a fee", { ...REFUND, debit: 10_236n, fee: 236n, tax: 36n }],
  ["a lost dispute", { ...DISPUTE, loss: 10_000n }],
  ["disputed money that is taken at once", DISPUTE],
  ["a part that a dispute took", { ...DISPUTE, amount: 4_000n, debit: 4_000n, loss: 4_000n }],
  ["money back of a dispute that was won", { ...RETURNED, loss: 0n }, 10_000n],
  [
    "the rest back of one that was lost in part",
    { ...RETURNED, amount: 6_000n, credit: 6_000n, loss: 4_000n },
    10_000n,
  ],
])("[B-3] %s matches", (_, more, taken) => {
  expect(line(more, taken)).toBeNull();
});

test.each<[string, string, Partial<OpenLine>, bigint?]>([
  ["a payment that nobody here has", "UNKNOWN", { ours: null }],
  ["a transfer", "UNKNOWN", { type: "transfer" }],
  ["an adjustment without a dispute", "UNKNOWN", { ...DISPUTE, disputed: null }],
  ["a payment that is taken off", "OTHER_AMOUNT", { ...NO_FEE, debit: 10_000n, credit: 0n }],
  ["a refund that is paid out", "OTHER_AMOUNT", { ...NO_FEE, type: "refund", credit: 10_000n }],
  ["a paisa less", "OTHER_AMOUNT", { credit: 9_763n }],
  ["another amount than is paid out", "OTHER_AMOUNT", { amount: 10_001n }],
  ["more tax than fee", "OTHER_AMOUNT", { tax: 237n }],
  ["a tax below zero", "OTHER_AMOUNT", { tax: -1n }],
  ["dollars", "OTHER_CURRENCY", { currency: "USD" }],
  ["what matched before", "SETTLED_TWICE", { settled: true }],
  ["a dispute that is taken again", "SETTLED_TWICE", DISPUTE, 10_000n],
  ["money back of which none was taken", "OTHER_AMOUNT", RETURNED],
])("[B-3] %s: %s", (_, reason, more, taken) => {
  expect(line(more, taken)).toBe(reason);
});
