import { expect, test } from "vitest";
import { isEmail, spaced, tenDigits } from "./mobile-number.ts";

test("[A-1] a number is found in what people type and paste", () => {
  for (const typed of [
    "9876543210",
    "98765 43210",
    "+91 98765-43210",
    "09876543210",
    "00919876543210",
  ])
    expect(tenDigits(typed), typed).toBe("9876543210");
  for (const typed of ["", "98765", "1234567890", "98765432101"])
    expect(tenDigits(typed)).toBeNull();
});

test("[A-1] a whole number is grouped without its country code, in digits that anybody reads", () => {
  for (const typed of [
    "9876543210",
    "+919876543210",
    "९८७६५४३२१०",
    "\u202a098765\u201143210\u202c",
  ])
    expect(spaced(typed), typed).toBe("98765 43210");
  // A number may itself begin with 91.
  expect(spaced("9198765432")).toBe("91987 65432");
});

test("[A-1] nothing of what is no number, or not one yet, is changed", () => {
  for (const typed of ["987654", "91234567800", "98765a43210", "+44 7700 900123", "98765432101"])
    expect(spaced(typed)).toBe(typed);
});

test("[A-5] e-mail addresses", () => {
  expect(isEmail("a@b.in")).toBe(true);
  expect(isEmail("a@b")).toBe(false);
});
