import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import {
  holdFate,
  isUnderWay,
  LONG_WAIT_S,
  startFailure,
  startSteps,
  startTitle,
  waitedSeconds,
} from "./start-steps.ts";

const T0 = Date.parse("2026-11-20T04:43:00Z");
const iso = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();
const session = (change: Partial<Session> = {}) =>
  ({
    status: "PENDING",
    step: "SENT",
    timeline: [{ step: "SENT", at: iso(0) }],
    failure: null,
    location: { operator_name: "Urjapath" },
    requested_at: iso(0),
    hold: { amount_minor: 35_000, status: "HELD" },
    ...change,
  }) as Session;
const after = (...steps: Session["step"][]) => steps.map((step, i) => ({ step, at: iso(i * 5) }));
const states = (change: Partial<Session>) => startSteps(session(change)).map(({ state }) => state);

test("each step follows the one before", () => {
  expect(states({ timeline: [] })).toEqual(["now", "wait", "wait", "wait"]);
  expect(states({ timeline: after("SENT") })).toEqual(["done", "now", "wait", "wait"]);
  expect(states({ timeline: after("SENT", "ACCEPTED", "STARTED") })).toEqual([
    "done",
    "done",
    "done",
    "now",
  ]);
  expect(states({ timeline: after("SENT", "ACCEPTED", "STARTED", "FLOWING") })).toEqual([
    "done",
    "done",
    "done",
    "done",
  ]);
});

test("once charging stops, ended or was billed all steps are done, whatever was told", () => {
  for (const step of ["STOPPING", "ENDED", "BILLED"] as const)
    expect(states({ step }), step).toEqual(["done", "done", "done", "done"]);
});

test("a step has the time it was reached last, and the operator's name", () => {
  const timeline = [
    { step: "SENT" as const, at: iso(0) },
    { step: "SENT" as const, at: iso(3) },
  ];
  const [sent, accepted] = startSteps(session({ timeline }));
  expect(sent).toEqual({
    key: "SENT",
    title: "Request sent",
    detail: "Asking Urjapath",
    state: "done",
    at: iso(3),
  });
  expect(accepted?.at).toBeNull();
});

test("a start that failed shows what was done and the step that failed, with the reason", () => {
  const failed = (change: Partial<Session>) =>
    startSteps(session({ status: "FAILED", timeline: after("SENT", "REJECTED"), ...change }));
  const failure = { code: "REJECTED" as const, message: "Not allowed.", not_charged: true };
  expect(failed({ failure }).map(({ state }) => state)).toEqual(["done", "failed"]);
  expect(failed({ failure })[1]).toEqual({
    key: "ACCEPTED",
    title: "The operator’s answer",
    detail: "Not allowed.",
    state: "failed",
    at: iso(5),
  });
  expect(failed({})[1]?.detail).toBe("Urjapath approved your account");
  expect(failed({ status: "INVALID" }).map(({ state }) => state)).toEqual(["done", "failed"]);
  const timeline = after("SENT", "ACCEPTED", "NOT_PLUGGED");
  expect(failed({ timeline, failure })[2]).toMatchObject({
    title: "Connecting to the vehicle",
    at: iso(10),
  });
  expect(failed({ timeline: [] })[0]?.at).toBeNull();
});

test("a session that failed after power flowed has no step that failed", () => {
  expect(states({ status: "INVALID", step: "ENDED" })).toEqual(["done", "done", "done", "done"]);
});

test("the title says what is waited for", () => {
  const title = (step: Session["step"]) => startTitle(session({ step }));
  expect(title("SENT")).toBe("Asking the charger");
  expect(title("ACCEPTED")).toBe("Connecting to your vehicle");
  expect(title("UNKNOWN")).toBe("No answer yet");
  expect(title("STARTED")).toBe("Your vehicle is connected");
});

test("a session the operator cancelled was not charged", () => {
  const released = { amount_minor: 35_000, status: "RELEASED" } as const;
  expect(startFailure(session({ status: "INVALID", hold: released }))).toEqual({
    title: "The operator cancelled this charging session",
    text: ["You were not charged.", "Your ₹350.00 hold was released."],
    help: [],
  });
  expect(startFailure(session({ status: "INVALID", hold: null }))?.text).toEqual([
    "You were not charged.",
  ]);
});

test("a failure without a reason is not called free of charge", () => {
  expect(startFailure(session({ status: "FAILED", hold: null }))).toEqual({
    title: "Charging did not start",
    text: ["It may still begin. Unplug to be safe."],
    help: [],
  });
});

test("a failure with a reason says what usually helps", () => {
  const failure = { code: "OCCUPIED" as const, message: "", not_charged: true };
  expect(startFailure(session({ status: "FAILED", failure, hold: null }))).toEqual({
    title: "The plug is in use",
    text: ["Charging did not start.", "You were not charged."],
    help: ["Choose another plug of this station.", "Or wait until it is free."],
  });
});

test("nothing has failed while a session waits, runs or is over", () => {
  for (const status of ["PENDING", "ACTIVE", "COMPLETED"] as const)
    expect(startFailure(session({ status })), status).toBeNull();
});

test("the fate of the hold is said while it is the driver's money", () => {
  const fate = (hold: Partial<NonNullable<Session["hold"]>> | null) =>
    holdFate(session({ hold: hold && { amount_minor: 35_000, status: "HELD", ...hold } }));
  expect(fate({})).toBe("We are asking the operator. Your ₹350.00 hold stays until we know.");
  expect(fate({ status: "RELEASED" })).toBe("Your ₹350.00 hold was released.");
  expect(fate({ status: "EXPIRED" })).toBe(
    "Your ₹350.00 hold has ended. The money is yours again.",
  );
  expect(fate({ status: "CAPTURED" })).toBeNull();
  expect(fate({ amount_minor: 1, status: "RELEASED" })).toBe("Your ₹0.01 hold was released.");
  expect(fate({ amount_minor: 0 })).toBeNull();
  expect(fate(null)).toBeNull();
});

test("the wait is counted in whole seconds since Start, and is long from a minute on", () => {
  expect(waitedSeconds(session(), T0 + 1999)).toBe(1);
  expect(waitedSeconds(session(), T0)).toBe(0);
  expect(waitedSeconds(session(), T0 - 5000)).toBe(0);
  expect(LONG_WAIT_S).toBe(60);
});

test("the live screen shows a session once power flows", () => {
  const shown = (step: Session["step"]) => isUnderWay(session({ step }));
  for (const step of ["SENT", "ACCEPTED", "STARTED", "UNKNOWN"] as const)
    expect(shown(step), step).toBe(false);
  for (const step of ["FLOWING", "STOPPING", "ENDED", "BILLED"] as const)
    expect(shown(step), step).toBe(true);
});
