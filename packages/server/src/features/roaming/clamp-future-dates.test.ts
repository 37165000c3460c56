import { describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { clampFutureDates } from "./clamp-future-dates.ts";

const now = "2026-11-20T06:30:00Z";
const clock = fakeClock(new Date(now));
const clamped = <T extends { last_updated: string }>(object: T) =>
  clampFutureDates({ clock }, object);

const tomorrow = "2026-11-21T06:30:00Z";
const later = "2026-11-21T06:30:00.001Z";

describe("the date of an object", () => {
  test.each([
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
    [now, now],
    [tomorrow, tomorrow],
    [later, now],
    ["2099-01-01T00:00:00Z", now],
  ])("%s counts as %s", (last_updated, expected) => {
    expect(clamped({ id: "L-1", last_updated })).toEqual({ id: "L-1", last_updated: expected });
    // A location without EVSEs, too.
    expect(clamped({ evses: [], last_updated })).toEqual({ evses: [], last_updated: expected });
  });
});

describe("the dates of its parts", () => {
  const plug = (last_updated: string) => ({ id: "1", last_updated });
  const evse = (last_updated: string, ...connectors: object[]) => ({
    uid: "E-1",
    connectors,
    last_updated,
  });

  test("are each corrected alone, at any depth", () => {
    expect(
      clamped({
        id: "L-1",
        evses: [evse(later, plug(tomorrow)), evse(tomorrow, plug(later), plug(now))],
        last_updated: tomorrow,
      }),
    ).toEqual({
      id: "L-1",
      evses: [evse(now, plug(tomorrow)), evse(tomorrow, plug(now), plug(now))],
      last_updated: tomorrow,
    });
    expect(clamped({ evses: [evse(now, plug(now))], last_updated: later })).toEqual({
      evses: [evse(now, plug(now))],
      last_updated: now,
    });
  });

  test("are no fields of an object that has none", () => {
    expect(Object.keys(clamped({ last_updated: later }))).toEqual(["last_updated"]);
    expect(Object.keys(clamped({ connectors: [], last_updated: later }))).toEqual([
      "connectors",
      "last_updated",
    ]);
  });
});

test("the object that was sent stays as it was", () => {
  const sent = { evses: [{ last_updated: later }], last_updated: later };
  expect(clamped(sent).evses).toEqual([{ last_updated: now }]);
  expect(sent).toEqual({ evses: [{ last_updated: later }], last_updated: later });
});
