import type { Session } from "@voltmarg/contract";
import { describe, expect, test } from "vitest";
import {
  isFull,
  isSilent,
  limitOfSession,
  minutesLeft,
  progress,
  sessionClock,
  sessionSeconds,
} from "./live-state.ts";
import { parkingWords } from "./parking-text.ts";
import { curveView, isWeak, roundTop, thinned } from "./power-curve.ts";
import { holdFate, isUnderWay, startFailure, startSteps, startTitle } from "./start-steps.ts";

const T0 = Date.parse("2026-11-20T04:43:00Z");
const iso = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();

const session = (change: Partial<Session> = {}): Session => ({
  id: "s1",
  status: "ACTIVE",
  step: "FLOWING",
  version: 1,
  timeline: [
    { step: "SENT", at: iso(0) },
    { step: "ACCEPTED", at: iso(2) },
    { step: "STARTED", at: iso(5) },
    { step: "FLOWING", at: iso(9) },
  ],
  failure: null,
  location: {
    id: "l",
    name: "Sahyadri Plaza",
    address: "",
    city: "Pune",
    time_zone: "Asia/Kolkata",
    operator_id: "opr_1",
    operator_name: "Urjapath",
    operator_phone: null,
  },
  evse_uid: "E1",
  evse_label: "Charger 1",
  connector: { id: "1", standard: "IEC_62196_T2_COMBO", power_type: "DC", powerInKwh: 60 },
  vehicle: null,
  estimation_info: {
    isPrimaryVehicle: true,
    isCorporateCustomer: false,
    limitBy: "MONEY",
    selectedMoney: 300,
  },
  tariff: null,
  requested_at: iso(0),
  start_date_time: iso(5),
  end_date_time: null,
  speed: 1,
  meter_fell: false,
  kwh: 9.81,
  power_kw: 52.4,
  state_of_charge: null,
  cost_minor: 15_000,
  duration_s: 600,
  range_km: 68,
  parking_fee: null,
  news_at: iso(605),
  curve: [],
  hold: { amount_minor: 35_000, status: "HELD" },
  cdr_id: null,
  ...change,
});

describe("[S-1] the steps to a charge", () => {
  const waiting = (step: Session["step"], reached: number) =>
    session({ status: "PENDING", step, timeline: session().timeline.slice(0, reached) });

  test("one is done, the next under way, the rest to come", () => {
    const steps = startSteps(waiting("ACCEPTED", 2));
    expect(steps.map(({ state }) => state)).toEqual(["done", "done", "now", "wait"]);
    expect(steps[1]?.at).toBe(iso(2));
    expect(startTitle(waiting("SENT", 1))).toBe("Asking the charger");
    expect(startTitle(waiting("ACCEPTED", 2))).toBe("Connecting to your vehicle");
  });

  test("a step that was skipped counts as done when a later one was reached", () => {
    const hasty = session({ step: "STARTED", timeline: [{ step: "STARTED", at: iso(5) }] });
    expect(startSteps(hasty).map(({ state }) => state)).toEqual(["done", "done", "done", "now"]);
    expect(startSteps(hasty)[0]?.at).toBeNull();
  });

  test("power flowing leads on, also when the charge is already over", () => {
    expect(isUnderWay(waiting("STARTED", 3))).toBe(false);
    for (const step of ["FLOWING", "STOPPING", "ENDED", "BILLED"] as const)
      expect(isUnderWay(session({ step }))).toBe(true);
  });

  const failed = (change: Partial<Session>) =>
    session({
      status: "FAILED",
      step: "NOT_PLUGGED",
      timeline: [
        { step: "SENT", at: iso(0) },
        { step: "ACCEPTED", at: iso(2) },
        { step: "NOT_PLUGGED", at: iso(62) },
      ],
      failure: {
        code: "NOT_PLUGGED",
        message: "No reply from the car in 60 s.",
        not_charged: true,
      },
      hold: { amount_minor: 35_000, status: "RELEASED" },
      ...change,
    });

  test("a failure has its own message, its time, and the fate of the hold", () => {
    const steps = startSteps(failed({}));
    expect(steps.map(({ state }) => state)).toEqual(["done", "done", "failed"]);
    expect(steps[2]).toMatchObject({ at: iso(62), detail: "No reply from the car in 60 s." });
    expect(startFailure(failed({}))).toMatchObject({
      title: "Your vehicle did not respond",
      text: ["Charging did not start.", "You were not charged.", "Your ₹350.00 hold was released."],
    });
  });

  test("'You were not charged' is said only when it is certain", () => {
    const unsure = failed({
      failure: { code: "NO_ANSWER", message: "No answer.", not_charged: false },
      hold: { amount_minor: 35_000, status: "HELD" },
    });
    const text = startFailure(unsure)!.text.join(" ");
    expect(text).not.toContain("not charged");
    expect(text).not.toContain("did not start");
    expect(text).toContain("It may still begin. Unplug to be safe.");
    expect(text).toContain("Your ₹350.00 hold stays until we know.");
  });

  test("while it may still begin, nothing has failed", () => {
    const unknown = waiting("UNKNOWN", 2);
    expect(startFailure(unknown)).toBeNull();
    expect(holdFate(unknown)).toContain("stays until we know");
    expect(holdFate(session({ hold: null }))).toBeNull();
  });
});

describe("[S-2] a live charge", () => {
  test("time runs on from the last news, on the session's own clock", () => {
    const now = T0 + 615_000;
    expect(sessionSeconds(session(), now)).toBe(610);
    expect(sessionSeconds(session({ speed: 30 }), now)).toBe(900);
    expect(sessionClock(session(), now)).toBe(T0 + 615_000);
  });

  test("time stands still without news, and before and after power flows", () => {
    expect(sessionSeconds(session(), T0 + 900_000)).toBe(600);
    expect(sessionSeconds(session({ step: "ENDED" }), T0 + 615_000)).toBe(600);
    expect(sessionSeconds(session({ duration_s: null }), T0)).toBeNull();
  });

  test("two minutes without news are told", () => {
    expect(isSilent(session(), T0 + 605_000 + 119_000)).toBe(false);
    expect(isSilent(session(), T0 + 605_000 + 121_000)).toBe(true);
    expect(isSilent(session({ status: "COMPLETED" }), T0 + 9_000_000)).toBe(false);
  });

  test("the last moment of two minutes without news still counts as news", () => {
    const last = T0 + 605_000 + 120_000;
    expect([sessionSeconds(session(), last), sessionSeconds(session(), last + 1)]).toEqual([
      720, 600,
    ]);
    expect([isSilent(session(), last), isSilent(session(), last + 1)]).toEqual([false, true]);
    // A phone's clock that is behind the service's.
    expect(sessionSeconds(session(), T0 + 604_000)).toBe(600);
    expect(sessionSeconds(session(), T0 + 605_000)).toBe(600);
    expect(sessionSeconds(session({ news_at: null }), last)).toBe(600);
    // Nothing came yet: two minutes from the request.
    expect(isSilent(session({ news_at: null }), T0 + 120_000)).toBe(false);
    expect(isSilent(session({ news_at: null }), T0 + 120_001)).toBe(true);
  });

  test("a session's clock is not known before it began, nor without its duration", () => {
    const now = T0 + 605_000;
    expect(sessionClock(session({ start_date_time: null }), now)).toBeNull();
    expect(sessionClock(session({ duration_s: null }), now)).toBeNull();
    expect(minutesLeft(session({ duration_s: null }), now)).toBeNull();
  });

  test("a battery is full that has drawn power and draws none", () => {
    expect(isFull(session({ power_kw: 0 }))).toBe(true);
    expect(isFull(session({ power_kw: 0.1 }))).toBe(false);
    expect(isFull(session({ power_kw: 0, kwh: 0 }))).toBe(false);
    expect(isFull(session({ power_kw: 0, kwh: null }))).toBe(false);
    expect(isFull(session({ power_kw: null }))).toBe(false);
  });

  test("[S-7] the limit is the one that was chosen, else the first that has a value", () => {
    const info = { isPrimaryVehicle: true, isCorporateCustomer: false, selectedMoney: 300 };
    expect(limitOfSession({ ...info, limitBy: "TIME", selectedTime: 30 })).toEqual({
      by: "TIME",
      value: 30,
    });
    expect(limitOfSession({ ...info, limitBy: "TIME" })).toBeNull();
    expect(limitOfSession(info)).toEqual({ by: "MONEY", value: 300 });
    expect(limitOfSession({ ...info, selectedMoney: 0, selectedPower: 1 })).toEqual({
      by: "ENERGY",
      value: 1,
    });
  });

  test("[S-7] what is over its limit, or before its start, fills the ring or leaves it empty", () => {
    const share = (cost_minor: number) => progress(session({ cost_minor }), T0 + 605_000)?.share;
    expect([share(31_000), share(30_000), share(0), share(-5)]).toEqual([1, 1, 0, 0]);
    expect(minutesLeft(session({ cost_minor: 31_000 }), T0 + 605_000)).toBe(0);
  });

  test("[S-7] the pace predicts the rest from 2 % of the limit on", () => {
    const left = (cost_minor: number) => minutesLeft(session({ cost_minor }), T0 + 605_000);
    expect(left(600)).toBeCloseTo(490, 5);
    expect(left(599)).toBeNull();
  });

  test("[S-7] the ring follows the chosen limit", () => {
    const now = T0 + 605_000;
    expect(progress(session(), now)).toEqual({ by: "MONEY", limit: 300, share: 0.5 });
    expect(minutesLeft(session(), now)).toBeCloseTo(10, 5);
    const info = { isPrimaryVehicle: true, isCorporateCustomer: false };
    const timed = session({ estimation_info: { ...info, limitBy: "TIME", selectedTime: 30 } });
    expect(minutesLeft(timed, now)).toBeCloseTo(20, 5);
    expect(progress(session({ estimation_info: info }), now)).toBeNull();
  });

  test("[S-7] between two updates the remaining time only falls, by the time that passed", () => {
    const info = { isPrimaryVehicle: true, isCorporateCustomer: false };
    // 10 % of each limit after 600 s: 90 minutes to go.
    for (const tenth of [
      { cost_minor: 3_000, estimation_info: { ...info, limitBy: "MONEY", selectedMoney: 300 } },
      { kwh: 2, estimation_info: { ...info, limitBy: "ENERGY", selectedPower: 20 } },
      { range_km: 11, estimation_info: { ...info, limitBy: "RANGE", selectedRange: 110 } },
      { estimation_info: { ...info, limitBy: "TIME", selectedTime: 100 } },
    ] as const)
      for (const speed of [1, 30])
        for (let passed = 0; passed <= 119; passed += 7) {
          const now = T0 + (605 + passed) * 1000;
          const left = minutesLeft(session({ ...tenth, speed }), now);
          expect(left).toBeCloseTo(Math.max(0, 90 - (passed * speed) / 60), 6);
        }
  });

  test("what is not known has no share and no end", () => {
    const unknown = session({ cost_minor: null });
    expect(progress(unknown, T0)?.share).toBeNull();
    expect(minutesLeft(unknown, T0)).toBeNull();
    expect(minutesLeft(session({ cost_minor: 10 }), T0 + 605_000)).toBeNull();
  });
});

describe("[S-2] a car that is full and still plugged in", () => {
  const parked = (starts: number, change: Partial<Session> = {}) =>
    session({ parking_fee: { starts_at: iso(starts), per_minute_minor: 236 }, ...change });
  const now = T0 + 615_000;

  test("is told when parking begins to cost money, and since when it does", () => {
    expect(parkingWords(parked(1_500), now)).toBe(
      "Parking fee starts at 10:38: ₹2.36 per min. Unplug before then.",
    );
    expect(parkingWords(parked(300), now)).toBe(
      "Parking has cost ₹2.36 per min since 10:18. Unplug to end it.",
    );
  });

  test("on the session's own clock", () => {
    expect(parkingWords(parked(1_500, { speed: 100 }), now)).toContain("since 10:38");
  });

  test("and of no fee where there is none", () => {
    expect(parkingWords(session(), now)).toBeNull();
  });
});

describe("the power curve", () => {
  const curve = [0, 60, 120].map((s, i) => ({ at: iso(5 + s), kw: [0, 50, 52][i]! }));

  test("fits its frame and ends where the charge will end", () => {
    const view = curveView(session({ curve }), T0 + 1_205_000)!;
    expect(view.top).toBe(60);
    expect(view.points[0]).toMatchObject({ x: 0, y: 0 });
    expect(view.points[2]!.x).toBeCloseTo(0.1, 5);
    expect(view.to).toBe(T0 + 1_205_000);
  });

  test("its scale is what plug and vehicle can do, so that little power looks little", () => {
    const weak = curve.map(({ at }) => ({ at, kw: 0.6 }));
    expect(curveView(session({ curve: weak }), null)!.top).toBe(60);
    const connector = { ...session().connector, powerInKwh: null };
    expect(curveView(session({ curve: weak, connector }), null)!.top).toBe(2);
  });

  test("little power is said after five minutes, unless there was more before", () => {
    const at = (kw: number[], change: Partial<Session> = {}) =>
      isWeak(
        session({
          power_kw: kw.at(-1)!,
          curve: kw.map((one, i) => ({ at: iso(5 + 60 * i), kw: one })),
          ...change,
        }),
      );
    expect(at([0.6, 0.6])).toBe(true);
    expect(at([0.6, 0.6], { duration_s: 240 })).toBe(false);
    // A battery that gets full.
    expect(at([55, 20, 4])).toBe(false);
    expect(at([52, 52])).toBe(false);
    // Nothing flows, or nobody knows what could.
    expect(at([0.6, 0])).toBe(false);
    expect(at([0.6], { connector: { ...session().connector, powerInKwh: null } })).toBe(false);
    // A car that takes 2 kW at most takes all it can.
    const vehicle = { max_dc_intake: 2, onboard_charger_capacity: 2 } as Session["vehicle"];
    expect(at([1.9, 1.9], { vehicle })).toBe(false);
  });

  test("needs two values, and none that are no numbers", () => {
    expect(curveView(session({ curve: curve.slice(0, 1) }), null)).toBeNull();
    expect(curveView(session({ curve: [curve[0]!, { at: "soon", kw: 3 }] }), null)).toBeNull();
  });

  test("round tops and short tables", () => {
    expect([1, 7.2, 57.3, 180, 450].map(roundTop)).toEqual([2, 8, 60, 200, 500]);
    expect(thinned(Array.from({ length: 100 }, (_, i) => i)).at(-1)).toBe(99);
    expect(thinned([1, 2, 3])).toEqual([1, 2, 3]);
  });
});
