import { expect, test } from "vitest";
import { subjectPath } from "./subject-path.ts";

test("[R-26] a notification opens what it is about", () => {
  expect(subjectPath({ type: "SESSION", id: "ses 1" })).toBe("/charging-started?session=ses%201");
  expect(subjectPath({ type: "BILL", id: "cdr_1" })).toBe("/billsummary/cdr_1");
  expect(subjectPath({ type: "TICKET", id: "tkt_1" })).toBe("/support?ticket=tkt_1");
  expect(subjectPath({ type: "LOCATION", id: "loc_1" })).toBe("/charging-details/loc_1");
  expect(subjectPath({ type: "TRIP", id: "trp 1" })).toBe("/trip?id=trp%201");
  expect(subjectPath({ type: "WALLET", id: null })).toBe("/wallet");
  expect(subjectPath({ type: "BILL", id: null })).toBeNull();
});
