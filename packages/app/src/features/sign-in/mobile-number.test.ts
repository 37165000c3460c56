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

test("[A-1] while typing it is grouped, and a pasted country code is dropped", () => {
  expect(spaced("987654")).toBe("98765 4");
  expect(spaced("+919876543210")).toBe("98765 43210");
  // A number may itself begin with 91.
  expect(spaced("9198765432")).toBe("91987 65432");
});

test("[A-5] e-mail addresses", () => {
  expect(isEmail("a@b.in")).toBe(true);
  expect(isEmail("a@b")).toBe(false);
});
