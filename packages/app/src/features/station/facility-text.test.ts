import { expect, test } from "vitest";
import { facilityWords } from "./facility-text.ts";

test("facilities are named in a driver's words, and those without one are left out", () => {
  expect(facilityWords(["WIFI", "SPACE_PORT", "CAFE"])).toEqual(["Wi-Fi", "Café"]);
  expect(facilityWords([])).toEqual([]);
});
