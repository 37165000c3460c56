import { expect, test } from "vitest";
import { dayIn, dayText, withSlashes } from "./date-text.ts";

test("a day is read with one digit or two, and with spaces around it", () => {
  expect(dayIn(" 1/2/2026 ")).toBe("2026-02-01");
  expect(dayIn("०१/०२/२०२६")).toBe("2026-02-01");
  expect(dayIn("01/2/2026")).toBe("2026-02-01");
  expect(dayText("2026-02-01")).toBe("01/02/2026");
});

test("a day that no calendar has is none", () => {
  expect(dayIn("29/02/2028")).toBe("2028-02-29");
  expect(dayIn("31/12/2026")).toBe("2026-12-31");
  for (const wrong of [
    "29/02/2026",
    "31/11/2026",
    "32/12/2026",
    "00/12/2026",
    "20/00/2026",
    "20/13/2026",
    "120/1/2026",
    "1/120/2026",
    "20/11/202",
    "20/11/20266",
    "20/11",
    "x20/11/2026",
    "20/11/2026x",
  ])
    expect(dayIn(wrong), wrong).toBeNull();
});

test("digits get a slash after the day and after the month", () => {
  expect(withSlashes("")).toBe("");
  expect(withSlashes("20")).toBe("20");
  expect(withSlashes("201")).toBe("20/1");
  expect(withSlashes("2011")).toBe("20/11");
  expect(withSlashes("20112")).toBe("20/11/2");
  expect(withSlashes("२०११२")).toBe("20/11/2");
  expect(withSlashes("20/112026")).toBe("20/11/2026");
  expect(withSlashes("20/11/")).toBe("20/11");
});

test("points, hyphens and spaces count as slashes, and nothing that was typed is left out", () => {
  expect(withSlashes("20.11.2026")).toBe("20/11/2026");
  expect(withSlashes("20 11 2026")).toBe("20/11/2026");
  expect(withSlashes("20-1-2026")).toBe("20/1/2026");
  expect(withSlashes("20 11 2026\u200e")).toBe("20/11/2026");
  for (const typed of ["2o0n1", "201120267", "20/11/20267", "20 Nov"])
    expect(withSlashes(typed)).toBe(typed);
});

test("who writes slashes after one digit keeps them", () => {
  expect(withSlashes("1/")).toBe("1/");
  expect(withSlashes("1/2/2026")).toBe("1/2/2026");
  expect(withSlashes("20/1/")).toBe("20/1/");
});
