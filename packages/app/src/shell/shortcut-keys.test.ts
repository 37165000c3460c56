import { expect, test } from "vitest";
import { letterOf, placeOf, placesFor } from "./shortcut-keys.ts";

test("a letter is the Latin one in the same place on a keyboard of another script", () => {
  expect(letterOf({ key: "W", code: "KeyW" })).toBe("w");
  expect(letterOf({ key: "\u0948", code: "KeyW" })).toBe("w");
  // Where it is Latin, what is written on it counts, not its place.
  expect(letterOf({ key: "w", code: "Comma" })).toBe("w");
  expect(letterOf({ key: "Tab", code: "Tab" })).toBeUndefined();
});

test("each place has a letter of its own, and who drives for a company has no wallet", () => {
  const letters = placesFor(false).map(({ letter }) => letter);
  expect(new Set(letters).size).toBe(letters.length);
  expect(letters).not.toContain("g");
  expect(placeOf("w", false)?.path).toBe("/wallet");
  expect(placeOf("w", true)).toBeUndefined();
});
