import { describe, expect, test } from "vitest";
import { canFollow, isOpen, SESSION_STEPS, statusOfStep } from "./session-state.ts";
import { countPlugs, pinState } from "./station-state.ts";

describe("the pin of a station", () => {
  const fresh = { restricted: false, isOpened: true, statusAgeSeconds: 60 };
  const state = (...evseStatuses: string[]) => pinState({ ...fresh, evseStatuses });

  test("one free plug makes it free; all in use makes it busy", () => {
    expect(state("CHARGING", "AVAILABLE", "OUTOFORDER", "UNKNOWN")).toBe("available");
    expect(state("CHARGING", "RESERVED", "BLOCKED", "INOPERATIVE")).toBe("busy");
  });

  test("out of order only when everything is", () => {
    expect(state("OUTOFORDER", "INOPERATIVE")).toBe("fault");
    expect(state("OUTOFORDER", "REMOVED", "PLANNED")).toBe("fault");
  });

  test("unknown is never shown as free", () => {
    expect(state("UNKNOWN", "CHARGING")).toBe("unknown");
    expect(state("SOMETHING_NEW")).toBe("unknown");
    expect(state()).toBe("unknown");
    expect(state("REMOVED")).toBe("unknown");
    expect(pinState({ ...fresh, statusAgeSeconds: 901, evseStatuses: ["AVAILABLE"] })).toBe(
      "unknown",
    );
    expect(pinState({ ...fresh, statusAgeSeconds: null, evseStatuses: ["AVAILABLE"] })).toBe(
      "unknown",
    );
    expect(pinState({ ...fresh, statusAgeSeconds: 900, evseStatuses: ["AVAILABLE"] })).toBe(
      "available",
    );
  });

  test("restricted takes precedence over closed, closed over the rest; unknown hours do not close", () => {
    const evseStatuses = ["OUTOFORDER"];
    expect(pinState({ ...fresh, evseStatuses, restricted: true, isOpened: false })).toBe(
      "restricted",
    );
    expect(pinState({ ...fresh, evseStatuses, isOpened: false })).toBe("closed");
    expect(pinState({ ...fresh, evseStatuses, isOpened: null })).toBe("fault");
  });

  test("[L-4] a plug takes its status from its EVSE", () => {
    const evses = [
      { status: "AVAILABLE", connectors: [1, 2] },
      { status: "CHARGING", connectors: [1] },
      { status: "REMOVED", connectors: [1, 2, 3] },
    ];
    expect(countPlugs(evses)).toEqual({ total: 3, available: 2 });
  });
});

describe("the steps of a session", () => {
  test("[S-1] the steps of a normal charge", () => {
    const way = ["SENT", "ACCEPTED", "STARTED", "FLOWING", "STOPPING", "ENDED", "BILLED"] as const;
    for (let i = 1; i < way.length; i++) expect(canFollow(way[i - 1]!, way[i]!)).toBe(true);
  });

  test("[S-1] a session that appears after a refusal is stopped or already over; after a timeout it may continue", () => {
    for (const from of ["REJECTED", "NOT_PLUGGED", "FAILED"] as const) {
      expect(SESSION_STEPS.filter((to) => canFollow(from, to))).toEqual(["STOPPING", "ENDED"]);
    }
    expect(SESSION_STEPS.filter((to) => canFollow("EXPIRED", to))).toEqual([
      "STARTED",
      "FLOWING",
      "STOPPING",
      "ENDED",
    ]);
    expect(canFollow("UNKNOWN", "FLOWING")).toBe(true);
    expect(canFollow("SENT", "EXPIRED")).toBe(false);
  });

  test("nothing follows the bill, nothing goes back to the command, and a step is never followed by itself", () => {
    for (const step of SESSION_STEPS) {
      expect(canFollow("BILLED", step)).toBe(false);
      expect(canFollow(step, "SENT")).toBe(false);
      expect(canFollow(step, step)).toBe(false);
    }
  });

  test("[S-3] the bill can be reached from every step before it", () => {
    for (const start of SESSION_STEPS) {
      const reached = new Set([start]);
      for (const step of reached)
        for (const next of SESSION_STEPS) if (canFollow(step, next)) reached.add(next);
      expect(reached.has("BILLED")).toBe(true);
    }
  });

  test("an open session must be watched", () => {
    expect(SESSION_STEPS.filter(isOpen)).toEqual([
      "SENT",
      "ACCEPTED",
      "STARTED",
      "FLOWING",
      "STOPPING",
      "UNKNOWN",
    ]);
    expect(SESSION_STEPS.filter((step) => statusOfStep(step) === "FAILED")).toEqual([
      "REJECTED",
      "NOT_PLUGGED",
      "FAILED",
      "EXPIRED",
    ]);
    expect(statusOfStep("UNKNOWN")).toBe("PENDING");
    expect(statusOfStep("STOPPING")).toBe("ACTIVE");
    expect(statusOfStep("ENDED")).toBe("COMPLETED");
  });
});
