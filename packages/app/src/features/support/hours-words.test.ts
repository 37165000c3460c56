import { expect, test } from "vitest";
import { hoursWords } from "./hours-words.ts";

test("the hours of every day are written as all other hours are", () => {
  expect(hoursWords("Every day, 6:00 to 23:00")).toBe("Every day, 06:00–23:00");
  expect(hoursWords("Every day, 09:30 to 18:05")).toBe("Every day, 09:30–18:05");
});

test("any other hours are shown as the provider wrote them", () => {
  for (const text of [
    "Monday to Friday, 6:00 to 23:00",
    "Every day, 6:00 to 23:00, and on call",
    "Open: Every day, 6:00 to 23:00",
    "Every day, 6 to 23",
    "",
  ])
    expect(hoursWords(text), text).toBe(text);
});
