import { describe, expect, test } from "vitest";
import { ABOVE_FULL_OFFLINE, next, settle, step, stopHeights } from "./sheet-stops.ts";

describe("the sheet's stops", () => {
  test("are 190, 436 and all but 64 px", () => {
    expect(stopHeights(844)).toEqual({ low: 190, rest: 436, full: 780 });
  });

  test("the lowest ones rise above a running charge's bar", () => {
    expect(stopHeights(850, 76)).toEqual({ low: 266, rest: 660, full: 786 });
    // On a low screen a quarter of the map stays in sight.
    expect(stopHeights(700, 76)).toEqual({ low: 266, rest: 546, full: 636 });
    expect(stopHeights(480, 76)).toEqual({ low: 266, rest: 416, full: 416 });
  });

  test("full leaves the word free that there is no network", () => {
    expect(stopHeights(844, 0, ABOVE_FULL_OFFLINE).full).toBe(712);
  });

  test("never rise above each other on a low screen", () => {
    const { low, rest, full } = stopHeights(390);
    expect(low).toBeLessThanOrEqual(rest);
    expect(rest).toBeLessThanOrEqual(full);
    expect(stopHeights(0)).toEqual({ low: 190, rest: 190, full: 190 });
  });

  test("a drag settles at the nearest stop, a flick one further", () => {
    const heights = stopHeights(844);
    expect(settle(200, 0, heights)).toBe("low");
    expect(settle(400, 0, heights)).toBe("rest");
    expect(settle(650, 0, heights)).toBe("full");
    expect(settle(450, 1.5, heights)).toBe("full");
    expect(settle(420, -1.5, heights)).toBe("low");
  });

  test("keys go stop by stop, the button goes round", () => {
    expect(step("low", -1)).toBe("low");
    expect(step("low", 1)).toBe("rest");
    expect(step("full", 1)).toBe("full");
    expect([next("low"), next("rest"), next("full")]).toEqual(["rest", "full", "low"]);
  });
});
