import { expect, test } from "vitest";
import { createSignature } from "../../../platform/bus/signature.ts";
import { createStatusReceiver, createStatusSender } from "./status-signals.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const signature = createSignature(Buffer.alloc(32), "test");
const statusesOf = (count: number, uid = (n: number) => `IN*AAA*E${n}`) =>
  Array.from({ length: count }, (_, n) => ({
    id: `loc_${n}`,
    uid: uid(n),
    status: "CHARGING",
    since: NOW,
    version: n + 1,
  }));

test("statuses of a large group come in several signals, each of which NOTIFY can carry", () => {
  const statuses = statusesOf(250, (n) => `"${n}" 😀\\`);
  const signals = createStatusSender(signature, "one")("opr_aaa", statuses);
  const receive = createStatusReceiver(signature);
  expect(signals.length).toBeGreaterThan(1);
  for (const signal of signals)
    expect(Buffer.byteLength(JSON.stringify([signal]))).toBeLessThan(7_500);
  const received = signals.map((signal) => receive(JSON.parse(JSON.stringify(signal))));
  expect(received.flatMap((each) => each!.statuses)).toEqual(statuses);
  expect(received.some((each) => each!.isGap)).toBe(false);
});

test("a status too long for a signal is left out, and without statuses there is none", () => {
  const send = createStatusSender(signature, "one");
  expect(send("opr_aaa", [])).toEqual([]);
  expect(
    send(
      "opr_aaa",
      statusesOf(1, () => "x".repeat(6_000)),
    ),
  ).toEqual([]);
});

test("a signal that is missing is noticed, for each sender, and one that comes twice is none", () => {
  const receive = createStatusReceiver(signature);
  const [one, two] = ["one", "two"].map((name) => createStatusSender(signature, name));
  const next = (send: typeof one) => send!("opr_aaa", statusesOf(1))[0]!;
  const [first, , third, fourth] = [next(one), next(one), next(one), next(one)];
  next(two);
  const gaps = [first, third, third, first, fourth, next(two), next(two)].map(
    (signal) => receive(signal)!.isGap,
  );
  expect(gaps).toEqual([false, true, false, false, false, false, false]);
});

test("what another release signs under this name is not read", () => {
  const receive = createStatusReceiver(signature);
  for (const message of [
    {},
    [],
    ["one", 1, [["loc_1", "A", "CHARGING", NOW.toISOString(), 1]]],
    ["one", 1, [["loc_1", "A", "CHARGING", Number.MAX_VALUE, 1]]],
    ["one", "1", []],
  ]) {
    const text = JSON.stringify(message);
    const signed = { text, signature: signature.sign(text) };
    expect(receive({ topic: "evse-status", key: "", id: "", version: 0, ...signed })).toBe(null);
  }
});
