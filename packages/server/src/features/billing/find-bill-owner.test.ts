import { cdrOf } from "@voltmarg/testkit/partner";
import { describe, expect, test } from "vitest";
import { CLOSED_UNBILLED, whyNotBilled } from "./find-bill-owner.ts";

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 6, minute, second));
const NOW = at(59);
/** Ended by its operator at 06:40; a record's end may be five minutes later than it was seen. */
const row = (more: object = {}) => ({
  status: "COMPLETED",
  failure: null,
  told: [],
  requested_at: at(30),
  start_at: at(30),
  end_at: at(40),
  given_up_at: null,
  news_at: at(41),
  cdr_id: null,
  timeline: [{ step: "ENDED", at: at(42).toISOString() }],
  snapshot: { plug_kw: 60, speed: 1, vehicle: null },
  ...more,
});
const record = (end: Date, more: object = {}) => {
  const whole = cdrOf("c-1");
  return {
    ...whole,
    start_date_time: at(30).toISOString(),
    end_date_time: end.toISOString(),
    total_energy: 1,
    total_time: 0.1,
    charging_periods: [
      { start_date_time: at(30).toISOString(), dimensions: [{ type: "ENERGY", volume: 1 }] },
    ],
    ...more,
  };
};
const why = (of: object, end: Date) => whyNotBilled(row(of) as never, record(end), NOW);
/** The last minute and second at which a record of such a session may end. */
const latest = (of: object): string => {
  for (let second = 59 * 60 + 360; second >= 30 * 60; second -= 1) {
    const end = at(0, second);
    if (why(of, end) === null) return end.toISOString().slice(14, 19);
  }
  return "never";
};

describe("[B-3] [B-7] a record may end", () => {
  test("five minutes after the operator's own end", () => {
    expect(latest({})).toBe("45:00");
  });

  test("without one five minutes after the last update, or after now", () => {
    expect(latest({ end_at: null })).toBe("46:00");
    expect(latest({ end_at: null, news_at: null })).toBe("04:00");
  });

  test("of a session that runs, five minutes after now", () => {
    expect(latest({ status: "ACTIVE", end_at: null })).toBe("04:00");
  });

  test("of one that we gave up, five minutes after that, or after what the operator sent later", () => {
    expect(latest({ given_up_at: at(50) })).toBe("55:00");
    expect(latest({ given_up_at: at(50), news_at: at(52) })).toBe("57:00");
    expect(latest({ given_up_at: at(50), news_at: null })).toBe("55:00");
  });

  test("after a bill, five minutes after the moment at which the charge ended", () => {
    expect(latest({ cdr_id: "cdr_1" })).toBe("47:00");
    expect(latest({ cdr_id: "cdr_1", timeline: [] })).toBe("46:00");
  });

  test("on a faster clock as late as that clock may have come", () => {
    const fast = { plug_kw: 60, speed: 2, vehicle: null };
    // Given up twenty minutes after its start: forty on its own clock.
    const given = { given_up_at: at(50), news_at: null, snapshot: fast };
    expect(why(given, at(75))).toBeNull();
    expect(why(given, at(75, 1))).toMatch(/after the charge was last seen/);
  });
});

test.each([
  [{ status: "INVALID" }, "the operator withdrew the session"],
  [{ failure: { not_charged: true } }, "the driver was told that this start cost nothing"],
  [{ failure: { not_charged: false } }, null],
  [{ told: [CLOSED_UNBILLED] }, "the back office closed this charge without a bill"],
  [{ told: ["STARTED"] }, null],
])("[B-3] whether a record of %j is billed: %s", (of, reason) => {
  expect(why(of, at(40))).toBe(reason);
});

test("[B-3] energy is held against plug and battery of the session", () => {
  const of = (kwh: number) =>
    record(at(40), {
      total_energy: kwh,
      charging_periods: [
        { start_date_time: at(30).toISOString(), dimensions: [{ type: "ENERGY", volume: kwh }] },
      ],
    });
  // Ten minutes at 60 kW are 10 kWh, and a tenth more.
  expect(whyNotBilled(row() as never, of(11), NOW)).toBeNull();
  expect(whyNotBilled(row() as never, of(11.1), NOW)).toMatch(/more than the plug can give/);
  const small = { plug_kw: 60, speed: 1, vehicle: { battery_capacity: 5 } };
  expect(whyNotBilled(row({ snapshot: small }) as never, of(7.5), NOW)).toBeNull();
  expect(whyNotBilled(row({ snapshot: small }) as never, of(7.6), NOW)).toMatch(/battery/);
});
