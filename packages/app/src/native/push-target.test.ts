import { expect, test } from "vitest";
import { targetOf, wordOf } from "./push-target.ts";

test("a push opens the screen it names, if it may, else the notifications", () => {
  for (const one of ["charging_summary", "active_session", "trip"] as const)
    expect(targetOf({ redirectTo: one })).toBe(one);
  for (const other of [{ redirectTo: "wallet" }, { redirectTo: 1 }, {}, null, undefined, "trip"])
    expect(targetOf(other), JSON.stringify(other)).toBe("notifications");
});

test("a tap carries the id of the trip, and of a trip only", () => {
  expect(wordOf({ redirectTo: "trip", trip_id: "trp_1" })).toBe("trip:trp_1");
  expect(wordOf({ redirectTo: "trip" })).toBe("trip");
  expect(wordOf({ redirectTo: "trip", trip_id: 1 })).toBe("trip");
  expect(wordOf({ redirectTo: "active_session", trip_id: "trp_1" })).toBe("active_session");
  expect(wordOf(null)).toBe("notifications");
});
