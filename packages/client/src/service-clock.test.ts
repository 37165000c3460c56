import fc from "fast-check";
import { expect, test } from "vitest";
import { createServiceClock } from "./service-clock.ts";

const START = Date.parse("2026-11-20T06:30:00Z");
const HOUR = 3_600_000;

/** A device with both its clocks, and a service whose answers take their time. */
function device(wrongBy: number, ahead = 0) {
  const state = { true: START, wrongBy, asleep: 0 };
  const steady = () => state.true - START - state.asleep;
  const clock = createServiceClock({
    ahead,
    wall: () => state.true + state.wrongBy,
    steady,
  });
  const pass = (ms: number) => void (state.true += ms);
  const answer = (
    { out, back }: { out: number; back: number },
    headers: Record<string, string> = {},
  ) => {
    const sent = steady();
    pass(out);
    const date = new Date(state.true).toUTCString();
    pass(back);
    clock.learn({ headers: new Headers({ date, "cache-control": "no-store", ...headers }) }, sent);
  };
  return {
    state,
    clock,
    pass,
    answer,
    setClock: (by: number) => void (state.wrongBy += by),
    sleep: (ms: number) => {
      pass(ms);
      state.asleep += ms;
    },
    error: () => Math.abs(clock.now() - state.true),
  };
}

const quick = { out: 40, back: 40 };
const latency = fc.record({ out: fc.nat(5000), back: fc.nat(5000) });
const roundTrip = ({ out, back }: { out: number; back: number }) => out + back;
const wrong = fc.integer({ min: -30 * 86_400_000, max: 30 * 86_400_000 });

test("[S-2] however wrong the device's clock is, the time is right within a second and the shortest round trip", () => {
  fc.assert(
    fc.property(
      wrong,
      fc.array(fc.tuple(latency, fc.nat(60_000)), { minLength: 1, maxLength: 12 }),
      (wrongBy, answers) => {
        const { answer, pass, error } = device(wrongBy);
        let shortest = Infinity;
        for (const [took, pause] of answers) {
          answer(took);
          shortest = Math.min(shortest, roundTrip(took));
          expect(error()).toBeLessThanOrEqual(1000 + shortest);
          pass(pause);
          expect(error()).toBeLessThanOrEqual(1000 + shortest);
        }
      },
    ),
  );
});

test("[S-2] after the clock was set or the device slept, the next answer puts it right", () => {
  const happened = fc.record({ set: wrong, slept: fc.nat(HOUR), took: latency });
  fc.assert(
    fc.property(wrong, fc.array(happened, { minLength: 1, maxLength: 8 }), (wrongBy, all) => {
      const { answer, error, setClock, sleep } = device(wrongBy);
      answer(quick);
      for (const { set, slept, took } of all) {
        setClock(set);
        sleep(slept);
        answer(took);
        expect(error()).toBeLessThanOrEqual(1000 + roundTrip(took));
      }
    }),
  );
});

test("[S-2] many quick answers narrow it below a second", () => {
  const { answer, pass, error } = device(20 * 60_000);
  for (let nth = 0; nth < 40; nth += 1) {
    answer(quick);
    pass(1037);
  }
  expect(error()).toBeLessThan(100);
});

test("[S-2] a clock that is set back, and a device that slept, change nothing, even before an answer", () => {
  const { answer, clock, error, setClock, sleep } = device(0);
  answer(quick);
  const before = error();
  setClock(-3 * HOUR);
  expect(error()).toBe(before);
  expect([clock.hasJumped(), clock.hasJumped()]).toEqual([true, false]);
  sleep(HOUR);
  expect(error()).toBe(before);
  expect([clock.hasJumped(), clock.hasJumped()]).toEqual([true, false]);
});

test("[S-2] a clock that is set forward never makes what is old look new, and is noticed", () => {
  const { answer, clock, error, setClock, state } = device(0);
  answer(quick);
  expect(clock.hasJumped()).toBe(false);
  setClock(20 * 60_000);
  expect(clock.now()).toBeGreaterThan(state.true);
  expect(clock.hasJumped()).toBe(true);
  answer(quick);
  expect(error()).toBeLessThanOrEqual(1080);
  expect(clock.hasJumped()).toBe(false);
});

test("[N-1] a start without a network goes by what was known last", () => {
  expect(device(3 * HOUR, -3 * HOUR).error()).toBe(0);
});

test.each([
  ["an answer that a cache may keep", { "cache-control": "max-age=300" }],
  ["an answer without a date", { date: "" }],
  ["an answer with a date that is none", { date: "yesterday" }],
])("[S-2] %s says nothing of the time", (_name, headers) => {
  const { answer, error } = device(HOUR);
  answer(quick, { date: new Date(0).toUTCString(), ...headers });
  expect(error()).toBe(HOUR);
});
