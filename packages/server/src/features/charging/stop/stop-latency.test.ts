import { describe, expect, test } from "vitest";
import type { SessionRow } from "../session.store.ts";
import type { StopLead } from "./stop-latency.store.ts";
import { leadSeconds, learn, stopTook } from "./stop-latency.ts";

const after = (...seconds: number[]): StopLead | null =>
  seconds.reduce<StopLead | null>((lead, each) => learn(lead, each), null);
const times = (count: number, seconds: number) => Array.from({ length: count }, () => seconds);

describe("[S-7] the time a stop takes", () => {
  test("is a second where nothing is known", () => expect(leadSeconds(null)).toBe(1));

  test("is learnt from the first charge, with something to spare", () => {
    expect(leadSeconds(after(8))).toBe(10);
  });

  test("comes down to what it always is", () => {
    expect(leadSeconds(after(...times(20, 8)))).toBeCloseTo(8, 1);
  });

  test("covers most of what varies, and does not jump for one that hung", () => {
    const varied = Array.from({ length: 40 }, (_, i) => 2 + (i % 5));
    const lead = leadSeconds(after(...varied));
    expect(lead).toBeGreaterThan(5.5);
    expect(lead).toBeLessThan(8);
    expect(leadSeconds(after(...times(40, 2), 30))).toBeLessThan(20);
  });

  test("is never more than a minute", () => {
    expect(leadSeconds(after(3_600, 9_000))).toBe(60);
  });
});

describe("[S-7] how long a charge ran on", () => {
  const row = (more: Partial<SessionRow>, speed = 1) =>
    ({
      start_at: new Date("2026-11-20T06:30:00Z"),
      end_at: new Date("2026-11-20T06:40:03Z"),
      timeline: [{ step: "STOPPING", at: "2026-11-20T06:40:00Z" }],
      snapshot: { speed },
      ...more,
    }) as SessionRow;

  test("is real time, from the first stop to the operator's end", () => {
    expect(stopTook(row({}))).toBe(3);
    expect(stopTook(row({ stop_sent_at: new Date("2026-11-20T06:40:02Z") }))).toBe(3);
  });

  test("is real time on a faster clock as well", () => {
    const end = { end_at: new Date("2026-11-20T11:31:00Z") };
    expect(stopTook(row(end, 30))).toBe(2);
  });

  test.each<[string, Partial<SessionRow>]>([
    ["never stopped", { timeline: [] }],
    ["not over", { end_at: null }],
    ["over by itself when the stop left", { end_at: new Date("2026-11-20T06:40:00Z") }],
  ])("says nothing of one that was %s", (_name, more) => expect(stopTook(row(more))).toBeNull());
});
